/** The tokens, each with its oddity, through viem on a seeded chain. */
import { BaseError, ContractFunctionRevertedError, maxUint256, parseEther, parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permitTokenAbi, silentTokenAbi, tokenAbi, wrappedEtherAbi } from './abis.js'
import type { LocalAccount } from './accounts.js'
import { addresses, type LocalToken, tokens } from './addresses.js'
import { type Evm, startEvm } from './startEvm.js'
import { testClients } from './testClient.js'

let evm: Evm
let world: ReturnType<typeof testClients>
beforeAll(async () => {
  evm = await startEvm()
  world = testClients(evm)
})
afterAll(() => evm.close())

const balance = (token: { address: `0x${string}` }, { address }: LocalAccount) =>
  world.reader.readContract({
    address: token.address,
    abi: tokenAbi,
    functionName: 'balanceOf',
    args: [address],
  })

const transfer = (token: LocalToken, from: LocalAccount, to: LocalAccount, value: bigint) =>
  world.wallet(from).writeContract({
    address: token.address,
    abi: tokenAbi,
    functionName: 'transfer',
    args: [to.address, value],
  })

/** The name of the custom error, or the text of a plain one, that a promise was rejected with. */
async function revertOf(promise: Promise<unknown>): Promise<string | undefined> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  const revert =
    error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  return revert instanceof ContractFunctionRevertedError
    ? (revert.reason ?? revert.data?.errorName)
    : String(error)
}

test.each(Object.values(tokens))(
  '$symbol says its name, symbol and decimals as the table has them',
  async (token) => {
    const read = (functionName: 'name' | 'symbol' | 'decimals') =>
      world.reader.readContract({ address: token.address, abi: tokenAbi, functionName })
    const told = { name: await read('name'), symbol: await read('symbol'), decimals: await read('decimals') }
    expect(told).toEqual({ name: token.name, symbol: token.symbol, decimals: token.decimals })
  },
)

test('a plain token moves to the wei and refuses what is not there', async () => {
  const { alice, frank } = world
  const [before, received] = [await balance(tokens.dai, alice), await balance(tokens.dai, frank)]
  await transfer(tokens.dai, alice, frank, 123n)
  expect(await balance(tokens.dai, alice)).toBe(before - 123n)
  expect(await balance(tokens.dai, frank)).toBe(received + 123n)
  const tooMuch = world.reader.simulateContract({
    account: alice.address,
    address: addresses.dai,
    abi: tokenAbi,
    functionName: 'transfer',
    args: [frank.address, before],
  })
  expect(await revertOf(tooMuch)).toBe('InsufficientBalance')
})

test('only the deployer mints', async () => {
  const mint = world.reader.simulateContract({
    account: world.alice.address,
    address: addresses.dai,
    abi: tokenAbi,
    functionName: 'mint',
    args: [world.alice.address, 1n],
  })
  expect(await revertOf(mint)).toBe('NotMinter')
})

test('an allowance is counted down, and the highest one is not', async () => {
  const { carol, dave } = world
  const token = { address: addresses.dai, abi: tokenAbi } as const
  const approve = (value: bigint) =>
    world.wallet(carol).writeContract({ ...token, functionName: 'approve', args: [dave.address, value] })
  const take = (value: bigint) =>
    world
      .wallet(dave)
      .writeContract({ ...token, functionName: 'transferFrom', args: [carol.address, dave.address, value] })
  const left = () =>
    world.reader.readContract({ ...token, functionName: 'allowance', args: [carol.address, dave.address] })
  await approve(10n)
  await take(4n)
  expect(await left()).toBe(6n)
  expect(await revertOf(take(7n))).toBe('InsufficientAllowance')
  await approve(maxUint256)
  await take(4n)
  expect(await left()).toBe(maxUint256)
})

describe('the token with permit', () => {
  const token = { address: addresses.usdc, abi: permitTokenAbi } as const

  async function signed(owner: LocalAccount, spender: LocalAccount, value: bigint, deadline: bigint) {
    const nonce = await world.reader.readContract({ ...token, functionName: 'nonces', args: [owner.address] })
    const signature = await privateKeyToAccount(owner.privateKey).signTypedData({
      domain: {
        name: tokens.usdc.name,
        version: '1',
        chainId: evm.chainId,
        verifyingContract: token.address,
      },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: owner.address, spender: spender.address, value, nonce, deadline },
    })
    const { r, s, yParity } = parseSignature(signature)
    return [owner.address, spender.address, value, deadline, 27 + yParity, r, s] as const
  }

  const permit = (args: Awaited<ReturnType<typeof signed>>) =>
    world.wallet(world.bob).writeContract({ ...token, functionName: 'permit', args })

  test('takes a signature for an allowance, once', async () => {
    const { alice, bob } = world
    const args = await signed(alice, bob, 777n, maxUint256)
    await permit(args)
    const allowance = await world.reader.readContract({
      ...token,
      functionName: 'allowance',
      args: [alice.address, bob.address],
    })
    expect(allowance).toBe(777n)
    expect(await revertOf(permit(args))).toBe('PermitSignerWrong')
  })

  test('refuses another value, an old deadline and the mirrored signature', async () => {
    const { alice, bob } = world
    const [owner, spender, value, deadline, v, r, s] = await signed(alice, bob, 5n, maxUint256)
    expect(await revertOf(permit([owner, spender, value + 1n, deadline, v, r, s]))).toBe('PermitSignerWrong')
    expect(await revertOf(permit(await signed(alice, bob, 5n, 1n)))).toBe('PermitExpired')
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const twin = `0x${(order - BigInt(s)).toString(16).padStart(64, '0')}` as const
    expect(await revertOf(permit([owner, spender, value, deadline, 55 - v, r, twin]))).toBe(
      'PermitSignerWrong',
    )
  })
})

test('the token with a toll delivers 99 % and gives the rest to its maker', async () => {
  const { alice, frank, deployer } = world
  const [received, earned] = [await balance(tokens.toll, frank), await balance(tokens.toll, deployer)]
  await transfer(tokens.toll, alice, frank, 1000n)
  expect(await balance(tokens.toll, frank)).toBe(received + 990n)
  expect(await balance(tokens.toll, deployer)).toBe(earned + 10n)
})

test('the silent token returns no bytes, and its allowance goes through zero', async () => {
  const { alice, bob } = world
  const transferred = await world.reader.call({
    account: alice.address,
    to: addresses.usdt,
    data: `0xa9059cbb${bob.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
  })
  expect(transferred.data).toBeUndefined()
  const approve = (value: bigint) =>
    world.wallet(alice).writeContract({
      address: addresses.usdt,
      abi: silentTokenAbi,
      functionName: 'approve',
      args: [bob.address, value],
    })
  await approve(5n)
  expect(await revertOf(approve(6n))).toBe('reset the allowance to zero first')
  await approve(0n)
  await approve(6n)
})

test('the stuck token can be held and not sent', async () => {
  const { alice, bob } = world
  expect(await balance(tokens.stuck, alice)).toBeGreaterThan(0n)
  const send = world.reader.simulateContract({
    account: alice.address,
    address: addresses.stuck,
    abi: [
      ...tokenAbi,
      { type: 'error', name: 'TransferRefused', inputs: [{ type: 'address' }, { type: 'address' }] },
    ],
    functionName: 'transfer',
    args: [bob.address, 1n],
  })
  expect(await revertOf(send)).toBe('TransferRefused')
})

test('wrapped ether is backed one to one', async () => {
  const { erin, wallet, reader } = world
  const token = { address: addresses.weth, abi: wrappedEtherAbi } as const
  const before = await balance(token, erin)
  await wallet(erin).sendTransaction({ to: addresses.weth, value: parseEther('1') })
  expect(await balance(token, erin)).toBe(before + parseEther('1'))
  await wallet(erin).writeContract({ ...token, functionName: 'withdraw', args: [parseEther('0.4')] })
  expect(await balance(token, erin)).toBe(before + parseEther('0.6'))
  const supply = await reader.readContract({ ...token, functionName: 'totalSupply' })
  expect(supply).toBe(await reader.getBalance({ address: addresses.weth }))
  const tooMuch = wallet(erin).writeContract({
    ...token,
    functionName: 'withdraw',
    args: [parseEther('1000')],
  })
  expect(await revertOf(tooMuch)).toBe('InsufficientBalance')
})
