/** The module of sessions on a chain, asked as an account asks it: what holds whoever judges the operation. */
import { deployment } from '@latchkey/accounts'
import { abis } from '@latchkey/local'
import { encodeAbiParameters, encodeFunctionData, type Hex, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestChain, type TestChain } from '../testing/localChain.js'
import { executing } from '../testing/sessionCall.js'

let chain: TestChain
let account: Hex
const app = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
const gateway = privateKeyToAccount(`0x${'a2'.repeat(32)}`)
const number = 3
const until = 4_102_444_800
const validator = deployment.sessionValidator
const somebody: Hex = `0x${'5b'.repeat(20)}`
const session = (validUntil: number) =>
  encodeAbiParameters(
    [{ type: 'uint32' }, { type: 'address' }, { type: 'address' }, { type: 'uint48' }],
    [number, app.address, gateway.address, validUntil],
  )
const install = (data: Hex) =>
  encodeFunctionData({ abi: abis.sessionValidator, functionName: 'onInstall', args: [data] })

beforeAll(async () => {
  chain = await startTestChain()
  // The module keeps what its caller tells it about itself; anybody who calls is an account to it.
  const [first] = chain.people
  if (!first) throw new Error('the local chain has nobody')
  account = first
  await chain.send(account, { to: validator, data: install(session(until)) })
})
afterAll(() => chain.evm.close())

const hash: Hex = `0x${'77'.repeat(32)}`

/** What the module answers about an operation that both keys signed. */
async function validate(callData: Hex): Promise<bigint> {
  const halves = await Promise.all([gateway, app].map((key) => key.signMessage({ message: { raw: hash } })))
  const operation = {
    sender: account,
    nonce: BigInt(number) << 64n,
    initCode: '0x',
    callData,
    accountGasLimits: numberToHex(0, { size: 32 }),
    preVerificationGas: 0n,
    gasFees: numberToHex(0, { size: 32 }),
    paymasterAndData: '0x',
    signature: encodeAbiParameters([{ type: 'bytes[]' }], [halves]),
  } as const
  const data = encodeFunctionData({
    abi: abis.sessionValidator,
    functionName: 'validateUserOp',
    args: [operation, hash],
  })
  return BigInt(
    (await chain.evm.request('eth_call', [{ from: account, to: validator, data }, 'latest'])) as string,
  ) // a word
}

const failed = 1n

test('what both keys sign is valid until the session ends', async () => {
  expect(await validate(executing([{ to: somebody }]))).toBe(BigInt(until) << 160n)
  expect(await validate(executing([{ to: somebody }, { to: somebody, value: 1n }]))).toBe(
    BigInt(until) << 160n,
  )
})

test.each<[string, () => Hex]>([
  ['the account', () => account],
  ['the zero address, which an account takes for itself', () => `0x${'00'.repeat(20)}`],
  ['the module, which could open a longer session', () => validator],
])('both keys together do not call %s, alone or in a batch', async (_, target) => {
  const open = encodeFunctionData({
    abi: abis.sessionValidator,
    functionName: 'open',
    args: [number + 1, app.address, app.address, until],
  })
  const call = { to: target(), data: open }
  expect(await validate(executing([call]))).toBe(failed)
  expect(await validate(executing([{ to: somebody }, call]))).toBe(failed)
})

test('a delegate call is no session’s', async () => {
  expect(await validate(executing([{ to: somebody }], `0xff${'00'.repeat(31)}`))).toBe(failed)
})

test('a session without an end is not opened', async () => {
  const from = chain.people[1] ?? account
  const request = chain.evm.request('eth_call', [
    { from, to: validator, data: install(session(0)) },
    'latest',
  ])
  // `NeverEnds()`
  await expect(request).rejects.toThrow(/NeverEnds|0x[0-9a-f]{8}/)
})
