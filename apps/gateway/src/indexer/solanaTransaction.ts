/** One transaction of a solana network from the point of view of one account: what its balances changed by. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { OperationType } from '@latchkey/spec/endpoints'
import { formatUnits } from '@latchkey/spec/validation'
import * as v from 'valibot'
import type { HistoryItem } from './historyItem.js'

/** Numbers that a float holds come as such, larger ones as text. */
const lamports = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d{1,20}$/))]),
  v.transform((value) => BigInt(value)),
)
const base58 = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const tokenBalance = v.object({
  mint: base58,
  owner: v.optional(base58),
  uiTokenAmount: v.object({
    amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  }),
})
const accounts = <const item extends v.GenericSchema>(item: item) => v.pipe(v.array(item), v.maxLength(512))

/** As `getTransaction` answers with `jsonParsed`; only what is used. */
export const solanaTransaction = v.object({
  slot: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  blockTime: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8_640_000_000))),
  meta: v.object({
    err: v.unknown(),
    fee: lamports,
    preBalances: accounts(lamports),
    postBalances: accounts(lamports),
    preTokenBalances: v.nullish(accounts(tokenBalance), []),
    postTokenBalances: v.nullish(accounts(tokenBalance), []),
  }),
  transaction: v.object({
    message: v.object({ accountKeys: accounts(v.object({ pubkey: base58, signer: v.boolean() })) }),
  }),
})
export type SolanaTransaction = v.InferOutput<typeof solanaTransaction>

export type TokenNames = (mint: string) => { readonly name: string; readonly symbol: string } | undefined

interface Change {
  /** Undefined for the coin. */
  readonly mint: string | undefined
  readonly decimals: number
  readonly change: bigint
}

const coin = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const
/** Coins that strangers send to be seen in a list: less than a transaction costs. */
const dust = 10_000n

/** Undefined where it is nothing to tell: dust of a stranger, or a transaction without a time. */
export function solanaItem(
  networkId: NetworkId,
  account: string,
  signature: string,
  transaction: SolanaTransaction,
  names: TokenNames,
): HistoryItem | undefined {
  const { blockTime, meta } = transaction
  const keys = transaction.transaction.message.accountKeys
  const [payer] = keys
  if (blockTime === null || blockTime === undefined || !payer) return undefined
  const isOwn = keys.some(({ pubkey, signer }) => signer && pubkey === account)
  const isFailed = meta.err !== null && meta.err !== undefined
  const changes = isFailed ? [] : changesOf(account, transaction)
  if (!isOwn && changes.every(({ mint, change }) => mint === undefined && change < dust)) return undefined
  const main = changes.find(({ mint }) => mint !== undefined) ?? changes[0]
  const other = (main && otherSide(account, transaction, main)) ?? (isOwn ? undefined : payer.pubkey)
  const isIn = changes.length > 0 && changes.every(({ change }) => change > 0n)
  return {
    id: signature,
    metadata: {
      operationType: isFailed ? 'execute' : operationOf(changes),
      hash: signature,
      minedAt: new Date(blockTime * 1000).toISOString(),
      sentFrom: isIn ? (other ?? payer.pubkey) : isOwn ? account : payer.pubkey,
      sentTo: isIn ? account : (other ?? ''),
      status: isFailed ? 'failed' : 'confirmed',
      nonce: 0,
      application: null,
      chain: networkId,
    },
    // A client drops an item without transfers, so that a bare call carries one of nothing.
    transfers: (changes.length > 0 ? changes : [{ mint: undefined, decimals: 9, change: 0n }]).map((change) =>
      wireTransfer(change, names),
    ),
  }
}

/** The fee is no transfer; what the account paid of it is added back. */
function changesOf(account: string, { meta, transaction }: SolanaTransaction): Change[] {
  const keys = transaction.message.accountKeys
  const index = keys.findIndex(({ pubkey }) => pubkey === account)
  const [before, after] = [meta.preBalances[index], meta.postBalances[index]]
  const native =
    before === undefined || after === undefined ? 0n : after - before + (index === 0 ? meta.fee : 0n)
  const tokens = new Map<string, { decimals: number; change: bigint }>()
  for (const [list, sign] of [
    [meta.preTokenBalances, -1n],
    [meta.postTokenBalances, 1n],
  ] as const) {
    for (const { mint, owner, uiTokenAmount } of list ?? []) {
      if (owner !== account) continue
      const { decimals, amount } = uiTokenAmount
      const change = (tokens.get(mint)?.change ?? 0n) + sign * BigInt(amount)
      tokens.set(mint, { decimals, change })
    }
  }
  return [
    { mint: undefined, decimals: coin.decimals, change: native },
    ...[...tokens].map(([mint, rest]) => ({ mint, ...rest })),
  ].filter(({ change }) => change !== 0n)
}

function operationOf(changes: readonly Change[]): OperationType {
  const isIn = changes.some(({ change }) => change > 0n)
  const isOut = changes.some(({ change }) => change < 0n)
  if (!isIn && !isOut) return 'execute'
  return isIn && isOut ? 'trade' : isIn ? 'receive' : 'send'
}

/** Whose balance of the same asset changed most the other way. */
function otherSide(
  account: string,
  { meta, transaction }: SolanaTransaction,
  { mint, change }: Change,
): string | undefined {
  const moved = new Map<string, bigint>()
  const add = (owner: string, amount: bigint) => moved.set(owner, (moved.get(owner) ?? 0n) + amount)
  if (mint === undefined) {
    for (const [index, { pubkey }] of transaction.message.accountKeys.entries())
      add(pubkey, (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n))
  } else {
    for (const { mint: of, owner, uiTokenAmount } of meta.preTokenBalances ?? [])
      if (of === mint && owner !== undefined) add(owner, -BigInt(uiTokenAmount.amount))
    for (const { mint: of, owner, uiTokenAmount } of meta.postTokenBalances ?? [])
      if (of === mint && owner !== undefined) add(owner, BigInt(uiTokenAmount.amount))
  }
  const against = [...moved]
    .filter(([owner]) => owner !== account)
    .map(([owner, amount]) => ({ owner, amount: change > 0n ? -amount : amount }))
    .filter(({ amount }) => amount > 0n)
  return against.sort((a, b) => (a.amount < b.amount ? 1 : -1))[0]?.owner
}

function wireTransfer(
  { mint, decimals, change }: Change,
  names: TokenNames,
): HistoryItem['transfers'][number] {
  const short = mint === undefined ? '' : `${mint.slice(0, 4)}…${mint.slice(-4)}`
  const { name, symbol } = mint === undefined ? coin : (names(mint) ?? { name: short, symbol: short })
  return {
    fungible_info: { name, symbol, icon: null },
    nft_info: null,
    direction: change > 0n ? 'in' : change < 0n ? 'out' : 'self',
    quantity: { numeric: formatUnits(change < 0n ? -change : change, decimals) },
    // Prices of solana are nobody's here; a price of something else would be a lie.
    value: null,
    price: null,
  }
}
