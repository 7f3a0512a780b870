/** What is read of exchanges of concentrated liquidity: which pools there are. */
import { encodeFunctionData, parseAbi } from 'viem'
import { decodeResult } from '../chain/multicall.js'
import type { ConcentratedExchange } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'

const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])

/** Asks for the pool of two tokens and a fee. */
export const poolRead = ({ factory }: ConcentratedExchange, one: Hex, other: Hex, fee: number) => ({
  to: factory,
  data: encodeFunctionData({ abi: factoryAbi, functionName: 'getPool', args: [one, other, fee] }),
})

/** Its address in the answer; undefined where there is none. */
export function findPool(answer: Hex | undefined): Hex | undefined {
  const address = decodeResult(factoryAbi, 'getPool', answer)
  const isPool = typeof address === 'string' && BigInt(address) !== 0n
  return isPool ? (address.toLowerCase() as Hex) : undefined // decoded as an address
}
