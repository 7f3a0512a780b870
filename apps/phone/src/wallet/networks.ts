/** The networks that this wallet has a name for, and how it names the others. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { safeLine } from '../words/safeText.js'

export interface WalletNetwork {
  readonly id: NetworkId
  readonly chainId: number
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Nobody told this wallet what it is called. */
  readonly isUnknown?: boolean
}

const ether = { symbol: 'ETH', decimals: 18 } as const
const network = (chainId: number, name: string, symbol: string = ether.symbol): WalletNetwork => ({
  id: `eip155:${chainId}`,
  chainId,
  name,
  symbol,
  decimals: ether.decimals,
})

export const localNetwork = network(31_337, 'Local chain')

/** Apps ask for these; only the local chain has a node here. */
export const builtInNetworks: readonly WalletNetwork[] = [
  localNetwork,
  network(1, 'Ethereum'),
  network(8453, 'Base'),
  network(10, 'OP Mainnet'),
  network(42_161, 'Arbitrum One'),
  network(137, 'Polygon', 'POL'),
  network(11_155_111, 'Sepolia'),
]

/** Chain ids as apps and storage may give them: whole and small enough to count with. */
export const chainIdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** An added network, as it is kept. */
export const addedNetworkSchema = v.object({
  chainId: chainIdSchema,
  name: v.pipe(
    v.string(),
    v.transform((name) => safeLine(name, 40)),
    v.minLength(1),
  ),
  symbol: v.pipe(
    v.string(),
    v.transform((symbol) => safeLine(symbol, 12)),
    v.minLength(1),
  ),
  decimals: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(36)),
})
export type AddedNetwork = v.InferOutput<typeof addedNetworkSchema>

export function networksWith(added: readonly AddedNetwork[]): readonly WalletNetwork[] {
  const own = new Set(builtInNetworks.map(({ chainId }) => chainId))
  return [
    ...builtInNetworks,
    ...added
      .filter(({ chainId }) => !own.has(chainId))
      .map((each): WalletNetwork => ({ ...each, id: `eip155:${each.chainId}` })),
  ]
}

/** Undefined for what is no network of this namespace. */
export function chainIdOf(networkId: string): number | undefined {
  const [, digits] = /^eip155:([1-9]\d{0,15})$/.exec(networkId) ?? []
  const read = v.safeParse(chainIdSchema, Number(digits))
  return read.success ? read.output : undefined
}

/** A network by its id, with a plain name where nobody gave it one. */
export function networkOf(networks: readonly WalletNetwork[], networkId: string): WalletNetwork | undefined {
  const known = networks.find(({ id }) => id === networkId)
  if (known) return known
  const chainId = chainIdOf(networkId)
  return chainId === undefined ? undefined : { ...network(chainId, `Network ${chainId}`), isUnknown: true }
}
