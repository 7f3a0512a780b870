/** The people of the local chain: the test mnemonic everybody knows, on the path that wallets use. Worth nothing anywhere else. */
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'
import { privateKeyAt } from './derive.js'

const peopleCount = 10
/** Far from the ten that people import into wallets. */
const serviceIndex = 100
const derive = (index: number) => createKeyPairSignerFromPrivateKeyBytes(privateKeyAt(index))

export interface SolanaAccounts {
  /** The first ten of the mnemonic (m/44'/501'/n'/0'), funded, with tokens and a history. */
  readonly people: readonly KeyPairSigner[]
  /** Makes the tokens. */
  readonly minter: KeyPairSigner
  /** Pays what the faucet gives. */
  readonly faucet: KeyPairSigner
}

export async function solanaAccounts(): Promise<SolanaAccounts> {
  const [minter, faucet, ...people] = await Promise.all([
    derive(serviceIndex),
    derive(serviceIndex + 1),
    ...Array.from({ length: peopleCount }, (_, index) => derive(index)),
  ])
  return { people, minter, faucet }
}
