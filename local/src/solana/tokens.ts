/** The tokens of the local chain: the names and symbols of the EVM chain's, with decimals that 64 bits can hold. */
import type { Address } from '@solana/kit'
import { programs } from './programs.js'

export interface SolanaToken {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly program: Address
  /** Of every transfer, in hundredths of a percent; only Token-2022 knows such a thing. */
  readonly feeBasisPoints?: number
}

// Held by a test; the library that would check them is not loaded for a list of names.
const address = (text: string) => text as Address

export const solanaTokens = {
  usdc: {
    address: address('EbucTLp7C6hjYRZKtYpXoTT64QYEkVA3NCvt2D4FzprA'),
    name: 'Local USD Coin',
    symbol: 'USDC',
    decimals: 6,
    program: programs.token,
  },
  usdt: {
    address: address('VuegMamZv1oKCq3AJR91uTiLX4JJ2eeXeyHnTjMS8F5'),
    name: 'Local Tether',
    symbol: 'USDT',
    decimals: 6,
    program: programs.token,
  },
  toll: {
    address: address('D11WifBRA13uaP5w5u9vbkG26nvdXzM6ubxLduAMCq6P'),
    name: 'Toll',
    symbol: 'TOLL',
    decimals: 9,
    program: programs.token2022,
    feeBasisPoints: 100,
  },
  key: {
    address: address('7de44JC2otipn8BaJdCzwhH5468DJR2vLGtovV1p72UK'),
    name: 'Local Key',
    symbol: 'KEY',
    decimals: 0,
    program: programs.token,
  },
} as const satisfies Record<string, SolanaToken>
export type SolanaTokenName = keyof typeof solanaTokens
