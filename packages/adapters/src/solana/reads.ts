/** Reads of Solana networks: several nodes behind each other, ranked and retried by the kit's own client (S8-33, S9-09). */
import {
  type AdapterContext,
  type ChainRead,
  createFallback,
  createRpc,
  type Fallback,
  type NativeBalance,
} from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { type AskNode, amountOf, readAccounts, valueOf } from './ask.js'

export interface Reads {
  /** A line to the nodes of a network. */
  ask(input: ChainRead): AskNode
  networkOf(id: NetworkId): Network
  getBalance(input: ChainRead & { readonly address: Address }): Promise<NativeBalance>
  isContract(input: ChainRead & { readonly address: Address }): Promise<boolean>
  stop(): void
}

export function createReads(context: AdapterContext): Reads {
  const { clock, fetch, rpcUrls, options } = context
  const nodes = new Map<string, Fallback>()

  function nodeOf(network: Network): Fallback {
    const known = nodes.get(network.caipNetworkId)
    if (known) return known
    const transports = rpcUrls(network).map((url) => createRpc({ url, clock, fetch }))
    // A page with a gateway talks to its own host; other nodes are a last resort and not even measured.
    const ranking = options.gatewayUrl ? {} : { ping: 'getSlot', isActive: isPageVisible }
    const node = createFallback({ transports, clock, ...ranking })
    nodes.set(network.caipNetworkId, node)
    return node
  }

  const ask =
    ({ network, signal }: ChainRead): AskNode =>
    (method, params) =>
      nodeOf(network).request({ method, params, signal })

  return {
    ask,
    networkOf(id) {
      const network = context.networks.find(({ caipNetworkId }) => caipNetworkId === id)
      if (network) return network
      throw new LatchkeyError('network.not-found', { id })
    },
    async getBalance({ address, ...read }) {
      const token = options.tokens?.[read.network.caipNetworkId]
      if (token) {
        const { tokenBalance } = await import('./tokenBalance.js')
        return tokenBalance(ask(read), address, token.address)
      }
      const answer = await ask(read)('getBalance', [address, { commitment: 'confirmed' }])
      const { decimals, symbol } = read.network.nativeCurrency
      return { value: amountOf(valueOf(answer), 'getBalance'), decimals, symbol }
    },
    async isContract({ address, ...read }) {
      const [account] = await readAccounts(ask(read), [address])
      return account !== undefined && (account.isProgram || account.owner !== systemProgram)
    },
    stop() {
      for (const node of nodes.values()) node.stop()
    },
  }
}

/** Accounts of people belong to it. */
const systemProgram = '11111111111111111111111111111111'

const isPageVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'
