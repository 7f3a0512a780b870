/** Swapping, in the states that a demo wallet can be in; whoever has a wallet of the lab swaps for real. */
import type { KitContext } from '@latchkey/core/screen'
import { push } from '@latchkey/core/screen'
import { demoExchange, type ExchangeMood } from './demoExchange.js'
import { networks } from './networks.js'
import type { Scene } from './scenes.js'

const [, mainnet] = networks

const scene = (name: string, mood: ExchangeMood, play?: (kit: KitContext) => void): Scene => ({
  group: 'Swap',
  name,
  isConnected: true,
  view: 'Swap',
  options: { networks: [mainnet], fetch: demoExchange(mood) },
  ...(play && { play }),
})

const filled = (kit: KitContext) =>
  kit.open({ view: 'Swap', data: { swap: { from: 'ETH', to: 'USDC', amount: '0.5' } } })

export const swapScenes: readonly Scene[] = [
  scene('Swap', 'answers'),
  scene('Swap: quoted', 'answers', filled),
  scene('Swap: a price that moves', 'steep', filled),
  scene('Swap: too little liquidity', 'dry', filled),
  scene('Swap: tokens on their way', 'silent'),
  scene('Swap: tokens failed', 'fails'),
  scene('Swap: not on this network', 'unserved'),
  {
    ...scene('Choose token to get', 'answers'),
    view: 'SwapSelectToken',
    play: (kit) => {
      filled(kit)
      push(kit, { view: 'SwapSelectToken', data: { swapSide: 'to' } })
    },
  },
  {
    ...scene('Review: the service went away', 'answers'),
    view: 'SwapPreview',
    play: (kit) => {
      filled(kit)
      push(kit, { view: 'SwapPreview' })
    },
  },
]
