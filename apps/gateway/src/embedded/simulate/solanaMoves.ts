/** What a Solana transaction, tried out, would leave an account with: its coins, and what lies in its token accounts. */
import type { NetworkId } from '@latchkey/spec/caip'
import { base58 } from '@scure/base'
import * as v from 'valibot'
import { parseExact } from '../../rpc/parseExact.js'
import type { Rpc } from '../../rpc/rpc.js'
import { readSolanaTransaction, type SolanaMessage } from '../policy/solanaMessage.js'

/** More is more, less than nothing is less. */
export interface SolanaMove {
  /** Undefined for the coin of the network, fees included. */
  readonly mint: string | undefined
  readonly decimals: number | undefined
  readonly net: bigint
}

export interface SolanaTrial {
  readonly slot: string
  /** Every account that it may change. */
  readonly writable: readonly string[]
  /** The last line of the log of one that fails; undefined where it does not. */
  readonly failure: { readonly reason: string | undefined } | undefined
  readonly moves: readonly SolanaMove[]
}

const lamportDecimals = 9
const commitment = 'confirmed'

const lamports = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d{1,20}$/))]),
  v.transform((value) => BigInt(value)),
)
const account = v.nullable(
  v.object({
    lamports,
    owner: v.string(),
    data: v.pipe(
      v.tuple([v.string(), v.literal('base64')]),
      v.transform(([text]) => Buffer.from(text, 'base64')),
    ),
  }),
)
type Account = v.InferOutput<typeof account>
const accounts = v.object({ value: v.array(account) })
const tried = v.object({
  context: v.object({ slot: v.number() }),
  value: v.object({
    err: v.unknown(),
    logs: v.optional(v.nullable(v.array(v.string()))),
    accounts: v.optional(v.nullable(v.array(account))),
  }),
})

export function createSolanaTrial({ rpc }: { readonly rpc: Pick<Rpc, 'call'> }) {
  /** `raw` is base64. Throws where the network does not answer, or not in its own words. */
  return async (input: {
    readonly networkId: NetworkId
    readonly owner: string
    readonly raw: string
    readonly signal: AbortSignal
  }): Promise<SolanaTrial> => {
    const { networkId, owner, raw, signal } = input
    const ask = (method: string, params: readonly unknown[]) =>
      rpc.call(networkId, method, params, { signal, parse: parseExact })
    const look = async (addresses: readonly string[]): Promise<readonly Account[]> => {
      if (addresses.length === 0) return []
      const asked = [addresses, { encoding: 'base64', commitment }]
      const { value } = v.parse(accounts, await ask('getMultipleAccounts', asked))
      if (value.length !== addresses.length) throw new RangeError('Not an answer for each account')
      return value
    }

    const message = readSolanaTransaction(Buffer.from(raw, 'base64'))
    const tables = await look(message.tables.map(({ address }) => address))
    // What is only read does not change.
    const addresses = [...new Set([...message.writable, ...lookedUp(message, tables)])]
    const before = await look(addresses)
    const options = {
      encoding: 'base64',
      sigVerify: false,
      replaceRecentBlockhash: true,
      commitment,
      accounts: { encoding: 'base64', addresses },
    }
    const { context, value } = v.parse(tried, await ask('simulateTransaction', [raw, options]))
    const slot = String(context.slot)
    if (value.err !== null)
      return { slot, writable: addresses, failure: { reason: value.logs?.at(-1) }, moves: [] }
    const after = value.accounts ?? []
    if (after.length !== addresses.length) throw new RangeError('Not an answer for each account')

    const place = addresses.indexOf(owner)
    const coins = (after[place]?.lamports ?? 0n) - (before[place]?.lamports ?? 0n)
    const tokens = difference(heldIn(before, owner), heldIn(after, owner))
    const mints = await look([...tokens.keys()])
    return {
      slot,
      writable: addresses,
      failure: undefined,
      moves: [
        ...(coins === 0n ? [] : [{ mint: undefined, decimals: lamportDecimals, net: coins }]),
        ...[...tokens].map(([mint, net], at) => ({ mint, net, decimals: decimalsOf(mints[at]) })),
      ],
    }
  }
}

/** A lookup table: 56 bytes about itself, then addresses. */
const tableHead = 56
const keyBytes = 32

function lookedUp({ tables }: SolanaMessage, found: readonly Account[]): string[] {
  return tables.flatMap(({ writable }, at) =>
    writable.map((index) => {
      const start = tableHead + index * keyBytes
      const key = found[at]?.data.subarray(start, start + keyBytes)
      // A table that cannot be read could name the person's own accounts.
      if (key?.length !== keyBytes) throw new RangeError('A table does not have what is looked up in it')
      return base58.encode(key)
    }),
  )
}

const tokenPrograms: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])
/** A token account: mint, owner, amount. What follows is about others, and longer in the newer program. */
const tokenAccountBytes = 165
const mintDecimals = 44
/** More than any amount has digits: whoever makes a token so wants to be misread. */
const mostDecimals = 20

function decimalsOf(mint: Account | undefined): number | undefined {
  const decimals = mint?.data[mintDecimals]
  return decimals === undefined || decimals > mostDecimals ? undefined : decimals
}

/** By mint. An account that has another owner afterwards counts as empty: what lies in it is theirs. */
function heldIn(all: readonly Account[], owner: string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const each of all) {
    if (!each || !tokenPrograms.has(each.owner) || each.data.length < tokenAccountBytes) continue
    if (base58.encode(each.data.subarray(32, 64)) !== owner) continue
    const mint = base58.encode(each.data.subarray(0, 32))
    sums.set(mint, (sums.get(mint) ?? 0n) + each.data.readBigUInt64LE(64))
  }
  return sums
}

function difference(before: Map<string, bigint>, after: Map<string, bigint>): Map<string, bigint> {
  const mints = [...new Set([...before.keys(), ...after.keys()])]
  return new Map(
    mints
      .map((mint) => [mint, (after.get(mint) ?? 0n) - (before.get(mint) ?? 0n)] as const)
      .filter(([, net]) => net !== 0n),
  )
}
