/** Coin types of eip155 networks (ENSIP-11): 60 for Ethereum, and for every network its number with the highest bit set. */
import type { NetworkId } from '@latchkey/spec/caip'

export const etherCoin = 60
/** Any eip155 network (ENSIP-19). */
export const anyEvmCoin = 0x8000_0000

/** The network whose addresses a coin type is about; undefined where it is none of eip155. */
export function networkOfCoin(coinType: number): NetworkId | undefined {
  if (coinType === etherCoin) return 'eip155:1'
  return coinType > anyEvmCoin ? `eip155:${coinType - anyEvmCoin}` : undefined
}

export function isEvmCoin(coinType: number): boolean {
  return coinType === etherCoin || coinType >= anyEvmCoin
}
