/** Networks as apps write them: ours, or a chain of viem or wagmi. Both become one `Network`, once. */
import { type NetworkId, networkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'

interface ChainUrls {
  readonly http: readonly string[]
  readonly webSocket?: readonly string[] | undefined
}

interface ChainExplorer {
  readonly name: string
  readonly url: string
  readonly apiUrl?: string | undefined
}

/** The part of a viem or wagmi chain that the kit reads; an object of this shape is a network of eip155. */
export interface ChainLike {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: ChainUrls; readonly [name: string]: ChainUrls }
  readonly blockExplorers?:
    | { readonly default: ChainExplorer; readonly [name: string]: ChainExplorer }
    | undefined
  readonly testnet?: boolean | undefined
}

export type NetworkInput = Network | ChainLike

/** A network by its id; a number is an eip155 chain id. */
export type NetworkIdInput = NetworkId | number

/** What is neither a network nor a chain passes through unchanged, for the checks that name what is wrong. */
export function toNetwork(input: NetworkInput): Network {
  if (!isChain(input)) return input
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, testnet } = input
  return {
    id,
    chainNamespace: 'eip155',
    caipNetworkId: toNetworkId(id),
    name,
    nativeCurrency,
    rpcUrls,
    ...(blockExplorers ? { blockExplorers } : {}),
    ...(testnet === undefined ? {} : { testnet }),
  }
}

/** The CAIP-2 id of what stands for a network. */
export function toNetworkId(input: NetworkIdInput | NetworkInput): NetworkId {
  if (typeof input === 'string') return input
  if (typeof input === 'number') return networkId({ namespace: 'eip155', reference: input })
  return toNetwork(input).caipNetworkId
}

const isChain = (input: NetworkInput): input is ChainLike =>
  input instanceof Object &&
  !('caipNetworkId' in input) &&
  !('chainNamespace' in input) &&
  Number.isSafeInteger(input.id)
