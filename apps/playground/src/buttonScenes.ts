/** The page's own buttons in each of their states, with no modal over them. Played on the stage alone. */
import type { KitContext } from '@latchkey/core/screen'
import type { Scene } from './scenes.js'
import { demoWallet } from './wallets.js'

const buttons = 'latchkey-button, latchkey-connect-button, latchkey-account-button, latchkey-network-button'

/** Nothing is opened. */
const rest = () => {}

const connect = (kit: KitContext) => {
  kit
    .connect({ connectorId: demoWallet.id })
    .catch((cause: unknown) => kit.log.info('As the scene wanted', cause))
}

function disable(kit: KitContext): void {
  const all = [...document.querySelectorAll(buttons)]
  for (const button of all) button.setAttribute('disabled', '')
  kit.onDestroy(() => {
    for (const button of all) button.removeAttribute('disabled')
  })
}

/** The names that it asks for find none, which must not take it away. */
function callByName(kit: KitContext): void {
  const eip155 = 'a-name-as-long-as-its-owner.likes.eth'
  const call = () => kit.store.set({ accountNames: { eip155 }, pendingTransactions: { eip155: 12 } })
  kit.store.subscribe(({ accountNames }) => {
    if (accountNames.eip155 !== eip155) call()
  })
  call()
}

const connected = {
  isConnected: true,
  // So much in front of the point that a narrow page has to fit it.
  balance: 1_234_567_890_000_000_000_000n,
} as const satisfies Partial<Scene>

const scene = (name: string, rest: Omit<Scene, 'group' | 'name' | 'view'>): Scene => ({
  group: 'Buttons',
  name: `Buttons: ${name}`,
  view: 'Connect',
  ...rest,
})

export const buttonScenes: readonly Scene[] = [
  scene('nobody connected', { play: rest }),
  scene('disabled', { play: disable }),
  scene('connecting', { wallets: [{ ...demoWallet, answer: 'never' }], play: connect }),
  scene('connected', { ...connected, play: rest }),
  scene('connected, without a balance', { isConnected: true, balance: 'fail', play: rest }),
  scene('connected and disabled', { ...connected, play: disable }),
  scene('with transactions under way', {
    ...connected,
    play: (kit) => kit.store.set({ pendingTransactions: { eip155: 12 } }),
  }),
  scene('with a long name', {
    ...connected,
    play: callByName,
  }),
  scene('on a network that is not served', {
    ...connected,
    wallets: [{ ...demoWallet, networkId: 'eip155:424242' }],
    options: { allowUnsupportedChain: true },
    play: rest,
  }),
]
