/** A row of the index as the wire has it (S7-04). */

import type { NetworkId } from '@latchkey/spec/caip'
import type { EndpointOutput, OperationType } from '@latchkey/spec/endpoints'
import { formatUnits } from '@latchkey/spec/validation'
import { getAddress } from 'viem'
import type { NetworkFacts } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Token } from '../chain/tokens.js'
import type { StoredTransfer } from './activity.js'
import type { StoredRow } from './reads.js'

export type HistoryItem = EndpointOutput<'history'>['data'][number]
type WireTransfer = HistoryItem['transfers'][number]

export interface Describer {
  readonly facts: NetworkFacts
  readonly tokens: ReadonlyMap<Hex, Token>
}

/** The tokens that a row names. */
export function tokensOf({ transfers, touchedToken }: StoredRow): Hex[] {
  const named = transfers.flatMap(({ token }) => (token === null ? [] : [token]))
  // Written by the index itself.
  return touchedToken === null ? named : [...named, touchedToken as Hex]
}

/**
 * Sent by somebody else, and nothing but bait: tokens that advertise or imitate, or transfers of nothing, which put a
 * look-alike address into the list. NFTs stay and carry a flag, since clients can hide them.
 */
export function isSpam(row: StoredRow, { tokens }: Describer): boolean {
  if (row.isOwn) return false
  return row.transfers.every(({ standard, token, amount }) => {
    if (standard === 'erc721' || standard === 'erc1155') return false
    return amount === '0' || (token !== null && tokens.get(token)?.isSuspicious === true)
  })
}

export function historyItem(networkId: NetworkId, row: StoredRow, describer: Describer): HistoryItem {
  const { isConfirmed, transactionHash, minedAt, nonce } = row
  const { from, to } = sidesOf(row)
  const transfers = row.transfers.map((transfer) => wireTransfer(row, transfer, describer))
  return {
    id: transactionHash,
    metadata: {
      // Written by `operationOf`.
      operationType: row.operation as OperationType,
      hash: transactionHash,
      minedAt: minedAt.toISOString(),
      sentFrom: getAddress(from),
      sentTo: to === null ? '' : getAddress(to),
      status: isConfirmed ? 'confirmed' : 'failed',
      nonce,
      application: null,
      chain: networkId,
    },
    // A client drops an item without transfers, so that a bare call carries one of nothing.
    transfers: transfers.length > 0 ? transfers : [nothingMoved(row, describer)],
  }
}

/**
 * Who sent and who got it. A transfer of a token is a call of its contract, and a person means the other person: where
 * everything that left went to one, or all that came is from one, that one is named.
 */
function sidesOf({ address, operation, sender, recipient, transfers }: StoredRow) {
  const only = (others: readonly Hex[]) => (new Set(others).size === 1 ? others[0] : undefined)
  const sent = transfers.filter((transfer) => transfer.from === address).map((transfer) => transfer.to)
  const got = transfers.filter((transfer) => transfer.to === address).map((transfer) => transfer.from)
  return {
    from: (operation === 'receive' && only(got)) || sender,
    to: (operation === 'send' && only(sent)) || recipient,
  }
}

function wireTransfer(
  { address, isOwn }: StoredRow,
  transfer: StoredTransfer,
  describer: Describer,
): WireTransfer {
  const { standard, token, id, amount, from, to } = transfer
  const direction = from === to ? 'self' : to === address ? 'in' : 'out'
  const common = { direction, value: null, price: null } as const
  const known = token === null ? undefined : describer.tokens.get(token)
  if (standard === 'erc721' || standard === 'erc1155') {
    const name = `${known?.name ?? 'NFT'} #${(id ?? '').slice(0, 80)}`
    const isBait = known?.isSuspicious === true && !isOwn
    return {
      ...common,
      fungible_info: null,
      nft_info: { name, content: null, flags: { is_spam: isBait } },
      quantity: { numeric: amount },
    }
  }
  const { nativeCurrency } = describer.facts
  const decimals = token === null ? nativeCurrency.decimals : (known?.decimals ?? 0)
  return {
    ...common,
    fungible_info: infoOf(token, describer),
    nft_info: null,
    quantity: { numeric: formatUnits(BigInt(amount), decimals) },
  }
}

function nothingMoved({ touchedToken }: StoredRow, describer: Describer): WireTransfer {
  return {
    // Written by the index itself.
    fungible_info: infoOf(touchedToken as Hex | null, describer),
    nft_info: null,
    direction: 'self',
    quantity: { numeric: '0' },
    value: null,
    price: null,
  }
}

function infoOf(token: Hex | null, { facts, tokens }: Describer): WireTransfer['fungible_info'] {
  if (token === null) {
    const { name, symbol } = facts.nativeCurrency
    return { name, symbol, icon: null }
  }
  const known = tokens.get(token)
  const short = `${token.slice(0, 6)}…${token.slice(-4)}`
  return {
    name: known?.name ?? short,
    symbol: known?.symbol ?? short,
    icon: known?.iconUrl ? { url: known.iconUrl } : null,
  }
}
