/**
 * Demo wallets: connectors that answer as a script says and sign nothing. They let the page be tried without an
 * extension, and show each state of the modal at will.
 */
import { asAddress, type Namespace, type NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { AccountType } from '@latchkey/spec/options'
import {
  type AdapterContext,
  type Connector,
  defineAdapter,
  defineConnector,
  type WalletSession,
} from 'latchkey'

export interface DemoWallet {
  readonly id: string
  readonly name: string
  readonly icon?: string
  /** How it answers when it is asked to connect. */
  readonly answer: 'accept' | 'decline' | 'fail' | 'never' | 'locked' | 'busy' | 'late'
  /** How it answers when it is asked to move to another network. */
  readonly moves?: 'accept' | 'decline' | 'unknown' | 'never'
  /** How it answers when it is asked to sign; absent: it cannot. */
  readonly signs?: 'decline' | 'never'
  /** Instead of the one account that every demo wallet has. */
  readonly accounts?: readonly string[]
  readonly type?: Connector['type']
  readonly accountType?: AccountType
  /** The pairing link of one behind a relay. */
  readonly link?: string
  /** Where it is when it connects; the page's network unless told otherwise. */
  readonly networkId?: NetworkId
}

interface DemoAdapterInput {
  readonly namespace?: Namespace
  readonly wallets: readonly DemoWallet[]
  /** The account of every demo wallet. */
  readonly address: string
  /** `chain` asks the network itself; a number needs nobody to be asked. */
  readonly balance?: 'chain' | 'never' | 'fail' | bigint
}

export function demoAdapter({ namespace = 'eip155', wallets, address, balance = 'chain' }: DemoAdapterInput) {
  return defineAdapter({
    namespace,
    start: (context) => {
      const connectors = wallets.map((wallet) => demoConnector(wallet, { namespace, address, context }))
      return {
        connectors: () => connectors,
        subscribe: () => () => {},
        stop: () => {},
        async getBalance({ address: holder, network, signal }) {
          if (balance === 'never') await new Promise((_, reject) => signal.addEventListener('abort', reject))
          if (balance === 'fail') throw new Error('This demo chain does not answer')
          const { decimals, symbol } = network.nativeCurrency
          if (typeof balance === 'bigint') return { value: balance, decimals, symbol }
          return { value: await askBalance(context, { holder, network, signal }), decimals, symbol }
        },
      }
    },
  })
}

async function askBalance(
  { fetch, rpcUrls }: AdapterContext,
  {
    holder,
    network,
    signal,
  }: { holder: string; network: Parameters<AdapterContext['rpcUrls']>[0]; signal: AbortSignal },
): Promise<bigint> {
  const [url] = rpcUrls(network)
  if (!url) throw new Error(`No address to ask for ${network.name}`)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [holder, 'latest'] })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body, signal })
  const answer: unknown = await response.json()
  if (!(answer instanceof Object) || !('result' in answer) || typeof answer.result !== 'string')
    throw new Error(`${network.name} did not say what ${holder} holds`)
  return BigInt(answer.result)
}

interface DemoConnectorInput {
  readonly namespace: Namespace
  readonly address: string
  readonly context: AdapterContext
}

function demoConnector(
  wallet: DemoWallet,
  { namespace, address, context: { networks } }: DemoConnectorInput,
): Connector {
  const { id, name, icon, answer } = wallet
  const open = (networkId: NetworkId | undefined) =>
    demoSession(wallet, {
      namespace,
      accounts: answer === 'locked' ? [] : (wallet.accounts ?? [address]),
      start: wallet.networkId ?? networkId ?? networks[0]?.caipNetworkId ?? 'eip155:1',
    })
  return defineConnector({
    id,
    name,
    namespace,
    type: wallet.type ?? 'ANNOUNCED',
    rdns: `demo.${id}`,
    installed: wallet.type === undefined,
    ...(icon && { icon }),
    async connect({ networkId, signal, onUri }) {
      if (wallet.link) onUri?.(wallet.link)
      if (answer === 'never') await new Promise((_, reject) => signal.addEventListener('abort', reject))
      // A person needs a moment, and so does whoever looks at the waiting screen.
      await wait(900, signal)
      if (answer === 'decline') throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      if (answer === 'busy') throw Object.assign(new Error('Request already pending.'), { code: -32002 })
      if (answer === 'late') throw new LatchkeyError('connection.timeout', { wallet: name })
      if (answer === 'fail') throw new Error('The extension was updated. Reload the page and try again.')
      return open(networkId)
    },
    reconnect: async () => (answer === 'accept' ? open(undefined) : undefined),
  })
}

interface DemoSessionInput {
  readonly namespace: Namespace
  readonly accounts: readonly string[]
  readonly start: NetworkId
}

function demoSession(
  { moves = 'accept', signs, accountType = 'eoa' }: DemoWallet,
  { namespace, accounts, start }: DemoSessionInput,
): WalletSession {
  const listeners = new Set<Parameters<WalletSession['subscribe']>[0]>()
  let networkId = start
  let addresses = accounts
  const tell = (type: 'network' | 'accounts') => {
    for (const listener of listeners) listener({ type })
  }
  return {
    accounts: () =>
      addresses.map((address) => ({ namespace, address: asAddress(address), type: accountType })),
    networkId: () => networkId,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    disconnect: async () => listeners.clear(),
    async switchNetwork({ network, signal }) {
      if (moves === 'never') await new Promise((_, reject) => signal.addEventListener('abort', reject))
      await wait(700, signal)
      if (moves === 'decline') throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      if (moves === 'unknown') throw Object.assign(new Error('Unrecognized chain ID.'), { code: 4902 })
      networkId = network.caipNetworkId
      tell('network')
    },
    ...(signs && {
      async signMessage({ signal }) {
        if (signs === 'never') await new Promise((_, reject) => signal.addEventListener('abort', reject))
        await wait(300, signal)
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      },
    }),
    async switchAccount({ address }) {
      addresses = [address, ...addresses.filter((each) => each !== address)]
      tell('accounts')
    },
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
