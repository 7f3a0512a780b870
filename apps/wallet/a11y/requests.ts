/** What apps ask for in the scenes, as the server tells it; for the windows and for the page of the panel. */
import { type ApprovalPayload, approvalPayloadText } from '@latchkey/spec/walletApi'
import type { ApprovalView } from '../src/request/facts.js'
import { digestOf } from '../src/worker/approved.js'
import { app, noon } from './world.js'

const account = '0x1111111111111111111111111111111111111111'
const friend = '0x2222222222222222222222222222222222222222'
const coin = '0x3333333333333333333333333333333333333333'
const fees = { gas: '0x5208', maxFeePerGas: '0x3b9aca00', maxPriorityFeePerGas: '0x1' }

const payloadOf = (method: string, params: ApprovalPayload['params']): ApprovalPayload => ({
  v: 1,
  origin: app,
  account,
  namespace: 'eip155',
  chainId: 'eip155:1',
  method,
  params,
})

const word = (hex: string) => hex.padStart(64, '0')
export const payment = payloadOf('eth_sendTransaction', [
  { from: account, to: friend, value: '0xde0b6b3a7640000', data: '0x', ...fees },
])
export const approval = payloadOf('eth_sendTransaction', [
  {
    from: account,
    to: coin,
    value: '0x0',
    data: `0x095ea7b3${word(friend.slice(2))}${'f'.repeat(64)}`,
    ...fees,
  },
])
export const calls = payloadOf('wallet_sendCalls', [
  {
    from: account,
    version: '2.0.0',
    chainId: '0x1',
    atomicRequired: true,
    calls: [
      { to: friend, value: '0x1', data: '0x' },
      { to: coin, value: '0x0', data: `0xa9059cbb${word(friend.slice(2))}${word('f4240')}` },
    ],
    ...fees,
  },
])
export const greeting = payloadOf('personal_sign', ['0x48656c6c6f2c20776f726c6421', account])

export function viewOf(payload: ApprovalPayload, more: Partial<ApprovalView> = {}): ApprovalView {
  const text = approvalPayloadText(payload)
  return {
    id: '44444444-0d3e-4f5a-9a3b-7a3d6f0c2e11',
    state: 'open',
    surface: 'window',
    origin: payload.origin,
    account,
    namespace: payload.namespace,
    chainId: payload.chainId,
    method: payload.method,
    payload: text,
    digest: digestOf(text),
    title: 'Request',
    lines: [],
    warnings: [],
    simulation: {
      status: 'success',
      changes: [
        {
          direction: 'out',
          asset: 'eip155:1/slip44:60',
          symbol: 'ETH',
          decimals: 18,
          amount: '1000000000000000000',
          usd: '3124.00',
        },
      ],
    },
    tokens: [{ address: coin, symbol: 'USDC', decimals: 6 }],
    factor: 'pin',
    expiresAt: noon + 300_000,
    now: noon,
    ...more,
  }
}
