/** Bundles of a lab wallet on a real local chain: all of it, or nothing. */
import { addresses, type Evm, startEvm } from '@latchkey/local'
import { encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabWallet, type LabWalletInput } from './createLabWallet.js'

let evm: Evm
beforeAll(async () => {
  evm = await startEvm()
}, 60_000)
afterAll(() => evm.close())

async function create(input: Partial<LabWalletInput> = {}) {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  await evm.request('hardhat_setBalance', [address, `0x${parseEther('10').toString(16)}`])
  const wallet = await createLabWallet({
    chains: [{ id: 31337, rpcUrl: evm.url }],
    privateKeys: [key],
    isAuthorised: true,
    isAtomic: true,
    ...input,
  })
  const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
  const balance = async (of: string) => BigInt(String(await evm.request('eth_getBalance', [of, 'latest'])))
  return { address, ask, balance }
}

const one = '0x00000000000000000000000000000000000a11ce'
const other = '0x0000000000000000000000000000000000000b0b'

test('[S5-12] two calls are one transaction, of an account that says so', async () => {
  const { ask, balance, address } = await create()
  expect(await ask('wallet_getCapabilities', address)).toEqual({
    '0x7a69': { atomic: { status: 'supported' } },
  })
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [other, 7n],
  })
  const calls = [
    { to: one, value: '0x5' },
    { to: addresses.usdc, data: approve },
    { to: one, value: '0x6' },
  ]
  const { id } = (await ask('wallet_sendCalls', { calls, from: address })) as { id: string }
  const status = (await ask('wallet_getCallsStatus', id)) as {
    status: number
    atomic: boolean
    receipts: unknown[]
  }
  expect(status).toMatchObject({ status: 200, atomic: true })
  expect(status.receipts).toHaveLength(1)
  expect(await balance(one)).toBe(11n)
  const asked = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [address, other],
  })
  const allowed = await evm.request('eth_call', [{ to: addresses.usdc, data: asked }, 'latest'])
  expect(BigInt(String(allowed))).toBe(7n)
  // It takes what it is sent like any account, and nobody else can make it call.
  expect(await evm.request('eth_call', [{ from: other, to: address, data: '0x1234' }, 'latest'])).toBe('0x')
})

test('[S5-12] the call that fails undoes the others', async () => {
  const { ask, balance, address } = await create()
  const before = await balance(other)
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [other, 1n],
  })
  const calls = [
    { to: other, value: '0x5' },
    { to: addresses.usdc, data: transfer },
  ]
  await expect(ask('wallet_sendCalls', { calls, from: address })).rejects.toThrow()
  expect(await balance(other)).toBe(before)
})
