/** What an account of a solana network did, from the RPC of the network: signatures first, then what they stand for. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { EndpointOutput } from '@latchkey/spec/endpoints'
import { days } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { refuse } from '../http/refusal.js'
import type { Cache } from '../ports/cache.js'
import { NetworkUnavailable } from '../rpc/errors.js'
import { inTurns } from '../rpc/inTurns.js'
import { parseExact } from '../rpc/parseExact.js'
import type { Rpc } from '../rpc/rpc.js'
import type { Sealer } from '../store/sealed.js'
import type { LookOptions } from './account.js'
import type { HistoryItem } from './historyItem.js'
import {
  type SolanaTransaction,
  solanaItem,
  solanaTransaction,
  type TokenNames,
} from './solanaTransaction.js'

export interface SolanaHistory {
  page(
    question: {
      readonly address: string
      readonly networkIds: readonly NetworkId[]
      readonly cursor: string | undefined
    },
    options: LookOptions,
  ): Promise<EndpointOutput<'history'>>
}

const pageSize = 25
/** Signatures of one slot are not torn apart, so that a page may be longer; of more in one slot the rest is not told. */
const longestPage = 100
/** What a node gives at most: asked for where one slot has more than a page. */
const longestList = 1_000
/** Token accounts whose signatures are read beside the account's own: coins that come in name nobody but them. */
const mostTokenAccounts = 16
const readsAtOnce = 8
const keptFor = days(1)
/** Pages that are looked through when all of one is dust. */
const mostRounds = 3

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const commitment = { commitment: 'confirmed' } as const

const signatureText = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/))
const slot = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const signatures = v.array(v.object({ signature: signatureText, slot }))
const tokenAccounts = v.object({
  value: v.array(v.object({ pubkey: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)) })),
})
const place = v.strictTuple([v.literal(1), v.string(), v.nullable(v.strictTuple([signatureText, slot]))])

interface Found {
  readonly signature: string
  readonly slot: number
}

interface Place {
  readonly networkId: NetworkId
  readonly before: Found | undefined
}

export function createSolanaHistory(input: {
  rpc: Pick<Rpc, 'call'>
  cache: Cache
  sealer: Sealer
  names: (networkId: NetworkId) => TokenNames
}): SolanaHistory {
  const { rpc, cache, sealer, names } = input

  async function read<schema extends v.GenericSchema>(
    schema: schema,
    networkId: NetworkId,
    method: string,
    params: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<v.InferOutput<schema>> {
    const options = { parse: parseExact, ...(signal ? { signal } : {}) }
    const answer = v.safeParse(schema, await rpc.call(networkId, method, params, options))
    if (!answer.success) throw new NetworkUnavailable(networkId)
    return answer.output
  }

  function begin(address: string, networkIds: readonly NetworkId[], cursor: string | undefined) {
    const [first] = networkIds
    if (cursor === undefined) return first && { networkId: first, before: undefined }
    const opened = v.safeParse(place, sealer.open(address, cursor))
    const networkId = opened.success ? networkIds.find((id) => id === opened.output[1]) : undefined
    if (!opened.success || networkId === undefined)
      throw refuse('parameter', 'The cursor is not one that this gateway gave for this account')
    const [, , before] = opened.output
    return { networkId, before: before ? { signature: before[0], slot: before[1] } : undefined }
  }

  function cursorOf(address: string, { networkId, before }: Place): string {
    return sealer.seal(address, [1, networkId, before ? [before.signature, before.slot] : null])
  }

  /** The account itself and its token accounts. */
  async function addressesOf(networkId: NetworkId, address: string, signal: AbortSignal | undefined) {
    // Nothing of their data is needed.
    const narrow = { ...commitment, encoding: 'base64', dataSlice: { offset: 0, length: 0 } }
    const lists = await Promise.all(
      tokenPrograms.map((programId) =>
        read(tokenAccounts, networkId, 'getTokenAccountsByOwner', [address, { programId }, narrow], signal),
      ),
    )
    const all = lists.flatMap(({ value }) => value.map(({ pubkey }) => pubkey)).sort()
    return {
      addresses: [address, ...all.slice(0, mostTokenAccounts)],
      isAll: all.length <= mostTokenAccounts,
    }
  }

  /** Some signatures below a place, newest first; `next` is undefined when there are no more. */
  async function someSignatures(
    { networkId, before }: Place,
    addresses: readonly string[],
    options: LookOptions,
    limit = pageSize,
  ): Promise<{ found: Found[]; next: Found | undefined }> {
    const query = { ...commitment, limit, ...(before ? { before: before.signature } : {}) }
    const turns = { atOnce: readsAtOnce, signal: options.signal ?? new AbortController().signal }
    const lists = await inTurns(addresses, turns, (address, either) =>
      read(signatures, networkId, 'getSignaturesForAddress', [address, query], either),
    )
    const isCut = lists.some((list) => list.length >= limit)
    // Below the end of a list that was cut, nothing is known of its part in the order.
    const ends = lists.map((list) => (list.length >= limit ? (list.at(-1)?.slot ?? -1) : -1))
    const horizon = Math.max(-1, ...ends)
    const known = [...new Map(lists.flat().map((one) => [one.signature, one])).values()]
      // Those of the slot where the page before ended were all told there.
      .filter(({ slot: at }) => at > horizon && (!before || at < before.slot))
      .sort((a, b) => b.slot - a.slot)
    if (known.length === 0 && isCut && limit < longestList)
      return someSignatures({ networkId, before }, addresses, options, longestList)
    const edge = known[pageSize - 1]?.slot ?? -1
    const found = known.filter((one, index) => index < pageSize || one.slot === edge).slice(0, longestPage)
    const isEnd = !isCut && found.length === known.length
    return { found, next: isEnd ? undefined : found.at(-1) }
  }

  async function transactionsOf(
    networkId: NetworkId,
    found: readonly Found[],
    options: LookOptions,
  ): Promise<Map<string, SolanaTransaction>> {
    const keyOf = (signature: string) => `solana transaction:${networkId}:${signature}`
    const kept = new Map<string, SolanaTransaction>()
    for (const { signature } of found) {
      const text = await cache.get(keyOf(signature))
      const before = text === undefined ? undefined : v.safeParse(solanaTransaction, parseExact(text))
      if (before?.success) kept.set(signature, before.output)
    }
    const missing = found.filter(({ signature }) => !kept.has(signature))
    if (missing.length > 0) await options.charge?.(missing.length)
    const turns = { atOnce: readsAtOnce, signal: options.signal ?? new AbortController().signal }
    const query = { ...commitment, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }
    await inTurns(missing, turns, async ({ signature }, either) => {
      const params = [signature, query]
      const told = await read(v.nullable(solanaTransaction), networkId, 'getTransaction', params, either)
      // A node that knows the signature and not the transaction has thrown it away.
      if (!told) return
      kept.set(signature, told)
      const text = JSON.stringify(told, (_, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      )
      await cache.set(keyOf(signature), text, keptFor)
    })
    return kept
  }

  return {
    async page({ address, networkIds, cursor }, options) {
      let at: Place | undefined = begin(address, networkIds, cursor)
      const data: HistoryItem[] = []
      let isAll = true
      for (let round = 0; at && round < mostRounds && data.length === 0; round++) {
        const { networkId } = at
        const looked = await addressesOf(networkId, address, options.signal)
        isAll &&= looked.isAll
        await options.charge?.(looked.addresses.length)
        const { found, next: before } = await someSignatures(at, looked.addresses, options)
        const told = await transactionsOf(networkId, found, options)
        for (const { signature } of found) {
          const transaction = told.get(signature)
          const item = transaction && solanaItem(networkId, address, signature, transaction, names(networkId))
          if (item) data.push(item)
        }
        const following: NetworkId | undefined = networkIds[networkIds.indexOf(networkId) + 1]
        at = before ? { networkId, before } : following && { networkId: following, before: undefined }
      }
      const next = at ? cursorOf(address, at) : null
      return { data, next, meta: { completeness: isAll ? 'full' : 'partial', oldestBlock: null } }
    },
  }
}
