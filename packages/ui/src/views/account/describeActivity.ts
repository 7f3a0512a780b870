/** What a transaction was, in few words: what happened, with whom, and what moved. */
import type { ActivityItem, ActivityTransfer } from '@latchkey/core/screen'
import { addDecimal } from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'
import type { IconName } from '../../parts/icons.js'
import { decimalText, isNothing } from './amounts.js'
import { copy } from './copy.js'

/** A word without slots. */
type OperationWord = Extract<keyof typeof copy, `operation.${string}`>

export interface DescribedActivity {
  readonly title: OperationWord
  readonly icon: IconName
  /** The other side, where one account stands on it. */
  readonly other:
    | { readonly word: 'activity.to' | 'activity.from' | 'activity.with'; readonly address: string }
    | undefined
  /** Largest first in what it says: what came, then what went. Two at most. */
  readonly moved: readonly { readonly sign: '+' | '−' | ''; readonly text: string }[]
  readonly token: { readonly symbol: string; readonly icon: string } | undefined
}

const icons: Readonly<Record<string, IconName>> = {
  send: 'send',
  receive: 'receive',
  trade: 'swap',
  approve: 'check',
  deposit: 'send',
  withdraw: 'receive',
  mint: 'receive',
  claim: 'receive',
  buy: 'card',
}

export function describeActivity({ metadata, transfers }: ActivityItem, numbers: Numbers): DescribedActivity {
  const { operationType } = metadata
  const isSelf =
    operationType === 'send' &&
    transfers.length > 0 &&
    transfers.every(({ direction }) => direction === 'self')
  const shown = merged(transfers.filter(({ nft_info }) => !nft_info?.flags.is_spam))
  const [came, went, still] = (['in', 'out', 'self'] as const).map((side) =>
    shown.filter(({ direction }) => direction === side),
  ) as [ActivityTransfer[], ActivityTransfer[], ActivityTransfer[]] // one for each of the three
  const all = [...came, ...went, ...still]
  // One of each where both sides moved; gas and dust of a swap say nothing.
  const chosen = came[0] && went[0] ? [came[0], went[0]] : all
  const [first] = all.flatMap(({ fungible_info }) => (fungible_info ? [fungible_info] : []))
  const moved = chosen.flatMap((each) => movedText(each, numbers)).slice(0, 2)
  return {
    title: isSelf ? 'operation.self' : titleOf(operationType),
    icon: icons[operationType] ?? 'coin',
    other: otherSide(metadata, isSelf),
    // What failed moved nothing. An approval moves nothing either; what it is about is its token.
    moved:
      metadata.status === 'failed'
        ? []
        : operationType === 'approve' && first
          ? [{ sign: '', text: first.symbol }]
          : moved,
    token: first && { symbol: first.symbol, icon: first.iconUrl },
  }
}

function titleOf(operation: string): OperationWord {
  const key = `operation.${operation}`
  return Object.hasOwn(copy, key) ? (key as OperationWord) : 'operation.other' // seen just before
}

/** The same thing moved twice, as with tokens that take a fee, is told once. */
function merged(transfers: readonly ActivityTransfer[]): ActivityTransfer[] {
  const sums = new Map<string, ActivityTransfer>()
  for (const transfer of transfers) {
    const { direction, fungible_info: token, nft_info: nft, quantity } = transfer
    const key = JSON.stringify([direction, token?.symbol, token?.name, nft?.name])
    const before = sums.get(key)
    // Both were read as decimals.
    const numeric = before ? (addDecimal(before.quantity.numeric, quantity.numeric) ?? '0') : quantity.numeric
    sums.set(key, { ...transfer, quantity: { numeric } })
  }
  return [...sums.values()]
}

/** Nothing moved in a bare call: its one transfer of "0" only names the token. */
function movedText(transfer: ActivityTransfer, numbers: Numbers): DescribedActivity['moved'] {
  const { direction, quantity, fungible_info: token, nft_info: nft } = transfer
  if (isNothing(quantity.numeric)) return []
  // A name with a sign before it reads as a sum.
  if (nft) {
    const several = `${decimalText(quantity.numeric, numbers)} × ${nft.name}`
    return [{ sign: '', text: quantity.numeric === '1' ? nft.name : several }]
  }
  const sign = direction === 'in' ? '+' : direction === 'out' ? '−' : ''
  return [{ sign, text: decimalText(quantity.numeric, numbers, { symbol: token?.symbol ?? '' }) }]
}

function otherSide(
  { operationType, sentFrom, sentTo }: ActivityItem['metadata'],
  isSelf: boolean,
): DescribedActivity['other'] {
  // Whoever swaps deals with a pool that has no name.
  if (isSelf || operationType === 'trade') return undefined
  if (operationType === 'receive') return sentFrom ? { word: 'activity.from', address: sentFrom } : undefined
  if (!sentTo) return undefined
  return { word: operationType === 'send' ? 'activity.to' : 'activity.with', address: sentTo }
}
