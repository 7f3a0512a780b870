/** The pages of an account's history, over one network or over all that the gateway serves. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { EndpointOutput } from '@latchkey/spec/endpoints'
import type { Networks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Tokens } from '../chain/tokens.js'
import { refuse } from '../http/refusal.js'
import type { CallOptions } from '../rpc/rpc.js'
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
}): History {
  const { accounts, cursors, tokens, networks, indexOf } = input

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

  return {
    async page(question, options) {
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
  const isLogsOnly = pages.some(({ watch }) => !watch.hasOldState)
  const [only] = pages
  return {
    completeness: isPartial ? 'partial' : isLogsOnly ? 'logs-only' : 'full',
    oldestBlock: pages.length === 1 && only ? only.watch.scannedFrom : null,
  }
}
