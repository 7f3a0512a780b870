/** The screens of a payment, each as it is at one moment: the payment itself is played, nothing is signed. */
import type { KitContext, Pay, PaySource, PayStage, PayState } from '@latchkey/core/screen'
import { asAddress } from '@latchkey/spec/caip'
import type { PayRequest } from 'latchkey'
import { demoPlan } from './demoPlan.js'
import { networks } from './networks.js'
import type { Scene } from './scenes.js'
import { demoAddress, moreAddresses } from './wallets.js'

const { caipNetworkId: networkId } = networks[0]
const recipient = asAddress(moreAddresses[0])
const payer = asAddress(demoAddress)
const hash = `0x${'5a'.repeat(32)}`
const request: PayRequest = {
  asset: `${networkId}/erc20:${moreAddresses[1]}`,
  amount: '25.50',
  recipient,
  reference: 'Order 1042',
}

const fee = {
  networkId,
  symbol: 'ETH',
  decimals: 18,
  gas: 51_000n,
  likely: 51_320_000_000_000n,
  most: 61_580_000_000_000n,
  fields: {},
}

const state: PayState = {
  order: {
    request,
    namespace: 'eip155',
    networkId,
    token: asAddress(moreAddresses[1]),
    recipient,
    key: undefined,
  },
  asset: { symbol: 'USDC', decimals: 6, units: 25_500_000n },
  payer,
  sources: [],
  stage: { status: 'loading' },
}

const ether: PaySource = {
  id: 'ETH',
  symbol: 'ETH',
  decimals: 18,
  iconUrl: undefined,
  held: 1_500_000_000_000_000_000n,
}
const sources: readonly PaySource[] = [ether, { ...ether, id: 'DAI', symbol: 'DAI', held: 40n * 10n ** 18n }]
const throughSwap: PayStage = {
  status: 'ready',
  held: 0n,
  way: { kind: 'swap', source: ether, plan: demoPlan(networkId, { isFromCoin: true }), fee },
}

const stages: readonly (readonly [name: string, stage: PayStage])[] = [
  ['Nobody connected', { status: 'connect' }],
  ['Finding out', { status: 'loading' }],
  ['Ready', { status: 'ready', held: 120_000_000n, way: { kind: 'direct', fee } }],
  ['Through a swap', throughSwap],
  ['Not enough', { status: 'short', of: 'asset', held: 3_000_000n, symbol: 'USDC', decimals: 6 }],
  ['No fee', { status: 'short', of: 'fee', held: 0n, symbol: 'ETH', decimals: 18 }],
  ['Network down', { status: 'unknown', reason: '' }],
  ['In the wallet', { status: 'paying', step: 'wallet', hash: undefined }],
  ['Swap before it', { status: 'paying', step: 'swap', hash: undefined }],
  ['Sent', { status: 'paying', step: 'confirming', hash }],
  ['Payment declined', { status: 'stopped', problem: { code: 'declined' } }],
  ['In another window', { status: 'stopped', problem: { code: 'elsewhere' } }],
  ['Token refuses', { status: 'stopped', problem: { code: 'refused', reason: 'paused' } }],
  [
    'Payment made',
    {
      status: 'paid',
      receipt: {
        ...request,
        recipient,
        reference: request.reference,
        hash,
        networkId,
        payer,
        status: 'confirmed',
      },
    },
  ],
]

export const payScenes: readonly Scene[] = stages.map(([name, stage]) => ({
  group: 'Pay',
  name,
  view: 'Pay',
  isConnected: stage.status !== 'connect',
  options: { features: { pay: true } },
  play: (kit) => {
    stand(kit, stage)
    kit.open({ view: 'Pay' })
  },
}))

/** In place of the payments of the kit: one that stands still. */
function stand(kit: KitContext, stage: PayStage): void {
  const { payer: _, ...unpaid } = state
  const shown: PayState =
    stage.status === 'connect'
      ? { ...unpaid, payer: undefined, stage }
      : { ...state, sources: stage === throughSwap ? sources : [], stage }
  const payments: Pay = {
    store: { get: () => shown, subscribe: () => () => {} },
    ask: () => new Promise(() => {}),
    askInModal: () => new Promise(() => {}),
    withdraw() {},
    confirm: async () => {},
    chooseSource() {},
    retry() {},
    connect() {},
    cancel() {},
    watch: () => () => {},
  }
  kit.jobs.features.set('pay', Promise.resolve(payments))
}
