/** What AppKit's payments ask for, in the words of ours. */
import type { NetworkId, PayRequest } from '@latchkey/core'

export interface AppKitPaymentAsset {
  readonly network: NetworkId
  /** The address of a token. */
  readonly asset: 'native' | (string & {})
  readonly metadata: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

export interface AppKitPayment {
  readonly paymentAsset: AppKitPaymentAsset
  readonly recipient: string
  /** In whole tokens. A number is read as it is written; text cannot be rounded by the way. */
  readonly amount: number | string
}

export function toPayRequest({ paymentAsset, recipient, amount }: AppKitPayment): PayRequest {
  const { network, asset } = paymentAsset
  return {
    asset: asset === 'native' ? `${network}/slip44:60` : `${network}/erc20:${asset}`,
    amount: typeof amount === 'string' ? amount : decimalOf(amount),
    recipient,
  }
}

/** The shortest digits that mean this number, without an exponent: 1e-7 is 0.0000001. */
export function decimalOf(amount: number): string {
  const [digits = '', exponent] = String(amount).split('e')
  if (exponent === undefined) return digits
  const [whole = '', part = ''] = digits.split('.')
  const places = part.length - Number(exponent)
  const all = whole + part
  if (places <= 0) return all + '0'.repeat(-places)
  const padded = all.padStart(places + 1, '0')
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`
}

const ether = { name: 'Ethereum', symbol: 'ETH', decimals: 18 }

/** Ether on Base. */
export const baseETH: AppKitPaymentAsset = { network: 'eip155:8453', asset: 'native', metadata: ether }

/** Ether on Base's test network. */
export const baseSepoliaETH: AppKitPaymentAsset = {
  network: 'eip155:84532',
  asset: 'native',
  metadata: ether,
}

/** US dollars of Circle on Base. */
export const baseUSDC: AppKitPaymentAsset = {
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
}
