/** Every screen of the modal in every state, each at a click. A scene is a kit of its own that ends when it closes. */
import { contextOf, type KitContext, push, showAlert, showToast } from '@latchkey/core/screen'
import { type ViewId, viewIds } from '@latchkey/spec/views'
import { createLatchkey, createMemoryStorage, type Kit, type ThemeState } from 'latchkey'
import { accountScenes } from './accountScenes.js'
import { type DemoWallet, demoAdapter } from './demoAdapter.js'
import { embeddedScenes } from './embeddedScenes.js'
import { brassIcon, freezingIcon, hostileIcon, multiplyingIcon } from './icons.js'
import { languageInAddress } from './languages.js'
import { namespaceScenes } from './namespaceScenes.js'
import { mainnet, manyNetworks, networks } from './networks.js'
import { payScenes } from './payScenes.js'
import { relayScenes } from './relayScenes.js'
import { sendScenes } from './sendScenes.js'
import { shopScenes } from './shopScenes.js'
import { signInScenes } from './signInScenes.js'
import { swapScenes } from './swapScenes.js'
import { demoAddress, demoWallet, demoWallets, moreAddresses } from './wallets.js'

export interface Scene {
  readonly group: string
  readonly name: string
  readonly view: ViewId
  readonly wallets?: readonly DemoWallet[]
  readonly balance?: 'chain' | 'never' | 'fail' | bigint
  readonly options?: Partial<Parameters<typeof createLatchkey>[0]>
  /** Connects the first wallet, or every one, before anything is shown. */
  readonly isConnected?: boolean | 'all'
  /** Ids of wallets used before. */
  readonly recent?: readonly string[]
  /** Opens the view, unless the scene needs more than that. */
  readonly play?: (kit: KitContext) => void
}

/** Opens the waiting screen as a person would: by choosing the wallet. */
const ask = (kit: KitContext) => {
  kit.open({ view: 'Connect' })
  const connectorId = demoWallet.id
  kit.connect({ connectorId }).catch((cause: unknown) => kit.log.info('As the scene wanted', cause))
  kit.open({ view: 'ConnectingExternal', data: { connectorId } })
}

const answering = (answer: DemoWallet['answer']): readonly DemoWallet[] => [{ ...demoWallet, answer }]

const moving = (moves: DemoWallet['moves']): readonly DemoWallet[] => [
  { ...demoWallet, ...(moves && { moves }) },
]

/** As a person comes to it: from the list of networks. */
const switching = {
  view: 'SwitchNetwork',
  play: (kit: KitContext) => {
    kit.open({ view: 'Account' })
    push(kit, { view: 'Networks' })
    push(kit, { view: 'SwitchNetwork', data: { networkId: mainnet.caipNetworkId } })
  },
} as const satisfies Partial<Scene>

const severalWallets: readonly DemoWallet[] = [
  { ...demoWallet, accounts: [demoAddress, moreAddresses[0], moreAddresses[1]] },
  { id: 'brass', name: 'Brass Demo', icon: brassIcon, answer: 'accept', accounts: [moreAddresses[2]] },
]

const written: readonly Scene[] = [
  { group: 'Connect', name: 'Wallets found', view: 'Connect' },
  { group: 'Connect', name: 'No wallet', wallets: [], view: 'Connect' },
  {
    group: 'Connect',
    name: 'With terms',
    options: { termsConditionsUrl: '/terms', privacyPolicyUrl: '/privacy' },
    view: 'Connect',
  },
  {
    group: 'Connect',
    name: 'Consent first',
    options: {
      termsConditionsUrl: '/terms',
      privacyPolicyUrl: '/privacy',
      features: { legalCheckbox: true },
    },
    view: 'Connect',
  },
  { group: 'Connect', name: 'Collapsed', options: { features: { collapseWallets: true } }, view: 'Connect' },
  {
    group: 'Connect',
    name: 'Every tag',
    isConnected: true,
    wallets: [
      demoWallet,
      { id: 'used', name: 'Used before', answer: 'accept' },
      { id: 'relay', name: 'Phone wallet', answer: 'accept', type: 'WALLET_CONNECT' },
      { id: 'brass', name: 'Brass Demo', icon: brassIcon, answer: 'accept' },
    ],
    recent: ['used'],
    view: 'Connect',
  },
  { group: 'Connect', name: 'Switched off', options: { enableWallets: false }, view: 'Connect' },
  {
    group: 'Connect',
    name: 'Hostile icon',
    wallets: [
      { ...demoWallet, name: 'Hostile Demo', icon: hostileIcon },
      { id: 'freezing', name: 'Freezing Demo', icon: freezingIcon, answer: 'accept' },
      { id: 'multiplying', name: 'Multiplying Demo', icon: multiplyingIcon, answer: 'accept' },
    ],
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
    name: 'Locked',
    wallets: answering('locked'),
    view: 'ConnectingExternal',
    play: ask,
  },
  { group: 'Wallet asked', name: 'Busy', wallets: answering('busy'), view: 'ConnectingExternal', play: ask },
  {
    group: 'Wallet asked',
    name: 'No answer',
    wallets: answering('late'),
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
  ...embeddedScenes,
  ...relayScenes,
  ...payScenes,
  { group: 'Account', name: 'Connected', isConnected: true, view: 'Account' },
  { group: 'Account', name: 'Balance on its way', isConnected: true, balance: 'never', view: 'Account' },
  { group: 'Account', name: 'No balance', isConnected: true, balance: 'fail', view: 'Account' },
  {
    group: 'Account',
    name: 'Several wallets',
    isConnected: 'all',
    wallets: severalWallets,
    view: 'ProfileWallets',
    play: (kit) => {
      kit.open({ view: 'Account' })
      push(kit, { view: 'ProfileWallets' })
    },
  },
  {
    group: 'Account',
    name: 'Details',
    isConnected: true,
    view: 'AccountSettings',
    play: (kit) => {
      kit.open({ view: 'Account' })
      push(kit, { view: 'AccountSettings' })
    },
  },
  ...accountScenes,
  ...sendScenes,
  ...swapScenes,
  ...shopScenes,
  { group: 'Networks', name: 'Choose', isConnected: true, view: 'Networks' },
  {
    group: 'Networks',
    name: 'Many',
    isConnected: true,
    options: { networks: manyNetworks },
    view: 'Networks',
  },
  { group: 'Networks', name: 'Asking', isConnected: true, wallets: moving('never'), ...switching },
  { group: 'Networks', name: 'Switch declined', isConnected: true, wallets: moving('decline'), ...switching },
  { group: 'Networks', name: 'Not known', isConnected: true, wallets: moving('unknown'), ...switching },
  {
    group: 'Networks',
    name: 'Unsupported',
    isConnected: true,
    wallets: [{ ...demoWallet, networkId: 'eip155:424242' }],
    view: 'UnsupportedChain',
  },
  ...signInScenes,
  ...namespaceScenes,
  { group: 'Help', name: 'What is a wallet?', view: 'WhatIsAWallet' },
  { group: 'Help', name: 'What is a network?', view: 'WhatIsANetwork' },
  { group: 'Help', name: 'Get a wallet', view: 'GetWallet' },
  {
    group: 'Help',
    name: 'Downloads',
    view: 'Downloads',
    play: (kit) => {
      kit.open({ view: 'GetWallet' })
      push(kit, { view: 'Downloads', data: { walletId: 'rabby', name: 'Rabby Wallet' } })
    },
  },
  { group: 'Help', name: 'Unknown wallet', view: 'Downloads' },
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
  { group: 'Notices', name: 'In the page', options: { enableEmbedded: true }, view: 'Connect' },
]

function toast(variant: 'success' | 'error' | 'loading', text: string) {
  return (kit: KitContext) => {
    kit.open({ view: 'Connect' })
    showToast(kit, { variant, text })
  }
}

/** A view that nobody wrote a scene for still gets a button. */
const plain = viewIds
  // The older name of the same screen.
  .filter((view) => view !== 'ConnectingSiwe')
  .filter((view) => !written.some((scene) => scene.view === view))
  .map((view) => ({ group: 'More', name: view, view }))

export const scenes: readonly Scene[] = [...written, ...plain]

/** The kit is the scene's own: whoever plays it may end it. */
export async function play(scene: Scene, theme: ThemeState): Promise<Kit> {
  const { wallets = demoWallets, balance = 'chain', options, isConnected, recent } = scene
  const language = languageInAddress()
  const kit = createLatchkey({
    id: `scene-${scene.group}-${scene.name}`,
    networks,
    gatewayUrl: '/gateway',
    storage: createMemoryStorage(),
    adapters: [demoAdapter({ wallets, address: demoAddress, balance })],
    themeMode: theme.mode,
    themeVariables: theme.variables,
    ...(language && { language }),
    ...options,
  })
  kit.on(({ name }) => {
    // After the modal has faded out: an animation cut short looks like a crash.
    if (name === 'MODAL_CLOSE' && !isConnecting(kit)) contextOf(kit).clock.after(1000, () => kit.destroy())
  })
  const place = options?.enableEmbedded ? embed(kit) : undefined
  if (place) kit.onDestroy(() => place.remove())
  // The last to connect is the one in use.
  const connecting = isConnected === 'all' ? [...wallets].reverse() : isConnected ? wallets.slice(0, 1) : []
  for (const { id } of connecting) await kit.connect({ connectorId: id })
  if (recent)
    contextOf(kit).storage.write(
      'recentWallets',
      recent.map((id) => ({ id })),
    )
  if (scene.play) scene.play(contextOf(kit))
  else kit.open({ view: scene.view })
  return kit
}

/** In the page instead of over it. */
function embed(kit: Kit): HTMLElement {
  const modal = document.createElement('latchkey-modal')
  modal.kit = kit
  document.getElementById('embedded')?.replaceChildren(modal)
  return modal
}

const isConnecting = (kit: Kit) => kit.store.get().connections.eip155?.attempt !== undefined
