/** Providers that list sent and received, coins and tokens apart: their lists become one, transaction by transaction. */
import type { Hex } from '../chain/shapes.js'
import { type ActivityRow, operationOf, type StoredTransfer } from '../indexer/activity.js'
import type { RowsPage } from './provider.js'

/** One line of one list. */
export interface Leg {
  readonly block: number
  readonly hash: Hex
  readonly minedAt: Date
  /** Of the transaction, where the list tells. */
  readonly transaction?: {
    readonly index: number
    readonly nonce: number
    readonly sender: Hex
    readonly recipient: Hex | null
    readonly input: Hex
    readonly value: bigint
    readonly isConfirmed: boolean
  }
  /** Absent where nothing moved. */
  readonly transfer?: StoredTransfer
}

export interface List {
  /** Newest first. */
  readonly legs: readonly Leg[]
  /** Whether there is more below. */
  readonly isCut: boolean
}

const mostTransfers = 200
const mostRows = 50

/**
 * As far down as every list reaches. The next page begins at the block below, so that none is torn apart; where one
 * block fills a whole list nothing is sure, and undefined is returned: whoever asked has to ask for longer lists.
 */
export function mergeLists(account: Hex, lists: readonly List[]): RowsPage | undefined {
  const ends = lists.map(({ legs, isCut }) => (isCut ? (legs.at(-1)?.block ?? -1) : -1))
  const horizon = Math.max(-1, ...ends)
  const legs = lists.flatMap((list) => list.legs).filter(({ block }) => block > horizon)
  if (legs.length === 0 && horizon >= 0) return undefined
  const groups = new Map<Hex, Leg[]>()
  for (const leg of legs) groups.set(leg.hash, [...(groups.get(leg.hash) ?? []), leg])
  const rows = [...groups.values()]
    .flatMap((group) => rowOf(account, group) ?? [])
    .sort((a, b) => b.blockNumber - a.blockNumber || b.transactionIndex - a.transactionIndex)
  const edge = rows[mostRows - 1]?.blockNumber
  const taken = edge === undefined ? rows : rows.filter(({ blockNumber }) => blockNumber >= edge)
  const isAll = taken.length === rows.length && horizon < 0
  // Blocks from the horizon down are unread; those below the edge were left for later.
  const below = taken.length < rows.length ? (edge ?? 0) - 1 : horizon
  return { rows: taken, next: isAll || below < 0 ? undefined : String(below) }
}

function rowOf(account: Hex, legs: readonly Leg[]): ActivityRow | undefined {
  const [first] = legs
  if (!first) return undefined
  const told = legs.find(({ transaction }) => transaction)?.transaction
  const transfers = distinct(legs.flatMap(({ transfer }) => transfer ?? [])).slice(0, mostTransfers)
  const [moved] = transfers
  const sender = told?.sender ?? moved?.from
  if (sender === undefined) return undefined
  const recipient = told ? told.recipient : (moved?.to ?? null)
  const isOwn = told ? told.sender === account : transfers.some(({ from }) => from === account)
  // Somebody called this account without giving it anything.
  if (!isOwn && transfers.length === 0) return undefined
  const { input = '0x', value = 0n, isConfirmed = true } = told ?? {}
  const facts = { account, recipient, input, value, isOwn, isConfirmed, transfers }
  const operation = operationOf({ ...facts, hasApproved: false, wrapped: undefined })
  return {
    address: account,
    blockNumber: first.block,
    transactionIndex: told?.index ?? 0,
    transactionHash: first.hash,
    minedAt: first.minedAt,
    sender,
    recipient,
    nonce: told?.nonce ?? 0,
    operation,
    isConfirmed,
    isOwn,
    touchedToken: operation === 'approve' ? recipient : null,
    transfers: isConfirmed ? transfers : [],
  }
}

/** A transfer to oneself is in two lists. */
function distinct(transfers: readonly StoredTransfer[]): StoredTransfer[] {
  const isSelf = ({ from, to }: StoredTransfer) => from === to
  const seen = new Set<string>()
  return transfers.filter((transfer) => {
    const key = JSON.stringify(transfer)
    if (isSelf(transfer) && seen.has(key)) return false
    seen.add(key)
    return true
  })
}
