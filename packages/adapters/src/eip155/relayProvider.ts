/** EIP-1193 over a relay: the wallet answers what it approved, the page answers about itself, the chain answers the rest. */
import {
  type AdapterContext,
  createFallback,
  createRpc,
  type RelayLink,
  type RpcTransport,
} from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { permissionOf } from '@latchkey/spec/permissions'
import { type Eip1193Provider, ProviderError, type RequestArguments } from './provider.js'
import { eip155NetworkId, parseChainId, toHex } from './quantity.js'

export interface RelayProviderInput {
  readonly link: RelayLink
  readonly context: AdapterContext
  /** The one that signs first. */
  readonly accounts: () => readonly Address[]
  readonly chainId: () => number
  /** Moves to a chain that the wallet has approved. */
  readonly moveTo: (chainId: number) => void
  /** Events go to whoever subscribed to the session; apps with a library of their own may listen here too. */
  readonly events: Pick<Required<Eip1193Provider>, 'on' | 'removeListener'>
}

const unsupported = 4200

export function createRelayProvider(input: RelayProviderInput): Eip1193Provider {
  const { link, accounts, chainId, moveTo } = input
  const networkId = () => eip155NetworkId(chainId())
  const isApproved = (method: string) => link.methods().includes(method)
  const askWallet = (method: string, params: unknown) =>
    link.request({ networkId: networkId(), method, params: params ?? [] })

  /** What must not reach a wallet that has not approved it, and what the page knows itself. */
  const own: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_accounts: accounts,
    eth_requestAccounts: accounts,
    eth_chainId: () => toHex(chainId()),
    net_version: () => String(chainId()),
    wallet_switchEthereumChain: (params) => switchChain(firstOf(params)),
    wallet_revokePermissions: () => link.disconnect().then(() => null),
    wallet_getCapabilities(params) {
      if (typeof firstOf(params) !== 'string') throw new LatchkeyError('relay.capabilities-address')
      return isApproved('wallet_getCapabilities')
        ? askWallet('wallet_getCapabilities', params)
        : refuse('wallet_getCapabilities')
    },
    wallet_getCallsStatus(params) {
      if (!isApproved('wallet_getCallsStatus')) throw new LatchkeyError('relay.call-status-refused')
      return askWallet('wallet_getCallsStatus', params)
    },
  }

  async function switchChain(wanted: unknown): Promise<null> {
    const id = parseChainId(wanted instanceof Object && 'chainId' in wanted ? wanted.chainId : undefined)
    if (id === undefined) throw new ProviderError({ code: -32602, message: 'A chain id is expected' }, wanted)
    const isKnown = () => link.networks().includes(eip155NetworkId(id))
    if (!isKnown()) {
      if (!isApproved('wallet_switchEthereumChain')) throw new LatchkeyError('relay.switch-failed', { id })
      await askWallet('wallet_switchEthereumChain', [{ chainId: toHex(id) }])
    }
    // A wallet that said yes approves the chain by an update, which may come a moment later.
    if (isKnown()) moveTo(id)
    return null
  }

  /** By their URLs, so that reads of one moment travel together. */
  const nodes = new Map<string, RpcTransport>()

  function read({ method, params }: RequestArguments): Promise<unknown> {
    // Looked up each time: networks are added while the page runs.
    const { networks, rpcUrls, fetch, clock } = input.context
    const network = networks.find((each) => parseChainId(each.id) === chainId())
    const urls = network ? rpcUrls(network) : []
    if (urls.length === 0) throw new LatchkeyError('relay.no-rpc-url')
    const key = urls.join(' ')
    const node =
      nodes.get(key) ??
      createFallback({ transports: urls.map((url) => createRpc({ url, fetch, clock })), clock })
    nodes.set(key, node)
    return node.request({ method, params: Array.isArray(params) ? params : [] })
  }

  return {
    ...input.events,
    async request(asked) {
      const { method, params } = asked
      if (Object.hasOwn(own, method)) return own[method]?.(params)
      if (isApproved(method)) return askWallet(method, params)
      return permissionOf(method) === 'safe' ? read(asked) : refuse(method)
    },
  }
}

function refuse(method: string): never {
  throw new ProviderError({ code: unsupported, message: `The wallet has not approved ${method}` }, undefined)
}

const firstOf = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined)
