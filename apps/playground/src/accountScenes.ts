/** What an account holds and did, in every state. */
import { type KitContext, startFeature, transactions } from '@latchkey/core/screen'
import type { Network } from '@latchkey/spec/entities'
import type { AccountTab } from '@latchkey/spec/views'
import { selectAccount } from 'latchkey'
import { type AccountMood, demoAccount } from './demoAccount.js'
import { networks } from './networks.js'
import type { Scene } from './scenes.js'

/** The local chain, with an explorer for its transactions to lead to. */
const network: Network = {
  ...networks[0],
  blockExplorers: { default: { name: 'the explorer', url: 'https://explorer.example' } },
}

const scene = (name: string, mood: AccountMood, tab: AccountTab): Scene => ({
  group: 'Holdings',
  name,
  isConnected: true,
  view: 'Account',
  options: { networks: [network], fetch: demoAccount(mood) },
  play: (kit) => kit.open({ view: 'Account', data: { tab } }),
})

export const accountScenes: readonly Scene[] = [
  scene('Tokens', 'answers', 'Tokens'),
  scene('Tokens on their way', 'never', 'Tokens'),
  scene('Tokens failed', 'fails', 'Tokens'),
  scene('No tokens', 'empty', 'Tokens'),
  scene('Network not served', 'unserved', 'Tokens'),
  scene('NFTs', 'answers', 'NFTs'),
  scene('NFTs on their way', 'never', 'NFTs'),
  scene('No NFTs', 'empty', 'NFTs'),
  scene('Recent activity', 'answers', 'Activity'),
  scene('Activity failed', 'fails', 'Activity'),
  scene('No activity', 'empty', 'Activity'),
  {
    ...scene('All activity, some pending', 'answers', 'Activity'),
    view: 'Transactions',
    play: (kit) => {
      kit.open({ view: 'Transactions' })
      void addOpen(kit)
    },
  },
]

/** As if the page had just sent something. */
async function addOpen(kit: KitContext): Promise<void> {
  const centre = await startFeature(kit, transactions)
  const address = selectAccount(kit.store.get())?.address
  if (!centre || !address) return
  const hash = `0x${'ab'.repeat(32)}`
  centre.follow({
    networkId: network.caipNetworkId,
    hash,
    address,
    kind: 'send',
    title: 'Send 25 USDC',
    detail: 'To alice.eth',
  })
}
