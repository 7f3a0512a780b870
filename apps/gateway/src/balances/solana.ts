/** What an account of a solana network holds: lamports and the accounts of both token programs, from its own RPC. */
import type { NetworkId } from '@latchkey/spec/caip'
import { formatUnits } from '@latchkey/spec/validation'
import * as v from 'valibot'
import { NetworkUnavailable, RpcError } from '../rpc/errors.js'
import { parseExact } from '../rpc/parseExact.js'
import type { CallOptions, Rpc } from '../rpc/rpc.js'

export interface SolanaHolding {
  /** Undefined for the native coin. */
  readonly mint: string | undefined
  readonly decimals: number
  /** With its decimals, exact. */
  readonly numeric: string
}

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
/** The coin itself, as it is named where tokens are; it goes by this pseudo-mint on the wire. */
export const solanaCoin = {
  name: 'Solana',
  symbol: 'SOL',
  decimals: 9,
  address: 'So11111111111111111111111111111111111111111',
} as const
const lamportDecimals = solanaCoin.decimals
/** Tokens of one account; the rest is dust that nobody looks through. */
const mostTokens = 500

/** Numbers that a float holds come as such, larger ones as text. */
const units = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.pipe(v.string(), v.regex(/^\d{1,20}$/))]),
  v.transform((value) => BigInt(value)),
)
const lamports = v.looseObject({ value: units })
const tokenAccounts = v.looseObject({
  value: v.array(
    v.looseObject({
      account: v.looseObject({
        data: v.looseObject({
          parsed: v.looseObject({
            info: v.looseObject({
              mint: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
              tokenAmount: v.looseObject({
                amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
                decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
              }),
            }),
          }),
        }),
      }),
    }),
  ),
})

/** The native coin first; several accounts of one mint are one holding. */
export async function solanaHoldings(
  rpc: Pick<Rpc, 'call'>,
  networkId: NetworkId,
  address: string,
  { signal }: CallOptions,
): Promise<SolanaHolding[]> {
  const options = { parse: parseExact, ...(signal ? { signal } : {}) }
  async function read<schema extends v.GenericSchema>(
    schema: schema,
    method: string,
    params: readonly unknown[],
  ) {
    const answer = v.safeParse(schema, await rpc.call(networkId, method, params, options))
    if (!answer.success) throw new NetworkUnavailable(networkId)
    return answer.output
  }
  const commitment = { commitment: 'confirmed' }
  const parsed = { ...commitment, encoding: 'jsonParsed' }
  const [native, ...lists] = await Promise.all([
    read(lamports, 'getBalance', [address, commitment]),
    ...tokenPrograms.map((programId) =>
      read(tokenAccounts, 'getTokenAccountsByOwner', [address, { programId }, parsed]),
    ),
  ])
  const held = new Map<string, { amount: bigint; decimals: number }>()
  for (const { account } of lists.flatMap(({ value }) => value)) {
    const { mint, tokenAmount } = account.data.parsed.info
    const amount = BigInt(tokenAmount.amount) + (held.get(mint)?.amount ?? 0n)
    if (amount > 0n) held.set(mint, { amount, decimals: tokenAmount.decimals })
  }
  const coin = {
    mint: undefined,
    decimals: lamportDecimals,
    numeric: formatUnits(native.value, lamportDecimals),
  }
  const tokens = [...held].slice(0, mostTokens)
  return [
    coin,
    ...tokens.map(([mint, { amount, decimals }]) => ({
      mint,
      decimals,
      numeric: formatUnits(amount, decimals),
    })),
  ]
}

const supply = v.looseObject({
  value: v.looseObject({ decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)) }),
})

/** Decimals of a token; undefined where the network says that there is no such token. */
export async function decimalsOfMint(
  rpc: Pick<Rpc, 'call'>,
  networkId: NetworkId,
  mint: string,
  { signal }: CallOptions,
): Promise<number | undefined> {
  try {
    const options = signal ? { signal } : {}
    const answer = v.safeParse(supply, await rpc.call(networkId, 'getTokenSupply', [mint], options))
    return answer.success ? answer.output.value.decimals : undefined
  } catch (cause) {
    // It has answered: that this is no mint.
    if (cause instanceof RpcError) return undefined
    throw cause
  }
}
