/** What the asset of a payment is: asked of the chain, not of the page, which could call a token what it is not. */
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import type { KitContext } from '../../context.js'
import { readAmount } from '../../money.js'
import { networkOf } from '../subject.js'
import type { PayOrder } from './payRequest.js'
import type { PayAsset } from './payState.js'

const field = (name: string, type: string) => ({
  type: 'function',
  name,
  stateMutability: 'view',
  inputs: [],
  outputs: [{ type }],
})
const abi = [field('decimals', 'uint8'), field('symbol', 'string')]
const longestSymbol = 24

export async function readAsset(context: KitContext, order: PayOrder): Promise<PayAsset> {
  const { networkId, token, request } = order
  const network = networkOf(context, { networkId, address: order.recipient })
  if (!network) throw new LatchkeyError('network.not-found', { networkId })
  if (!token) {
    const { symbol, decimals } = network.nativeCurrency
    return { symbol, decimals, units: unitsOf(request.amount, decimals) }
  }
  const read = (functionName: string) =>
    context.readContract({ call: { address: token, abi, functionName }, networkId })
  const [decimals, symbol] = await Promise.all([read('decimals'), read('symbol')])
  if (typeof decimals !== 'number' || typeof symbol !== 'string') {
    throw new LatchkeyError('pay.invalid', { reason: `${token} is no token` })
  }
  return { symbol: symbol.slice(0, longestSymbol), decimals, units: unitsOf(request.amount, decimals) }
}

function unitsOf(amount: string, decimals: number): bigint {
  const reading = readAmount(amount, decimals)
  if (reading.status === 'ready' && reading.value > 0n) return reading.value
  throw new LatchkeyError('pay.invalid', { reason: 'the amount is finer than the smallest unit' })
}
