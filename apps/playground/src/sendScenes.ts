/** Sending and receiving, in the states that a demo wallet can be in. */
import { send as feature, type KitContext, startFeature } from '@latchkey/core/screen'
import { type AccountMood, demoAccount } from './demoAccount.js'
import { networks } from './networks.js'
import type { Scene } from './scenes.js'

/** Where the demo account holds something. */
const [local] = networks

const scene = (name: string, mood: AccountMood, play?: (kit: KitContext) => void): Scene => ({
  group: 'Send and receive',
  name,
  isConnected: true,
  view: 'WalletSend',
  options: { networks: [local], fetch: demoAccount(mood) },
  ...(play && { play }),
})

const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Opens the form with something in it. */
const filled = (send: { readonly to?: string; readonly amount?: string }) => (kit: KitContext) =>
  kit.open({ view: 'WalletSend', data: { send } })

export const sendScenes: readonly Scene[] = [
  scene('Send', 'answers'),
  scene('Send: tokens on their way', 'never'),
  scene('Send: tokens failed', 'fails'),
  scene('Send: nothing to send', 'empty'),
  scene('Send: more than there is', 'answers', filled({ to: somebody, amount: '1000000' })),
  scene('Send: a typing error', 'answers', filled({ to: '0x1234', amount: '1' })),
  scene(
    'Send: a link for another network',
    'answers',
    filled({ to: `ethereum:${somebody}@10`, amount: '1' }),
  ),
  {
    ...scene('Choose token', 'answers'),
    view: 'WalletSendSelectToken',
    play: (kit) => void chooseToken(kit),
  },
  {
    ...scene('Receive', 'answers'),
    view: 'WalletReceive',
    play: (kit) => kit.open({ view: 'WalletReceive' }),
  },
]

/** The list has something to show once the form has read it. */
async function chooseToken(kit: KitContext): Promise<void> {
  await startFeature(kit, feature)
  kit.open({ view: 'WalletSendSelectToken' })
}
