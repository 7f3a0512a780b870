import { encodeAbiParameters, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainLog, Hex } from '../chain/shapes.js'
import { approverOf, topicOf, topics, transfersOf, userOperationOf } from './decode.js'

const alice: Hex = `0x${'a1'.repeat(20)}`
const bob: Hex = `0x${'b0'.repeat(20)}`
const token: Hex = `0x${'cc'.repeat(20)}`
const hash: Hex = `0x${'11'.repeat(32)}`

const log = (named: readonly Hex[], data: Hex = '0x', address = token): ChainLog => ({
  address,
  topics: [...named],
  data,
  blockNumber: 1,
  blockHash: hash,
  transactionHash: hash,
  logIndex: 0,
})
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const most = 2n ** 256n - 1n

test('the topics are the hashes of the signatures', () => {
  expect(topics).toEqual({
    transfer: toEventSelector('Transfer(address,address,uint256)'),
    transferSingle: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
    transferBatch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
    approval: toEventSelector('Approval(address,address,uint256)'),
    approvalForAll: toEventSelector('ApprovalForAll(address,address,bool)'),
    deposit: toEventSelector('Deposit(address,uint256)'),
    withdrawal: toEventSelector('Withdrawal(address,uint256)'),
    userOperation: toEventSelector(
      'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
    ),
  })
})

describe('transfers', () => {
  test('[D-14] of ERC-20 keep every digit', () => {
    const found = transfersOf(log([topics.transfer, topicOf(alice), topicOf(bob)], word(most)), undefined)
    expect(found).toEqual([{ standard: 'erc20', token, amount: most.toString(), from: alice, to: bob }])
  })

  test('of ERC-721 have the id in a topic', () => {
    const found = transfersOf(log([topics.transfer, topicOf(alice), topicOf(bob), word(most)]), undefined)
    expect(found).toEqual([
      { standard: 'erc721', token, id: most.toString(), amount: '1', from: alice, to: bob },
    ])
  })

  test('of ERC-1155 come alone and in batches', () => {
    const named = [topicOf(alice), topicOf(alice), topicOf(bob)]
    const single = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [7n, 3n])
    const batch = encodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      [
        [1n, 2n],
        [10n, 20n],
      ],
    )
    const of = (id: string, amount: string) => ({
      standard: 'erc1155',
      token,
      id,
      amount,
      from: alice,
      to: bob,
    })
    expect(transfersOf(log([topics.transferSingle, ...named], single), undefined)).toEqual([of('7', '3')])
    expect(transfersOf(log([topics.transferBatch, ...named], batch), undefined)).toEqual([
      of('1', '10'),
      of('2', '20'),
    ])
  })

  test('by wrapping count for the one contract that wraps, whoever else says so', () => {
    const deposit = log([topics.deposit, topicOf(alice)], word(5n))
    expect(transfersOf(deposit, undefined)).toEqual([])
    expect(transfersOf(deposit, bob)).toEqual([])
    expect(transfersOf(deposit, token)).toEqual([
      { standard: 'erc20', token, amount: '5', from: token, to: alice },
    ])
  })

  test.each([
    ['without data', log([topics.transfer, topicOf(alice), topicOf(bob)])],
    ['with half a word', log([topics.transfer, topicOf(alice), topicOf(bob)], '0x00ff')],
    ['without a receiver', log([topics.transfer, topicOf(alice)], word(1n))],
    ['with something longer than an address', log([topics.transfer, hash, topicOf(bob)], word(1n))],
    ['of another kind', log([hash, topicOf(alice), topicOf(bob)], word(1n))],
    ['without topics', log([], word(1n))],
  ])('%s are none', (_, odd) => {
    expect(transfersOf(odd, token)).toEqual([])
  })

  test.each([
    ['lists that begin nowhere', [word(most), word(most)]],
    ['lists without end', [word(64n), word(64n), word(most)]],
    ['lists of different lengths', [word(64n), word(128n), word(1n), word(1n), word(2n), word(1n), word(1n)]],
    ['a list that begins between two words', [word(33n), word(64n), word(0n)]],
  ])('in a batch with %s are none', (_, words) => {
    const data: Hex = `0x${words.map((part) => part.slice(2)).join('')}`
    const named = [topics.transferBatch, topicOf(alice), topicOf(alice), topicOf(bob)]
    expect(transfersOf(log(named, data), undefined)).toEqual([])
  })
})

test('a user operation counts when an entry point says so', () => {
  const data = encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [1n, false, 9n, 9n],
  )
  const named = [topics.userOperation, hash, topicOf(alice), topicOf(bob)]
  const entryPoint: Hex = '0x0000000071727de22e5e9d8baf0edac6f37da032'
  expect(userOperationOf(log(named, data, entryPoint))).toEqual({ account: alice, isConfirmed: false })
  expect(userOperationOf(log(named, data))).toBeUndefined()
})

test('an approval names who gave it', () => {
  expect(approverOf(log([topics.approval, topicOf(alice), topicOf(bob)], word(1n)))).toBe(alice)
  expect(approverOf(log([topics.transfer, topicOf(alice), topicOf(bob)], word(1n)))).toBeUndefined()
})
