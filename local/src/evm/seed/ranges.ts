/** Opens the exchange of concentrated liquidity: one pool that beats the pair of its tokens one way, one for a token of its own. */
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  maxUint256,
  parseEther,
} from 'viem'
import rangeFactory from '../../../contracts/artifacts/RangeFactory.json' with { type: 'json' }
import rangeQuoter from '../../../contracts/artifacts/RangeQuoter.json' with { type: 'json' }
import rangeRouter from '../../../contracts/artifacts/RangeRouter.json' with { type: 'json' }
import token from '../../../contracts/artifacts/Token.json' with { type: 'json' }
import { rangeFactoryAbi, rangePoolAbi, tokenAbi, wrappedEtherAbi } from '../abis.js'
import type { LocalAccounts } from '../accounts.js'
import { addresses, rangeAddresses, reef } from '../addresses.js'
import type { Send } from './sender.js'

const deployments = [
  { name: 'reef', artifact: token, args: [reef.name, reef.symbol, reef.decimals] },
  { name: 'factory', artifact: rangeFactory, args: [] },
  { name: 'quoter', artifact: rangeQuoter, args: [rangeAddresses.factory] },
  { name: 'router', artifact: rangeRouter, args: [rangeAddresses.factory, addresses.weth] },
] as const

/** Wrapped ether against tokens of as many decimals: how many make one ether, in millionths of fee, and how deep it is. */
const pools: readonly { address: Address; perEther: number; fee: number; ether: number }[] = [
  { address: addresses.dai, perEther: 3_000, fee: 500, ether: 600 },
  { address: reef.address, perEther: 1_500, fee: 3_000, ether: 100 },
]
/** Ticks from the price to either end of its range: half and double. */
const reach = 6_932

export async function openRanges(send: Send, { ranges, faucet }: LocalAccounts): Promise<void> {
  const from = ranges.address
  for (const { name, artifact, args } of deployments) {
    // JSON modules are typed as plain strings; the compile script writes an ABI and 0x-prefixed hex.
    const data = encodeDeployData({
      abi: artifact.abi as Abi,
      bytecode: artifact.bytecode as Hex,
      args: [...args],
    })
    const { contractAddress } = await send({ from, data })
    if (!contractAddress || !isAddressEqual(contractAddress, rangeAddresses[name]))
      throw new Error(`${name} landed at ${contractAddress}, but addresses.ts says ${rangeAddresses[name]}`)
  }
  await send({
    from,
    to: addresses.weth,
    value: parseEther('1000'),
    data: encodeFunctionData({ abi: wrappedEtherAbi, functionName: 'deposit' }),
  })
  const money = parseEther('1000000')
  // The minter of dollars has a nonce that others count on; the faucet has plenty.
  const gift = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [from, money] })
  await send({ from: faucet.address, to: addresses.dai, data: gift })
  const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [from, money] })
  await send({ from, to: reef.address, data: mint })
  for (const pool of pools) await openRange(send, from, pool)
}

async function openRange(
  send: Send,
  from: Address,
  { address, perEther, fee, ether }: (typeof pools)[number],
): Promise<void> {
  const isFirst = address.toLowerCase() < addresses.weth.toLowerCase()
  const [token0, token1] = isFirst ? [address, addresses.weth] : [addresses.weth, address]
  const tick = Math.floor(Math.log(isFirst ? 1 / perEther : perEther) / Math.log(1.0001))
  const args = [token0, token1, fee, tick - reach, tick, tick + reach] as const
  const create = encodeFunctionData({ abi: rangeFactoryAbi, functionName: 'createPool', args })
  const { logs } = await send({ from, to: rangeAddresses.factory, data: create })
  const pool: Address = `0x${logs[0]?.data.slice(-40) ?? ''}`
  const approve = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [pool, maxUint256] })
  for (const to of [token0, token1]) await send({ from, to, data: approve })
  // As deep around its price as a pair with so much ether: the root of the product of its two sides.
  const liquidity = (parseEther(String(ether)) * BigInt(Math.floor(Math.sqrt(perEther) * 1e6))) / 1_000_000n
  const provide = encodeFunctionData({ abi: rangePoolAbi, functionName: 'provide', args: [liquidity] })
  await send({ from, to: pool, data: provide })
}
