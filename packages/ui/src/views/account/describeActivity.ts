/** What a transaction was, in few words: what happened, with whom, and what moved. */
import type { ActivityItem, ActivityTransfer } from '@latchkey/core/screen'
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

export function describeActivity({ metadata, transfers }: ActivityItem): DescribedActivity {
  const { operationType } = metadata
  const isSelf =
    operationType === 'send' &&
    transfers.length > 0 &&
    transfers.every(({ direction }) => direction === 'self')
  const shown = transfers.filter(({ nft_info }) => !nft_info?.flags.is_spam)
  const came = shown.filter(({ direction }) => direction === 'in')
  const went = shown.filter(({ direction }) => direction === 'out')
  const still = shown.filter(({ direction }) => direction === 'self')
  // One of each where both sides moved; gas and dust of a swap say nothing.
  const chosen =
    came.length > 0 && went.length > 0
      ? [...came.slice(0, 1), ...went.slice(0, 1)]
      : [...came, ...went, ...still]
  const moved = chosen.flatMap(movedText).slice(0, 2)
  const [first] = [...came, ...went, ...still].flatMap(({ fungible_info }) =>
    fungible_info ? [fungible_info] : [],
  )
  return {
    title: isSelf ? 'operation.self' : titleOf(operationType),
    icon: icons[operationType] ?? 'coin',
    other: otherSide(metadata, isSelf),
    moved,
    token: first && { symbol: first.symbol, icon: first.iconUrl },
  }
}

function titleOf(operation: string): OperationWord {
  const key = `operation.${operation}`
  return Object.hasOwn(copy, key) ? (key as OperationWord) : 'operation.other' // seen just before
}

/** Nothing moved in a bare call: its one transfer of "0" only names the token. */
function movedText({
  direction,
  quantity,
  fungible_info: token,
  nft_info: nft,
}: ActivityTransfer): DescribedActivity['moved'] {
  if (isNothing(quantity.numeric)) return []
  const sign = direction === 'in' ? '+' : direction === 'out' ? '−' : ''
  if (nft)
    return [
      { sign, text: quantity.numeric === '1' ? nft.name : `${decimalText(quantity.numeric)} × ${nft.name}` },
    ]
  return [{ sign, text: `${decimalText(quantity.numeric)} ${token?.symbol ?? ''}`.trim() }]
}

function otherSide(
  { operationType, sentFrom, sentTo }: ActivityItem['metadata'],
  isSelf: boolean,
): DescribedActivity['other'] {
  if (isSelf) return undefined
  if (operationType === 'receive') return sentFrom ? { word: 'activity.from', address: sentFrom } : undefined
  if (!sentTo) return undefined
  return { word: operationType === 'send' ? 'activity.to' : 'activity.with', address: sentTo }
}
