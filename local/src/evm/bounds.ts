/** Numbers that the chain must never see: EDR ends the process on some and counts for ever on others. */
import type { Chain, ChainAnswer } from './chain.js'

/** In seconds. */
const year = 365n * 24n * 60n * 60n
/** No clock of a test has to go beyond; far from where dates and 63-bit seconds overflow. */
const latestTime = 1000n * year
const longestJump = 100n * year
const mostBlocks = 100_000n
/** In milliseconds. */
const longestInterval = 24n * 60n * 60n * 1000n
/** Above it nobody means a block any more. */
const highestBlock = 2n ** 53n - 1n
/** Some two months of the local world; more would keep everybody else waiting. */
const widestRange = 1_000_000n

/** The highest value of each parameter by its place. */
const ceilings: Readonly<Record<string, readonly bigint[]>> = {
  evm_increaseTime: [longestJump],
  evm_mine: [latestTime],
  evm_setNextBlockTimestamp: [latestTime],
  evm_setIntervalMining: [longestInterval],
  evm_setBlockGasLimit: [2n ** 50n],
  hardhat_mine: [mostBlocks, year],
  hardhat_setNextBlockBaseFeePerGas: [2n ** 80n],
  hardhat_setNonce: [2n ** 160n, 2n ** 53n],
}

/** The same chain with every call looked at first. */
export function withBounds(chain: Chain): Chain {
  const handle = async (method: string, params: unknown): Promise<ChainAnswer> => {
    if (!Array.isArray(params)) return chain.handle(method, params)
    const ceiling = Object.hasOwn(ceilings, method) ? ceilings[method] : undefined
    if (ceiling?.some((most, index) => exceeds(params[index], most)))
      return invalid(`${method} with a number beyond ${ceiling.join(', ')}`)
    if (method === 'eth_getLogs' || method === 'eth_newFilter') return boundRange(method, params)
    // A subscription hears of what is to come, so a range has no meaning; EDR would walk it all the same.
    if (method === 'eth_subscribe') return chain.handle(method, params.map(withoutRange))
    return chain.handle(method, params)
  }

  /** EDR walks to `toBlock` whether there are blocks or not. */
  async function boundRange(method: string, [filter, ...rest]: unknown[]): Promise<ChainAnswer> {
    if (typeof filter !== 'object' || filter === null) return chain.handle(method, [filter, ...rest])
    const { toBlock, ...open } = filter as { fromBlock?: unknown; toBlock?: unknown } // both are looked at as unknown
    if ([open.fromBlock, toBlock].some((block) => exceeds(block, highestBlock)))
      return invalid(`${method} with a block beyond ${highestBlock}`)
    const told = await chain.handle('eth_blockNumber', [])
    const head = 'result' in told ? (quantity(told.result) ?? 0n) : 0n
    const first = open.fromBlock === 'earliest' ? 0n : (quantity(open.fromBlock) ?? head)
    const last = quantity(toBlock) ?? head
    if ((last < head ? last : head) - first > widestRange)
      return invalid(`${method} over more than ${widestRange} blocks`)
    // Without an end it reaches to the newest block, and a filter goes on from there.
    return chain.handle(method, [last > head ? open : filter, ...rest])
  }

  return { handle }
}

const invalid = (what: string): ChainAnswer => ({
  error: { code: -32602, message: `invalid params: ${what}` },
})

/** Numbers, and digits in text; a pair such as the interval's is as high as its highest. */
function exceeds(value: unknown, most: bigint): boolean {
  if (Array.isArray(value)) return value.some((item) => exceeds(item, most))
  if (typeof value === 'number') return value > Number(most)
  return (quantity(value) ?? 0n) > most
}

/** Longer than any word of the EVM even with some zeros in front; a longer text is not worth turning into a number. */
const longestText = 256
const beyondAll = 2n ** 256n

/** Undefined for what is no quantity, such as `latest`; the chain itself has a word for what is malformed. */
function quantity(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !/^(?:0x[\da-f]+|\d+)$/i.test(value)) return undefined
  return value.length > longestText ? beyondAll : BigInt(value)
}

function withoutRange(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { fromBlock: _from, toBlock: _to, ...rest } = value as { fromBlock?: unknown; toBlock?: unknown } // dropped unread
  return rest
}
