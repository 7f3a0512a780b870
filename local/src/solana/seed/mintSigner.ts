/** The key of a mint, which is needed once, to make it: its seed is its name. */
import { createHash } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'
import type { SolanaTokenName } from '../tokens.js'

export const mintSigner = (name: SolanaTokenName): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(createHash('sha256').update(`Latchkey local mint: ${name}`).digest())
