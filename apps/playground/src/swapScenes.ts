/** Swapping, in the states that a demo wallet can be in; whoever has a wallet of the lab swaps for real. */
import type { KitContext, SwapStep, SwapsState } from '@latchkey/core/screen'
import { push, startFeature, swaps } from '@latchkey/core/screen'
import { demoExchange, type ExchangeMood } from './demoExchange.js'
import { demoPlan } from './demoPlan.js'
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

const plan = demoPlan(mainnet.caipNetworkId)
const hash = `0x${'5a'.repeat(32)}`
const { from, to } = plan.question

/** As it is at one moment; nothing is signed. */
const standing = (name: string, part: Partial<SwapsState>): Scene => ({
  ...scene(name, 'answers'),
  view: 'SwapPreview',
  play: (kit) => void stand(kit, part),
})

async function stand(kit: KitContext, part: Partial<SwapsState>): Promise<void> {
  const real = await startFeature(kit, swaps)
  if (!real) return
  const shown = { ...real.store.get(), from, to, amount: '120.5', prices, ...part }
  const store = { get: () => shown, subscribe: () => () => {} }
  kit.jobs.features.set('swaps', Promise.resolve({ ...real, store, preview: () => () => {} }))
  kit.open({ view: 'Swap' })
  push(kit, { view: 'SwapPreview' })
}

const prices = { [from.id]: '1', [to.id]: '2995.22' }
const ready = { status: 'ready', plan, problem: undefined, isWorse: false } as const
const running = (step: SwapStep) =>
  ({ status: 'running', step, plan, ...(step === 'swapping' && { hash }) }) as const

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
  standing('Review', { plan: ready }),
  standing('Review: a worse price', { plan: { ...ready, isWorse: true } }),
  standing('Review: no gas', { plan: { ...ready, plan: { ...plan, problem: { code: 'gas-funds' } } } }),
  standing('Approval in the wallet', { plan: ready, progress: running('approve') }),
  standing('Swap in the wallet', { plan: ready, progress: running('swap') }),
  standing('Swapping', { plan: ready, progress: running('swapping') }),
  standing('Swapped', { progress: { status: 'done', hash, plan } }),
  standing('Swap declined', {
    plan: ready,
    progress: { status: 'failed', problem: { code: 'swap-rejected' }, plan },
  }),
]
