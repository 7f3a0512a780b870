/** `WagmiAdapter` of AppKit 1.8: makes a config of wagmi and is an adapter of ours at the same time. */
import { type Adapter, type AdapterContext, type NetworkInput, toNetworkId } from '@latchkey/core'
import { type Config, type CreateConfigParameters, createConfig, http, type Transport } from '@wagmi/core'
import { type Chain, defineChain, fallback, type HttpTransportConfig } from 'viem'
import { eip155 } from './eip155.js'
import { wagmi } from './wagmi.js'

/** An app's own node of a chain, and how it is asked. */
export interface CustomRpcUrl {
  readonly url: string
  readonly config?: HttpTransportConfig
}

export interface WagmiAdapterInput
  extends Partial<Omit<CreateConfigParameters, 'chains' | 'client' | 'transports'>> {
  /** Chains of viem; networks of other namespaces are left to their own adapters. */
  readonly networks: readonly [NetworkInput, ...NetworkInput[]]
  /** Where an app reads a chain, by its id; without it, `customRpcUrls`, and then the nodes that the chain names. */
  readonly transports?: Readonly<Record<number, Transport>>
  /** By network, such as `eip155:1`; the next one is asked where one fails. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>>
  /** Accepted for the move: there it named the vendor's nodes, here `createAppKit` has the id of your own gateway. */
  readonly projectId?: string
}

/** AppKit's adapter for wagmi: makes a config of wagmi and takes part in it. */
export class WagmiAdapter implements Adapter {
  readonly namespace = 'eip155'
  /** For `<WagmiProvider config={…}>` and wagmi's actions. */
  readonly wagmiConfig: Config
  readonly #adapter: Adapter

  constructor({ networks, transports = {}, customRpcUrls = {}, projectId: _, ...rest }: WagmiAdapterInput) {
    const [first, ...others] = networks.flatMap((network) => toChain(network) ?? [])
    if (!first) throw new TypeError('WagmiAdapter needs a network of eip155.')
    const ways = [first, ...others].map(
      ({ id }) => [id, transports[id] ?? toTransport(customRpcUrls[toNetworkId(id)])] as const,
    )
    this.wagmiConfig = createConfig({
      ...rest,
      chains: [first, ...others],
      transports: Object.fromEntries(ways),
    })
    this.#adapter = eip155({ wagmi: wagmi(this.wagmiConfig) })
  }

  start(context: AdapterContext) {
    return this.#adapter.start(context)
  }
}

const toTransport = (own: readonly CustomRpcUrl[] = []): Transport =>
  own.length > 0 ? fallback(own.map(({ url, config }) => http(url, config))) : http()

/** With everything a chain has beyond what the kit reads: contracts, fees, formatters, serializers. */
function toChain(network: NetworkInput): Chain | undefined {
  if (!('chainNamespace' in network)) return network
  if (network.chainNamespace !== 'eip155') return undefined
  return defineChain({ ...network, id: Number(network.id) })
}
