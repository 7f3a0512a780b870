/** Gives everybody tokens and opens the pools at believable prices: one ether is 3,000 dollars. */
import { type Address, encodeFunctionData, maxUint256, parseEther, parseUnits } from 'viem'
import { badgesAbi, keysAbi, routerAbi, tokenAbi, wrappedEtherAbi } from '../abis.js'
import type { LocalAccounts } from '../accounts.js'
import { addresses, type TokenName, tokens } from '../addresses.js'
import type { Send } from './sender.js'

const units = (token: TokenName, amount: string) => parseUnits(amount, tokens[token].decimals)

/** What each of the ten people gets. */
const purse = { usdc: '10000', dai: '5000', usdt: '2500', toll: '1000', stuck: '777' } as const
/** What the deployer mints for itself to fill the pools, and for the faucet and the sandbox of the on-ramp to give away. */
const treasury = { usdc: '10000000', dai: '10000000', usdt: '10000000', toll: '1000000' } as const
const faucetStock = { usdc: '1000000000', dai: '1000000000', usdt: '1000000000' } as const

const pools = [
  { token: 'usdc', amount: '3000000', against: 'weth', for: '1000' },
  { token: 'dai', amount: '1500000', against: 'weth', for: '500' },
  { token: 'toll', amount: '100000', against: 'weth', for: '50' },
  { token: 'usdc', amount: '1000000', against: 'dai', for: '1000000' },
  { token: 'usdc', amount: '1000000', against: 'usdt', for: '1000000' },
] as const

export async function fundEverybody(
  send: Send,
  { people, deployer, faucet, onramp }: LocalAccounts,
): Promise<void> {
  const mint = (token: TokenName, to: Address, amount: string) =>
    send({
      from: deployer.address,
      to: addresses[token],
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, units(token, amount)] }),
    })
  const give = async (to: Address, amounts: Partial<Record<TokenName, string>>) => {
    // The keys of the tables above are token names.
    for (const [token, amount] of Object.entries(amounts)) await mint(token as TokenName, to, amount)
  }
  await give(deployer.address, treasury)
  await give(faucet.address, faucetStock)
  await give(onramp.address, faucetStock)
  for (const { address } of people) await give(address, purse)
}

export async function openPools(send: Send, { deployer }: LocalAccounts): Promise<void> {
  const from = deployer.address
  await send({
    from,
    to: addresses.weth,
    value: parseEther('2000'),
    data: encodeFunctionData({ abi: wrappedEtherAbi, functionName: 'deposit' }),
  })
  const approval = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'approve',
    args: [addresses.router, maxUint256],
  })
  for (const token of ['weth', 'usdc', 'dai', 'usdt', 'toll'] as const)
    await send({ from, to: addresses[token], data: approval })
  for (const { token, amount, against, for: other } of pools) {
    const [first, second] = [units(token, amount), units(against, other)]
    const args = [addresses[token], addresses[against], first, second, 0n, 0n, from, maxUint256] as const
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args })
    await send({ from, to: addresses.router, data })
  }
}

/** Three keys for each of the first five people, and badges for all. */
export async function giveCollectibles(send: Send, { people, deployer }: LocalAccounts): Promise<void> {
  const from = deployer.address
  for (const { address } of people.slice(0, 5)) {
    const data = encodeFunctionData({ abi: keysAbi, functionName: 'mint', args: [address] })
    for (let count = 0; count < 3; count++) await send({ from, to: addresses.keys, data })
  }
  for (const [index, { address }] of people.entries()) {
    const args = [address, BigInt(1 + (index % 4)), BigInt(5 + index)] as const
    await send({
      from,
      to: addresses.badges,
      data: encodeFunctionData({ abi: badgesAbi, functionName: 'mint', args }),
    })
  }
}
