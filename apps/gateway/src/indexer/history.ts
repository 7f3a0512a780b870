/** The pages of an account's history, over one network or over all that the gateway serves. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { EndpointOutput } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import type { AccountProvider } from '../accounts/provider.js'
import type { Networks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Tokens } from '../chain/tokens.js'
import { refuse } from '../http/refusal.js'
import type { Log } from '../ports/log.js'
import type { CallOptions } from '../rpc/rpc.js'
import type { Sealer } from '../store/sealed.js'
import type { AccountPage, Accounts, LookOptions, NetworkIndex } from './account.js'
import type { Cursors, Places } from './cursor.js'
import { type HistoryItem, historyItem, isSpam, tokensOf } from './historyItem.js'
import type { Place, StoredRow } from './reads.js'

export interface HistoryQuestion {
  readonly address: Hex
  readonly networkIds: readonly NetworkId[]
  readonly cursor: string | undefined
}

export interface History {
  page(question: HistoryQuestion, options: LookOptions): Promise<EndpointOutput<'history'>>
}

/** Items of a page. */
const pageSize = 50
/** Pages that are looked through when all of one is spam. */
const mostRounds = 4

/** Version, network, provider, and its own word for the place. */
const providedPlace = v.strictTuple([
  v.literal(1),
  v.string(),
  v.string(),
  v.pipe(v.string(), v.maxLength(512)),
])

interface Entry {
  readonly networkId: NetworkId
  readonly row: StoredRow
}

export function createHistory(input: {
  accounts: Accounts
  cursors: Cursors
  tokens: Tokens
  networks: Networks
  indexOf: (networkId: NetworkId) => NetworkIndex
  log: Log
  /** Asked about one network at a time; where it is away, the index answers. */
  provided?: { readonly provider: AccountProvider; readonly sealer: Sealer } | undefined
}): History {
  const { accounts, cursors, tokens, networks, indexOf, log, provided } = input

  function placesOf({ address, networkIds, cursor }: HistoryQuestion): Places {
    if (cursor === undefined) return new Map(networkIds.map((networkId) => [networkId, undefined]))
    const places = cursors.read(address, cursor)
    // One network's cursor must not open another's pages.
    if (!places || [...places.keys()].some((networkId) => !networkIds.includes(networkId)))
      throw refuse('parameter', 'The cursor is not one that this gateway gave for this account')
    return places
  }

  async function itemsOf(entries: readonly Entry[], options: CallOptions): Promise<HistoryItem[]> {
    const ids = [...new Set(entries.map(({ networkId }) => networkId))]
    const describers = new Map(
      await Promise.all(
        ids.map(async (networkId) => {
          const named = entries
            .filter((entry) => entry.networkId === networkId)
            .flatMap(({ row }) => tokensOf(row))
          const described = await tokens.describe(indexOf(networkId).chain, named, options)
          return [networkId, { facts: networks(networkId), tokens: described }] as const
        }),
      ),
    )
    return entries.flatMap(({ networkId, row }) => {
      const describer = describers.get(networkId)
      if (!describer || isSpam(row, describer)) return []
      return [historyItem(networkId, row, describer)]
    })
  }

  /** What a provider says; undefined where there is none to ask, or it is away and the index can begin. */
  async function providedPage(
    { address, networkIds, cursor }: HistoryQuestion,
    options: LookOptions,
  ): Promise<EndpointOutput<'history'> | undefined> {
    const [networkId, ...others] = networkIds
    if (!provided || !networkId || others.length > 0 || !provided.provider.serves(networkId)) return undefined
    const { provider, sealer } = provided
    const place = v.safeParse(providedPlace, cursor === undefined ? undefined : sealer.open(address, cursor))
    const isOurs = place.success && place.output[1] === networkId && place.output[2] === provider.name
    if (cursor !== undefined && !isOurs) return undefined
    const before = place.success ? place.output[3] : undefined
    try {
      const { rows, next } = await provider.rows(networkId, address, before, options)
      const entries = rows.map((row) => ({ networkId, row: { networkId, ...row } }))
      return {
        data: await itemsOf(entries, options),
        next: next === undefined ? null : sealer.seal(address, [1, networkId, provider.name, next]),
        // What it leaves out, and how far back it looks, nobody here can see.
        meta: { completeness: 'partial', oldestBlock: null },
      }
    } catch (cause) {
      options.signal?.throwIfAborted()
      // Pages of the index and of a provider do not fit together.
      if (before !== undefined) throw cause
      const reason = cause instanceof Error ? cause.message : 'unknown'
      log.warn({ network: networkId, reason }, 'the account provider is away; the index answers')
      return undefined
    }
  }

  return {
    async page(question, options) {
      const told = await providedPage(question, options)
      if (told) return told
      let places = placesOf(question)
      // The request itself has paid for one of them.
      if (places.size > 1) await options.charge?.(places.size - 1)
      let pages: ReadonlyMap<NetworkId, AccountPage> = new Map()
      let data: HistoryItem[] = []
      for (let round = 0; round < mostRounds && places.size > 0 && data.length === 0; round++) {
        pages = new Map(
          await Promise.all(
            [...places].map(async ([networkId, before]) => {
              const wanted = { before, size: pageSize }
              return [networkId, await accounts.page(networkId, question.address, wanted, options)] as const
            }),
          ),
        )
        const entries = [...pages]
          .flatMap(([networkId, { rows }]) => rows.map((row) => ({ networkId, row })))
          .sort(newestFirst)
          .slice(0, pageSize)
        data = await itemsOf(entries, options)
        const hasMoved = entries.length > 0
        places = nextPlaces(places, pages, entries)
        // Not even a scan found anything in the time there is: the caller may go on.
        if (!hasMoved) break
      }
      return {
        data,
        next: places.size > 0 ? cursors.write(question.address, places) : null,
        meta: metaOf([...pages.values()]),
      }
    },
  }
}

function newestFirst(a: Entry, b: Entry): number {
  const byTime = b.row.minedAt.getTime() - a.row.minedAt.getTime()
  // The order within one network is its own; a sort keeps the order of what compares as equal.
  return a.networkId === b.networkId
    ? b.row.blockNumber - a.row.blockNumber || b.row.transactionIndex - a.row.transactionIndex
    : byTime
}

/** Where each network goes on; those that are at their end are left out. */
function nextPlaces(
  places: Places,
  pages: ReadonlyMap<NetworkId, AccountPage>,
  taken: readonly Entry[],
): Places {
  const next = new Map<NetworkId, Place | undefined>()
  for (const [networkId, before] of places) {
    const page = pages.get(networkId)
    if (!page) continue
    const own = taken.filter((entry) => entry.networkId === networkId)
    const last = own.at(-1)?.row
    if (own.length < page.rows.length) {
      next.set(networkId, last ? { block: last.blockNumber, index: last.transactionIndex } : before)
    } else if (!page.isEnd) {
      // Everything that is known was taken: the rest begins below it.
      const isFull = page.rows.length >= pageSize && last !== undefined
      next.set(
        networkId,
        isFull
          ? { block: last.blockNumber, index: last.transactionIndex }
          : { block: page.watch.scannedFrom, index: 0 },
      )
    }
  }
  return next
}

function metaOf(pages: readonly AccountPage[]): EndpointOutput<'history'>['meta'] {
  const isPartial = pages.some(({ watch, isCurrent }) => watch.scannedFrom > 0 || !isCurrent)
  const [only] = pages
  return {
    // Never `full`: coins that a contract pays to somebody who has no part in its transaction leave no log. Balances tell
    // of them only in blocks that are read for another reason, and nodes without traces tell nobody else.
    completeness: isPartial ? 'partial' : 'logs-only',
    oldestBlock: pages.length === 1 && only ? only.watch.scannedFrom : null,
  }
}
