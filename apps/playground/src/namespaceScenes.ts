/** Several namespaces in one modal: their networks, their accounts, and a wallet that speaks more than one. */
import { type KitContext, push } from '@latchkey/core/screen'
import type { NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import type { Adapter } from 'latchkey'
import { demoAccount } from './demoAccount.js'
import { type DemoWallet, demoAdapter } from './demoAdapter.js'
import { brassIcon, demoIcon, harborIcon } from './icons.js'
import { networks } from './networks.js'
import type { Scene } from './scenes.js'
import { demoAddress } from './wallets.js'

const network = (
  caipNetworkId: NetworkId,
  name: string,
  nativeCurrency: Network['nativeCurrency'],
): Network => ({
  id: caipNetworkId.slice(caipNetworkId.indexOf(':') + 1),
  // The two parts of a network id are these.
  chainNamespace: caipNetworkId.slice(0, caipNetworkId.indexOf(':')) as Network['chainNamespace'],
  caipNetworkId,
  name,
  nativeCurrency,
  rpcUrls: { default: { http: [`/gateway/v1?chainId=${caipNetworkId}`] } },
})

const others = [
  network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', {
    name: 'Solana',
    symbol: 'SOL',
    decimals: 9,
  }),
  network('bip122:000000000019d6689c085ae165831e93', 'Bitcoin', {
    name: 'Bitcoin',
    symbol: 'BTC',
    decimals: 8,
  }),
  network('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', {
    name: 'Dot',
    symbol: 'DOT',
    decimals: 10,
  }),
] as const

const many: DemoWallet = { id: 'many', name: 'Many Demo', icon: demoIcon, answer: 'accept' }

/** One account of each, known from the documents of its network. */
const adapters: readonly Adapter[] = [
  demoAdapter({ wallets: [many], address: demoAddress }),
  demoAdapter({
    namespace: 'solana',
    wallets: [many, { id: 'sunny', name: 'Sunny Demo', icon: brassIcon, answer: 'accept' }],
    address: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    balance: 2_500_000_000n,
  }),
  demoAdapter({
    namespace: 'bip122',
    wallets: [
      { ...many, accountType: 'payment' },
      { id: 'satchel', name: 'Satchel Demo', icon: harborIcon, answer: 'accept' },
    ],
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    balance: 4_200_000n,
  }),
  demoAdapter({
    namespace: 'polkadot',
    wallets: [many],
    address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    balance: 125_000_000_000n,
  }),
]

const scene = (name: string, rest: Pick<Scene, 'view' | 'play'>): Scene => ({
  group: 'Namespaces',
  name,
  wallets: [many],
  options: { networks: [...networks, ...others], adapters: [...adapters], fetch: demoAccount('empty') },
  ...rest,
})

/** Connects in one namespace and shows its account. */
const account = (at: number) => (kit: KitContext) => {
  const { chainNamespace: namespace, caipNetworkId: networkId } = others[at] ?? others[0]
  kit
    .connect({ connectorId: many.id, namespace })
    .then(() => kit.switchNetwork({ networkId }))
    .then(
      () => kit.open({ view: 'Account' }),
      (cause: unknown) => kit.log.info('As the scene wanted', cause),
    )
}

/** In every namespace, one after the other. */
async function connectAll(kit: KitContext): Promise<void> {
  for (const namespace of ['polkadot', 'bip122', 'solana', 'eip155'] as const)
    await kit.connect({ connectorId: many.id, namespace })
}

export const namespaceScenes: readonly Scene[] = [
  scene('One wallet, four namespaces', { view: 'Connect' }),
  scene('Which namespace', {
    view: 'ConnectingMultiChain',
    play: (kit) => {
      kit.open({ view: 'Connect' })
      push(kit, { view: 'ConnectingMultiChain', data: { connectorId: many.id } })
    },
  }),
  scene('Networks by namespace', {
    view: 'Networks',
    play: (kit) => void connectAll(kit).then(() => kit.open({ view: 'Networks' })),
  }),
  scene('Accounts of all four', {
    view: 'ProfileWallets',
    play: (kit) => void connectAll(kit).then(() => kit.open({ view: 'ProfileWallets' })),
  }),
  scene('On Solana', { view: 'Account', play: account(0) }),
  scene('On Bitcoin', { view: 'Account', play: account(1) }),
  scene('On Polkadot', { view: 'Account', play: account(2) }),
]
