/** Transfers and what they cost, on a real local chain with tokens of every manner. */
import { createFakeClock } from '@latchkey/core/testing'
import { addresses, type Evm, localAccounts, startEvm } from '@latchkey/local'
import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { decodeFunctionData, erc20Abi, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReads, type Reads } from './reads.js'
import { testNetwork } from './testWorld.js'
import { checkedAddress, isContractCode, transferTransaction } from './transfers.js'

const [person, other] = people()

function people() {
  const [one, two] = localAccounts().people.map(({ address }) => asAddress(address))
  if (!one || !two) throw new Error('the local chain has people')
  return [one, two] as const
}
const { signal } = new AbortController()

let evm: Evm
let reads: Reads
beforeAll(async () => {
  evm = await startEvm()
  reads = createReads({
    options: {},
    networks: [],
    clock: createFakeClock(),
    fetch: globalThis.fetch,
    rpcUrls: () => [evm.url],
  } as never) // what reads need of a context
}, 60_000)
afterAll(async () => {
  reads.stop()
  await evm.close()
})

const here = () => ({ network: testNetwork(31337, evm.url), address: person, signal })

describe('a transfer', () => {
  test('[D-14] of the native currency is its value, and of a token its call, to the last unit', () => {
    expect(transferTransaction({ to: other, amount: limits.maxUint256 })).toEqual({
      to: other,
      value: limits.maxUint256,
    })
    const { to, data } = transferTransaction({
      token: asAddress(addresses.usdc),
      to: other,
      amount: limits.maxUint256,
    })
    expect(to).toBe(getAddress(addresses.usdc))
    expect(decodeFunctionData({ abi: erc20Abi, data: data as `0x${string}` })).toEqual({
      functionName: 'transfer',
      args: [other, limits.maxUint256],
    })
  })

  test('[D-14] of more than 256 bits or of less than nothing is none', () => {
    for (const amount of [-1n, limits.maxUint256 + 1n]) {
      expect(() => transferTransaction({ to: other, amount })).toThrow('is not an amount')
    }
  })
})

describe('an address', () => {
  test('[S5-03] [D-15] is shown with its checksum, with or without prefix, in one case', () => {
    const proper = getAddress(person)
    for (const typed of [
      proper,
      proper.toLowerCase(),
      proper.slice(2),
      ` ${proper} `,
      `0x${proper.slice(2).toUpperCase()}`,
    ]) {
      expect(checkedAddress(typed)).toBe(proper)
    }
  })

  test('[D-15] in mixed case with one letter wrong is a typing error', () => {
    const proper = getAddress(person)
    const at = [...proper].findIndex((letter, index) => index > 2 && /[a-f]/.test(letter))
    const wrong = `${proper.slice(0, at)}${proper.charAt(at).toUpperCase()}${proper.slice(at + 1)}`
    expect(() => checkedAddress(wrong)).toThrow('has a typing error')
    expect(() => checkedAddress(`${proper}0`)).toThrow('is not valid on eip155')
    expect(() => checkedAddress('ada.example')).toThrow('is not valid on eip155')
  })

  test('[D-19] with code is a contract, unless the code is lent to an account', async () => {
    expect(await reads.isContract({ ...here(), address: asAddress(addresses.usdc) })).toBe(true)
    expect(await reads.isContract({ ...here(), address: other })).toBe(false)
    expect(isContractCode(`0xef0100${'1'.repeat(40)}`)).toBe(false)
    expect(isContractCode('0x')).toBe(false)
    expect(isContractCode(null)).toBe(false)
  })
})

describe('a fee', () => {
  test('[S9-08] has a fifth more gas than estimated, and what is sent with it never costs more', async () => {
    const transaction = transferTransaction({ to: other, amount: 1n })
    const fee = await reads.getFee({ ...here(), transaction })
    const estimate = await reads.estimateGas({ ...here(), transaction })
    expect(fee.gas).toBe((estimate * 12n) / 10n)
    const { maxFeePerGas, maxPriorityFeePerGas } = fee.fields as Record<string, bigint>
    expect(fee.fields).toMatchObject({ gas: fee.gas })
    expect(fee.most).toBe(fee.gas * (maxFeePerGas ?? 0n))
    expect(fee.likely).toBeLessThanOrEqual(fee.most)
    expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas ?? 0n)
  })

  test('of a transaction that would fail is the reason why', async () => {
    const amount = limits.maxUint256
    const transaction = transferTransaction({ token: asAddress(addresses.usdc), to: other, amount })
    await expect(reads.getFee({ ...here(), transaction })).rejects.toMatchObject({ code: 'rpc.failed' })
  })

  test('with the gas of the caller asks for no estimate', async () => {
    const amount = limits.maxUint256
    const transaction = transferTransaction({ token: asAddress(addresses.usdc), to: other, amount })
    expect(await reads.getFee({ ...here(), transaction, gas: 70_000n })).toMatchObject({ gas: 70_000n })
  })

  test('on a chain without base fee is the price of gas', async () => {
    const answers: Record<string, unknown> = {
      eth_estimateGas: '0x5208',
      eth_getBlockByNumber: { number: '0x1' },
      eth_gasPrice: '0x64',
      eth_call: '0x',
    }
    const fee = await feeOf(answers)
    expect(fee).toEqual({
      gas: 25_200n,
      likely: 2_100_000n,
      most: 2_520_000n,
      fields: { gas: 25_200n, gasPrice: 100n },
    })
  })

  test('on a rollup includes what it charges for data, with the same margin', async () => {
    const fee = await feeOf({
      eth_estimateGas: '0x5208',
      eth_getBlockByNumber: { baseFeePerGas: '0xa' },
      eth_gasPrice: '0xb',
      eth_maxPriorityFeePerGas: '0x1',
      eth_call: `0x${1000n.toString(16).padStart(64, '0')}`,
    })
    expect(fee).toMatchObject({ likely: 21_000n * 11n + 1000n, most: 25_200n * 21n + 1200n })
  })
})

/** The fee of a transfer where the node answers like this; what it does not know is an error. */
async function feeOf(answers: Readonly<Record<string, unknown>>) {
  const { transactionFee } = await import('./fees.js')
  return transactionFee({
    transaction: transferTransaction({ to: other, amount: 1n }),
    place: { from: person, chainId: 1, wallet: 'the page' },
    call: async (method) => {
      if (!(method in answers)) throw new Error(`${method} does not exist`)
      return answers[method]
    },
  })
}

describe('a trial of a transfer', () => {
  const arrives = async (token: string, amount = 1_000_000n) => {
    const transfer = transferTransaction({ token: asAddress(token), to: other, amount })
    const trial = await reads.simulate({
      ...here(),
      calls: [transfer],
      tokens: [asAddress(token)],
      holder: other,
    })
    const [change] = trial?.isSuccess ? trial.tokens : []
    return change ? change.after - change.before : trial
  }

  test('[D-19] says what arrives: all of it, or less what the token keeps', async () => {
    expect(await arrives(addresses.usdc)).toBe(1_000_000n)
    // Its `transfer` returns nothing.
    expect(await arrives(addresses.usdt)).toBe(1_000_000n)
    expect(await arrives(addresses.toll)).toBe(990_000n)
  })

  test('[D-19] says that a token refuses, or that it says no and moves nothing', async () => {
    expect(await arrives(addresses.stuck)).toMatchObject({ isSuccess: false, failedAt: 0 })
    const naysayer = '0x00000000000000000000000000000000000000F1'
    // Answers every question with 0, which is false.
    await evm.request('hardhat_setCode', [naysayer, '0x600060005260206000f3'])
    expect(await arrives(naysayer)).toBe(0n)
  })
})
