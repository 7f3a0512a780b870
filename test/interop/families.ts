/** What a wallet at the other end of the relay is made of, by namespace: accounts with real keys, and how it answers. */
import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { bip122, bitcoinRegtest, bitcoinTestnet } from '@latchkey/adapters/bip122'
import type {
  ConformanceAbsences,
  ConformanceQuestion,
  ConformanceWallet,
} from '@latchkey/adapters/conformance'
import { eip155 } from '@latchkey/adapters/eip155'
import { createBitcoinWallet, createPolkadotLabWallet } from '@latchkey/adapters/lab'
import { polkadot } from '@latchkey/adapters/polkadot'
import { solana } from '@latchkey/adapters/solana'
import type { Adapter, Network } from '@latchkey/core'
import { type Namespace, type NetworkId, networkId } from '@latchkey/spec/caip'
import { base58 } from '@scure/base'
import { isSignedByBitcoin, isSignedByPolkadot } from 'latchkey/server'
import { type Hex, recoverMessageAddress, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { network } from './kit.js'

export interface FamilyRequest {
  readonly method: string
  readonly params: unknown
}

export interface Family {
  readonly namespace: Namespace
  readonly adapter: Adapter
  readonly networks: readonly [Network, Network]
  /** The question that a method asks the person; whatever is not here is not understood. */
  readonly questions: Readonly<Record<string, ConformanceQuestion>>
  readonly events: readonly string[]
  /** Two, in the spelling of the network. */
  addresses(on: NetworkId): readonly [string, string]
  signMessage(request: FamilyRequest, how: { readonly isWrong: boolean }): Promise<unknown>
  readonly verify: ConformanceWallet['verify']
}

/** Wallets of these have no network: what they approved is where a page may go, and it goes there without a question. */
export const placeless: ConformanceAbsences = {
  switchNetwork: 'behind a relay each request names one of the networks that were approved',
}

const nowhere = 'http://127.0.0.1:9'

function pair<T>(list: readonly T[]): readonly [T, T] {
  const [first, second] = list
  if (first === undefined || second === undefined) throw new Error('a wallet has two accounts')
  return [first, second]
}

const account = () => privateKeyToAccount(generatePrivateKey())

export function eip155Family(rpcUrl: string): Family {
  const [first, second] = pair([account(), account()])
  const stranger = account()
  return {
    namespace: 'eip155',
    adapter: eip155({ target: new EventTarget() }),
    networks: [network(1, rpcUrl), network(10, rpcUrl)],
    questions: { personal_sign: 'signMessage', wallet_switchEthereumChain: 'switchNetwork' },
    events: ['chainChanged', 'accountsChanged'],
    addresses: () => [first.address, second.address],
    signMessage({ params }, { isWrong }) {
      const [raw, address] = params as [Hex, string] // what `personal_sign` takes
      const signer = address === second.address ? second : first
      return (isWrong ? stranger : signer).signMessage({ message: { raw } })
    },
    verify: async ({ address, message, signature }) =>
      (await recoverMessageAddress({ message, signature: signature as Hex })) === address,
  }
}

interface SolanaKey {
  readonly address: string
  readonly secret: KeyObject
  readonly open: KeyObject
}

/** Keys and checks of Node's own ed25519: an opinion that shares no code with the adapter. */
function solanaKey(): SolanaKey {
  const { publicKey: open, privateKey: secret } = generateKeyPairSync('ed25519')
  return { address: base58.encode(open.export({ type: 'spki', format: 'der' }).subarray(-32)), secret, open }
}

export function solanaFamily(): Family {
  const keys = pair([solanaKey(), solanaKey()])
  const stranger = solanaKey()
  const on = (id: NetworkId, name: string): Network => ({
    id: id.slice('solana:'.length),
    chainNamespace: 'solana',
    caipNetworkId: id,
    name,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [nowhere] } },
  })
  return {
    namespace: 'solana',
    adapter: solana({ target: new EventTarget() }),
    networks: [
      on('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'),
      on('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet'),
    ],
    questions: { solana_signMessage: 'signMessage' },
    events: ['accountsChanged'],
    addresses: () => [keys[0].address, keys[1].address],
    async signMessage({ params }, { isWrong }) {
      const { message, pubkey } = params as { message: string; pubkey: string } // as the protocol says
      const key = keys.find(({ address }) => address === pubkey)
      if (!key) throw new Error(`no key of ${pubkey}`)
      const { secret } = isWrong ? stranger : key
      return { signature: base58.encode(sign(null, base58.decode(message), secret)) }
    },
    verify({ address, message, signature }) {
      const key = keys.find((each) => each.address === address)
      return key !== undefined && verify(null, Buffer.from(message), key.open, base58.decode(signature))
    },
  }
}

export async function bip122Family(): Promise<Family> {
  const [regtest, testnet] = [bitcoinRegtest(nowhere), bitcoinTestnet]
  const labOn = (name: 'regtest' | 'testnet') => createBitcoinWallet({ networks: [name], isAuthorised: true })
  const labs = new Map([
    [regtest.caipNetworkId, await labOn('regtest')],
    [testnet.caipNetworkId, await labOn('testnet')],
  ])
  const all = [...labs.values()]
  const owns = (lab: (typeof all)[number], address: string) =>
    lab.accounts.some(([payment]) => payment?.address === address)
  return {
    namespace: 'bip122',
    adapter: bip122({ target: new EventTarget() }),
    networks: [regtest, testnet],
    questions: { signMessage: 'signMessage' },
    events: ['bip122_addressesChanged'],
    addresses: (on) => pair((labs.get(on)?.accounts ?? []).map(([payment]) => payment?.address ?? '')),
    async signMessage({ params }, { isWrong }) {
      const { account, message, protocol } = params as Readonly<Record<string, string>> // as the protocol says
      const lab = all.find((each) => owns(each, account ?? ''))
      if (!lab) throw new Error(`no key of ${account}`)
      lab.switchAccount(account ?? '')
      if (isWrong) lab.next.signWrongly()
      return lab.request({ method: 'signMessage', params: { address: account, message, protocol } })
    },
    verify: isSignedByBitcoin,
  }
}

export async function polkadotFamily(): Promise<Family> {
  const lab = await createPolkadotLabWallet({ isAuthorised: true })
  const accounts = pair(lab.accounts)
  const on = (reference: string, name: string): Network => ({
    id: reference,
    chainNamespace: 'polkadot',
    caipNetworkId: networkId({ namespace: 'polkadot', reference }),
    name,
    nativeCurrency: { name: 'Dot', symbol: 'DOT', decimals: 10 },
    rpcUrls: { default: { http: [nowhere] } },
  })
  const main = on('91b171bb158e2d3848fa23a9f1c25182', 'Polkadot')
  const kusama = on('b0a8d493285c2df73290dfb7e61f870f', 'Kusama')
  /** How each network writes addresses. */
  const prefixes: Readonly<Record<string, number>> = { [main.caipNetworkId]: 0, [kusama.caipNetworkId]: 2 }
  const spelled = (network: NetworkId) => accounts.map((each) => each.address(prefixes[network] ?? 42))
  return {
    namespace: 'polkadot',
    adapter: polkadot({ target: {} }),
    networks: [main, kusama],
    questions: { polkadot_signMessage: 'signMessage' },
    events: [],
    addresses: (network) => pair(spelled(network)),
    async signMessage({ params }, { isWrong }) {
      const { address = '', message = '' } = params as Readonly<Record<string, string>> // as the protocol says
      const own = accounts.find((each) => [0, 2].some((prefix) => each.address(prefix) === address))
      if (!own) throw new Error(`no key of ${address}`)
      if (isWrong) lab.next.signWrongly()
      return lab.request({ method: 'signRaw', params: { address: own.address(42), data: toHex(message) } })
    },
    verify: isSignedByPolkadot,
  }
}
