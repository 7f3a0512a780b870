/** Buying, and choosing a name, in every state. */
import { type KitContext, onramp, startFeature } from '@latchkey/core/screen'
import { demoShop, type ShopMood } from './demoShop.js'
import { networks } from './networks.js'
import type { Scene } from './scenes.js'

const [, mainnet] = networks

const scene = (group: string, name: string, view: Scene['view'], mood: ShopMood): Scene => ({
  group,
  name,
  isConnected: true,
  view,
  // The local world has no such network to ask.
  balance: 'never',
  options: { networks: [mainnet], fetch: demoShop(mood) },
})

const buy = (name: string, mood: ShopMood, play?: (kit: KitContext) => Promise<void>): Scene => ({
  ...scene('Buy', name, 'OnRampProviders', mood),
  play: (kit) => {
    kit.open({ view: 'OnRampProviders' })
    play?.(kit).catch((cause: unknown) => kit.log.info('As the scene wanted', cause))
  },
})

/** As somebody who typed an amount and went on. */
async function compare(kit: KitContext) {
  const shop = await startFeature(kit, onramp)
  await shop?.open()
  shop?.setAmount('100')
  shop?.compare()
  return shop
}

/** And pressed the first offer, in a browser that blocks windows. */
async function order(kit: KitContext) {
  const shop = await compare(kit)
  const leave = shop?.store.subscribe(({ quotes }) => {
    if (quotes.status !== 'ready') return
    leave?.()
    void shop.buy({ provider: 'harbor' })
  })
}

const choose = (name: string, mood: ShopMood, wish: string): Scene => ({
  ...scene('Names', name, 'RegisterAccountName', mood),
  play: (kit) => kit.open({ view: 'RegisterAccountName', data: { name: wish } }),
})

export const shopScenes: readonly Scene[] = [
  buy('Amount', 'answers'),
  buy('The shop is silent', 'silent'),
  buy('Offers', 'answers', async (kit) => void (await compare(kit))),
  buy('An estimate', 'silent', async (kit) => void (await compare(kit))),
  buy('No offers', 'empty', async (kit) => void (await compare(kit))),
  buy('Refused', 'refuses', async (kit) => void (await compare(kit))),
  buy('Window blocked', 'answers', order),
  buy('Order paid', 'paid', order),
  buy('Arrived', 'delivered', order),
  buy('Order failed', 'failed', order),
  buy('Order not known', 'lost', order),
  choose('Choose a name', 'answers', ''),
  choose('Free', 'answers', 'harbor'),
  choose('Taken', 'answers', 'alice'),
  choose('Too short', 'answers', 'abc'),
  choose('Cannot be checked', 'silent', 'harbor'),
  {
    ...scene('Names', 'Registered', 'RegisterAccountNameSuccess', 'answers'),
    play: (kit) => kit.open({ view: 'RegisterAccountNameSuccess', data: { name: 'harbor.latch.id' } }),
  },
]
