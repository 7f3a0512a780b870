/** Every screen of the modal in every state, each at a click. A scene is a kit of its own that ends when it closes. */
import type { ViewId } from '@latchkey/spec/views'
import {
  builtViewIds,
  createLatchkey,
  createMemoryStorage,
  type Kit,
  showAlert,
  showToast,
  type ThemeState,
} from 'latchkey'
import { type DemoWallet, demoAdapter } from './demoAdapter.js'
import { hostileIcon } from './icons.js'
import { mainnet, networks } from './networks.js'
import { demoAddress, demoWallet, demoWallets } from './wallets.js'

export interface Scene {
  readonly group: string
  readonly name: string
  readonly view: ViewId
  readonly wallets?: readonly DemoWallet[]
  readonly balance?: 'chain' | 'never' | 'fail'
  readonly options?: Partial<Parameters<typeof createLatchkey>[0]>
  /** Connects the first wallet before anything is shown. */
  readonly isConnected?: boolean
  /** Opens the view, unless the scene needs more than that. */
  readonly play?: (kit: Kit) => void
}

/** Opens the waiting screen as a person would: by choosing the wallet. */
const ask = (kit: Kit) => {
  kit.open({ view: 'Connect' })
  const connectorId = demoWallet.id
  kit.connect({ connectorId }).catch((cause: unknown) => kit.log.info('As the scene wanted', cause))
  kit.open({ view: 'ConnectingExternal', data: { connectorId } })
}

const answering = (answer: DemoWallet['answer']): readonly DemoWallet[] => [{ ...demoWallet, answer }]

const written: readonly Scene[] = [
  { group: 'Connect', name: 'Wallets found', view: 'Connect' },
  { group: 'Connect', name: 'No wallet', wallets: [], view: 'Connect' },
  {
    group: 'Connect',
    name: 'With terms',
    options: { termsConditionsUrl: '/terms', privacyPolicyUrl: '/privacy' },
    view: 'Connect',
  },
  { group: 'Connect', name: 'Switched off', options: { enableWallets: false }, view: 'Connect' },
  {
    group: 'Connect',
    name: 'Hostile icon',
    wallets: [{ ...demoWallet, name: 'Hostile Demo', icon: hostileIcon }],
    view: 'Connect',
  },
  {
    group: 'Wallet asked',
    name: 'Waiting',
    wallets: answering('never'),
    view: 'ConnectingExternal',
    play: ask,
  },
  {
    group: 'Wallet asked',
    name: 'Declined',
    wallets: answering('decline'),
    view: 'ConnectingExternal',
    play: ask,
  },
  {
    group: 'Wallet asked',
    name: 'Failed',
    wallets: answering('fail'),
    view: 'ConnectingExternal',
    play: ask,
  },
  {
    group: 'Wallet asked',
    name: 'Not asked yet',
    view: 'ConnectingExternal',
    play: (kit) => kit.open({ view: 'ConnectingExternal', data: { connectorId: demoWallet.id } }),
  },
  {
    group: 'Wallet asked',
    name: 'Wallet gone',
    view: 'ConnectingExternal',
    play: (kit) => kit.open({ view: 'ConnectingExternal', data: { connectorId: 'removed' } }),
  },
  { group: 'Account', name: 'Connected', isConnected: true, view: 'Account' },
  { group: 'Account', name: 'Balance on its way', isConnected: true, balance: 'never', view: 'Account' },
  { group: 'Account', name: 'No balance', isConnected: true, balance: 'fail', view: 'Account' },
  { group: 'Networks', name: 'Choose', isConnected: true, view: 'Networks' },
  {
    group: 'Networks',
    name: 'Unsupported',
    isConnected: true,
    wallets: [{ ...demoWallet, networkId: 'eip155:424242' }],
    view: 'UnsupportedChain',
  },
  { group: 'Help', name: 'What is a wallet?', view: 'WhatIsAWallet' },
  { group: 'Help', name: 'Not built yet', view: 'AllWallets' },
  { group: 'Notices', name: 'Success', view: 'Connect', play: toast('success', 'Transaction sent') },
  { group: 'Notices', name: 'Error', view: 'Connect', play: toast('error', 'Signature declined') },
  { group: 'Notices', name: 'Loading', view: 'Connect', play: toast('loading', 'Authenticating...') },
  {
    group: 'Notices',
    name: 'Alert',
    view: 'Connect',
    play: (kit) => {
      kit.open({ view: 'Connect' })
      showAlert(kit, 'network-not-found', { network: mainnet.name })
    },
  },
  { group: 'Notices', name: 'Refusal', view: 'ApproveTransaction' },
]

function toast(variant: 'success' | 'error' | 'loading', text: string) {
  return (kit: Kit) => {
    kit.open({ view: 'Connect' })
    showToast(kit, { variant, text })
  }
}

/** A view that nobody wrote a scene for still gets a button. */
const plain = builtViewIds
  .filter((view) => !written.some((scene) => scene.view === view))
  .map((view) => ({ group: 'More', name: view, view }))

export const scenes: readonly Scene[] = [...written, ...plain]

export async function play(scene: Scene, theme: ThemeState): Promise<void> {
  const { wallets = demoWallets, balance = 'chain', options, isConnected } = scene
  const kit = createLatchkey({
    id: `scene-${scene.group}-${scene.name}`,
    networks,
    gatewayUrl: '/gateway',
    storage: createMemoryStorage(),
    adapters: [demoAdapter({ wallets, address: demoAddress, balance })],
    themeMode: theme.mode,
    themeVariables: theme.variables,
    ...options,
  })
  kit.on(({ name }) => {
    // After the modal has faded out: an animation cut short looks like a crash.
    if (name === 'MODAL_CLOSE' && !isConnecting(kit)) kit.clock.after(1000, () => kit.destroy())
  })
  const [first] = wallets
  if (isConnected && first) await kit.connect({ connectorId: first.id })
  if (scene.play) scene.play(kit)
  else kit.open({ view: scene.view })
}

const isConnecting = (kit: Kit) => kit.store.get().connections.eip155?.attempt !== undefined
