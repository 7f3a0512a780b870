/** Wallets behind the relay and the list of all wallets, in every state. */
import { type DirectoryWallet, type KitContext, push } from '@latchkey/core/screen'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { DemoWallet } from './demoAdapter.js'
import { type DirectoryMood, demoDirectory, harbor } from './demoDirectory.js'
import type { Scene } from './scenes.js'
import { demoWallet } from './wallets.js'

const relay: DemoWallet = {
  id: 'walletConnect',
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  answer: 'never',
  link: `wc:${'7f6e504bfad60b48'.repeat(4)}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6e'.repeat(4)}`,
}

const { link: _, ...relayWithoutLink } = relay

const harborOnly = (links: Partial<DirectoryWallet>): DirectoryWallet => ({
  ...harbor,
  mobile_link: null,
  link_mode: null,
  desktop_link: null,
  webapp_link: null,
  chrome_store: null,
  ...links,
})

const view = 'ConnectingWalletConnect'

/** As a person comes to it: from the list. */
const choosing = (wallet?: DirectoryWallet) => (kit: KitContext) => {
  kit.open({ view, ...(wallet && { data: { wallet } }) })
}

/** What the relay says of itself, from the moment there is a code. */
const saying = (state: Parameters<typeof relayState>[1]) => (kit: KitContext) => {
  choosing(harbor)(kit)
  relayState(kit, state)
}

function relayState(kit: KitContext, state: Partial<ReturnType<KitContext['store']['get']>['relay']>) {
  kit.store.set(({ relay: before }) => ({ relay: { ...before, ...state } }))
}

/** The code is as old as it gets. */
function ageCode(kit: KitContext) {
  choosing(harbor)(kit)
  kit.watch(
    ({ connections }) => connections.eip155?.attempt?.uri,
    () =>
      kit.store.set(({ connections }) => {
        const { eip155 } = connections
        if (!eip155?.attempt) return {}
        const attempt = { ...eip155.attempt, uriExpiresAt: kit.clock.now() }
        return { connections: { ...connections, eip155: { ...eip155, attempt } } }
      }),
  )
}

const answering = (answer: DemoWallet['answer']): readonly DemoWallet[] => [{ ...relay, answer }]

const list = (mood: DirectoryMood) =>
  ({ view: 'AllWallets', options: { fetch: demoDirectory(mood) } }) as const

const group = 'Phone wallet'
const all = 'All wallets'

export const relayScenes: readonly Scene[] = [
  {
    group: 'Connect',
    name: 'With a directory',
    view: 'Connect',
    wallets: [demoWallet, relay],
    recent: ['harbor-wallet'],
    options: {
      fetch: demoDirectory('answers'),
      customWallets: [{ id: 'harbor-wallet', name: 'Harbor', mobile_link: 'harbor://' }],
    },
  },
  {
    group: 'Connect',
    name: 'Directory on its way',
    view: 'Connect',
    wallets: [demoWallet, relay],
    options: { fetch: demoDirectory('never') },
  },
  {
    group: 'Connect',
    name: 'On a phone',
    view: 'Connect',
    wallets: [relay],
    options: { isMobile: true, fetch: demoDirectory('answers') },
  },
  { group, name: 'Any wallet', view, wallets: [relay] },
  { group, name: 'One wallet', view, wallets: [relay], play: choosing(harbor) },
  { group, name: 'Preparing a code', view, wallets: [relayWithoutLink], play: choosing(harbor) },
  { group, name: 'Renewing', view, wallets: [relay], play: ageCode },
  { group, name: 'Code declined', view, wallets: answering('decline'), play: choosing(harbor) },
  { group, name: 'Code failed', view, wallets: answering('fail'), play: choosing(harbor) },
  { group, name: 'Code expired', view, wallets: answering('late'), play: choosing(harbor) },
  {
    group,
    name: 'Relay away',
    view,
    wallets: [relay],
    play: (kit) => saying({ status: 'lost', retryAt: kit.clock.now() + 30_000 })(kit),
  },
  {
    group,
    name: 'Relay refuses',
    view,
    wallets: [relay],
    play: saying({
      status: 'refused',
      error: new LatchkeyError('options.origin-not-allowed', { origin: 'http://shop.example' }),
    }),
  },
  {
    group,
    name: 'Open on this phone',
    view,
    wallets: [relay],
    options: { isMobile: true },
    play: choosing(harbor),
  },
  {
    group,
    name: 'Declined on this phone',
    view,
    wallets: answering('decline'),
    options: { isMobile: true },
    play: choosing(harbor),
  },
  {
    group,
    name: 'On this computer',
    view,
    wallets: [relay],
    play: choosing(harborOnly({ desktop_link: 'harbor://' })),
  },
  {
    group,
    name: 'In a tab',
    view,
    wallets: [relay],
    play: choosing(harborOnly({ webapp_link: 'https://web.harbor.example' })),
  },
  {
    group,
    name: 'Not in this browser',
    view,
    wallets: [relay],
    play: choosing(harborOnly({ chrome_store: 'https://chromewebstore.google.com/detail/harbor' })),
  },
  {
    group,
    name: 'Install steps',
    view: 'Downloads',
    wallets: [relay],
    play: (kit) => {
      choosing(harbor)(kit)
      push(kit, { view: 'Downloads', data: { wallet: harbor, name: harbor.name } })
    },
  },
  { group, name: 'No adapters', view: 'ConnectingWalletConnectBasic', wallets: [relay] },
  {
    group,
    name: 'Terms before a code',
    view: 'ConnectingWalletConnectBasic',
    wallets: [relay],
    options: { termsConditionsUrl: '/terms', features: { legalCheckbox: true } },
  },
  { group, name: 'No relay', view: 'ConnectingWalletConnectBasic', wallets: [demoWallet] },
  { group: all, name: 'Every wallet', wallets: [demoWallet, relay], ...list('answers') },
  { group: all, name: 'Wallets on their way', wallets: [relay], ...list('never') },
  { group: all, name: 'Wallets not loaded', wallets: [demoWallet, relay], ...list('fails') },
  { group: all, name: 'No such wallet', wallets: [relay], ...list('empty') },
]
