/** What nodes of eip155 networks say, as far as it is believed: every field has a shape and a bound. */
import * as v from 'valibot'

export type Hex = `0x${string}`

const pattern = <text extends string>(shape: RegExp, message: string) =>
  v.custom<text>((value) => typeof value === 'string' && shape.test(value), message)

/** Addresses are compared and stored in lower case. */
export const chainAddress = v.pipe(
  pattern<Hex>(/^0x[0-9a-f]{40}$/i, 'Expected an address'),
  v.transform((text) => text.toLowerCase() as Hex), // lower case of hex is hex
)
const chainHash = v.pipe(
  pattern<Hex>(/^0x[0-9a-f]{64}$/i, 'Expected a hash'),
  v.transform((text) => text.toLowerCase() as Hex), // lower case of hex is hex
)
/** Calldata and return data; the answer it comes in is bounded already. */
export const bytes = v.custom<Hex>(
  (value) => typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(value),
  'Expected whole hex bytes',
)
/** Some nodes pad with zeros; no quantity is longer than a word. */
export const quantity = v.pipe(
  pattern<Hex>(/^0x[0-9a-f]{1,64}$/i, 'Expected a quantity'),
  v.transform((text) => BigInt(text)),
)
/** A block number, an index, a nonce, a time: whole numbers that a JavaScript number holds. */
export const count = v.pipe(quantity, v.transform(Number), v.safeInteger(), v.minValue(0))

export const blockHeader = v.object({
  number: count,
  hash: chainHash,
  parentHash: chainHash,
  /** Unix seconds; within what a date can say. */
  timestamp: v.pipe(count, v.maxValue(8_640_000_000_000)),
})
export type BlockHeader = v.InferOutput<typeof blockHeader>

export const chainTransaction = v.object({
  hash: chainHash,
  blockHash: chainHash,
  transactionIndex: v.pipe(count, v.maxValue(1_000_000)),
  from: chainAddress,
  /** Null for a contract creation. */
  to: v.nullish(chainAddress, null),
  value: quantity,
  nonce: count,
  input: v.optional(bytes, '0x'),
})
export type ChainTransaction = v.InferOutput<typeof chainTransaction>

export const fullBlock = v.object({
  ...blockHeader.entries,
  miner: v.optional(chainAddress),
  transactions: v.array(chainTransaction),
  withdrawals: v.nullish(v.array(v.object({ address: chainAddress })), []),
})
export type FullBlock = v.InferOutput<typeof fullBlock>

export const chainLog = v.object({
  address: chainAddress,
  topics: v.pipe(v.array(chainHash), v.maxLength(4)),
  data: bytes,
  blockNumber: count,
  blockHash: chainHash,
  transactionHash: chainHash,
  logIndex: v.pipe(count, v.maxValue(100_000_000)),
})
export type ChainLog = v.InferOutput<typeof chainLog>

export const receipt = v.object({
  blockHash: chainHash,
  /** Absent before Byzantium, where a receipt has a state root instead. */
  status: v.nullish(quantity, '0x1'),
  gasUsed: quantity,
  effectiveGasPrice: v.nullish(quantity, '0x0'),
  /** What rollups add for their data. */
  l1Fee: v.nullish(quantity, '0x0'),
})
export type Receipt = v.InferOutput<typeof receipt>
