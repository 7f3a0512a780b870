import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { localNetwork } from '../wallet/networks.js'
import { describeCall } from './describeCall.js'

const token = '0x0162c4eb1539e0123DA26D8a6747f3dEB2e01fE2'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function withdraw(uint256 amount)',
])
const context = {
  network: localNetwork,
  tokens: { [token.toLowerCase()]: { symbol: 'USDC', decimals: 6 } },
}
const describe = (call: { to?: `0x${string}`; value?: bigint; data?: `0x${string}` }) =>
  describeCall({ to: call.to, value: call.value ?? 0n, data: call.data }, context)

test('coins are sent to somebody, to the last digit', () => {
  expect(describe({ to: bob, value: 1_000_000_000_000_000_001n })).toEqual({
    title: 'Send 1.000000000000000001 ETH',
    lines: [{ label: 'To', value: bob, isAddress: true }],
    notes: [],
  })
})

test('tokens of the local world are counted with their decimal point', () => {
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1_234_500_000n] })
  expect(describe({ to: token, data })).toMatchObject({ title: 'Send 1,234.5 USDC', notes: [] })
  expect(describe({ to: alice, data })).toMatchObject({
    title: 'Send 1234500000 units of a token',
    notes: [expect.stringContaining('does not know the token')],
  })
})

test('a permission says whether it has a limit, and taking it back sounds different', () => {
  const approve = (amount: bigint) =>
    describe({ to: token, data: encodeFunctionData({ abi, functionName: 'approve', args: [bob, amount] }) })
  expect(approve(5_000_000n)).toMatchObject({ title: 'Allow somebody to take 5 USDC', notes: [] })
  expect(approve(maxUint256)).toMatchObject({
    title: 'Allow somebody to take all USDC',
    notes: [expect.stringContaining('no limit')],
  })
  expect(approve(0n)).toMatchObject({ title: 'Take back a permission for USDC' })
  const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [bob, true] })
  expect(describe({ to: token, data: all })).toMatchObject({
    title: 'Allow somebody to take all collectibles',
  })
})

test('other common calls have words of their own', () => {
  const nft = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [alice, bob, 7n] })
  expect(describe({ to: token, data: nft })).toMatchObject({ title: 'Send collectible #7' })
  const move = encodeFunctionData({ abi, functionName: 'transferFrom', args: [alice, bob, 1_000_000n] })
  expect(describe({ to: token, data: move })).toMatchObject({
    title: 'Move 1 USDC',
    lines: [{ label: 'From', value: alice }, { label: 'To', value: bob }, { label: 'Token' }],
  })
  const unwrap = encodeFunctionData({ abi, functionName: 'withdraw', args: [10n ** 17n] })
  expect(describe({ to: bob, data: unwrap })).toMatchObject({ title: 'Unwrap 0.1 ETH' })
})

test('what is not understood is said not to be', () => {
  expect(describe({ to: bob, data: '0xdeadbeef' })).toMatchObject({
    title: 'Call a contract',
    notes: [expect.stringContaining('does not know what the call does')],
  })
  expect(describe({ to: bob, data: '0xa9059cbb00', value: 10n ** 18n })).toMatchObject({
    title: 'Send 1 ETH and call a contract',
  })
  expect(describe({ data: '0x6001' })).toMatchObject({ title: 'Create a new contract' })
})
