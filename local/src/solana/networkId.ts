/** Which network this is: the hash of its genesis gives the CAIP-2 id, and both are the same on every start. */
import type { Blockhash } from '@solana/kit'

// SHA-256 of "Latchkey Local Solana": nobody else's network.
export const genesisHash = '6PiZqmBYHtSwhoyez1DuTiE9j4thCgvvr2UTXEPWPvRz' as Blockhash // 32 bytes of base58; a test holds it
export const networkId = 'solana:6PiZqmBYHtSwhoyez1DuTiE9j4thCgvv'
