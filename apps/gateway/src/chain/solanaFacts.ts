/** What the operator says of solana networks: the words of their tokens, and which are taken to be worth one dollar. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { isAddress } from '@latchkey/spec/validation'
import * as v from 'valibot'
import { readJson } from '../config/parse.js'

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))
const mint = v.pipe(
  v.string(),
  v.check((value) => isAddress('solana', value), 'Expected an address of solana'),
)
const facts = v.strictObject({
  tokens: v.optional(
    v.pipe(v.array(v.strictObject({ address: mint, name: text(64), symbol: text(32) })), v.maxLength(2_000)),
    [],
  ),
  dollars: v.optional(v.pipe(v.array(mint), v.maxLength(16)), []),
})
export type SolanaFacts = v.InferOutput<typeof facts>
export type SolanaSettings = ReadonlyMap<NetworkId, SolanaFacts>

/** `{"solana:5eykt…": {"tokens": [{"address": "…", "name": "…", "symbol": "…"}], "dollars": ["…"]}}`. */
export function readSolanaFacts(text: string): SolanaSettings {
  const isSolana = (id: string) => parseNetworkId(id)?.namespace === 'solana'
  const read = v.safeParse(
    v.record(v.pipe(v.string(), v.check(isSolana, 'Expected a solana network')), facts),
    readJson(text),
  )
  if (!read.success) {
    const [issue] = read.issues
    throw new TypeError(
      `is not an object of network id to facts: ${v.getDotPath(issue) ?? 'value'}: ${issue.message}`,
    )
  }
  // The keys were checked to be network ids.
  return new Map(Object.entries(read.output) as [NetworkId, SolanaFacts][])
}
