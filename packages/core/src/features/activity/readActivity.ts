/** A page of a history as the kit shows it: what can be read, is no spam and is of the network in view (S5-18). */
import type { NetworkId } from '@latchkey/spec/caip'
import type { AnswerOf, history } from '@latchkey/spec/endpoints'
import { isDecimal, isShownInHistory } from '@latchkey/spec/validation'

type AnsweredItem = AnswerOf<typeof history>['data'][number]
type AnsweredTransfer = AnsweredItem['transfers'][number]

// Types and not interfaces: the entities of the spec carry fields that nobody knows, which only a type can take.
export type ActivityTransfer = {
  readonly direction: 'in' | 'out' | 'self'
  readonly quantity: { readonly numeric: string }
  readonly fungible_info: { readonly name: string; readonly symbol: string; readonly iconUrl: string } | null
  readonly nft_info: { readonly name: string; readonly flags: { readonly is_spam: boolean } } | null
}

/** S3-11 */
export type ActivityItem = {
  readonly id: string
  readonly metadata: {
    /** Transaction hash (eip155) or signature (solana). */
    readonly hash: string | undefined
    readonly chain: string
    readonly operationType: string
    readonly status: 'confirmed' | 'failed' | 'pending'
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
  }
  readonly transfers: readonly ActivityTransfer[]
}

export function readActivity(data: readonly AnsweredItem[], networkId: NetworkId): readonly ActivityItem[] {
  return data.flatMap(({ id, metadata, transfers }) => {
    const { hash, chain, operationType, status, minedAt, sentFrom, sentTo } = metadata
    if (Number.isNaN(Date.parse(minedAt))) return []
    const item: ActivityItem = {
      id,
      metadata: {
        hash: hash ?? undefined,
        chain: chain ?? '',
        operationType,
        status,
        minedAt,
        sentFrom,
        sentTo,
      },
      transfers: transfers.flatMap((transfer) => readTransfer(transfer)),
    }
    return isShownInHistory(item, networkId) ? [item] : []
  })
}

/** An amount that is none is not shown as one (D-14). */
function readTransfer(transfer: AnsweredTransfer): ActivityTransfer[] {
  const { direction, quantity, fungible_info: token, nft_info: nft } = transfer
  if (!isDecimal(quantity.numeric)) return []
  return [
    {
      direction: direction === 'in' || direction === 'out' ? direction : 'self',
      quantity: { numeric: quantity.numeric },
      fungible_info: token
        ? { name: token.name ?? '', symbol: token.symbol ?? '', iconUrl: token.icon?.url ?? '' }
        : null,
      nft_info: nft ? { name: nft.name ?? '', flags: { is_spam: nft.flags?.is_spam ?? false } } : null,
    },
  ]
}

/** S3-12: by year, then by month as dates count them, in the time of whoever looks. */
export function byYearAndMonth(
  items: readonly ActivityItem[],
): Record<string, Record<string, ActivityItem[]>> {
  const years: Record<string, Record<string, ActivityItem[]>> = {}
  for (const item of items) {
    const mined = new Date(item.metadata.minedAt)
    const months = (years[mined.getFullYear()] ??= {})
    const month = (months[mined.getMonth()] ??= [])
    month.push(item)
  }
  return years
}
