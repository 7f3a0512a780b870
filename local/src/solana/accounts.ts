/** The people of the local chain: the test mnemonic everybody knows, on the path that wallets use. Worth nothing anywhere else. */
import { createHmac } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'
import { testMnemonic } from '../evm/accounts.js'
import { seedOf } from '../mnemonic.js'

const peopleCount = 10
/** Far from the ten that people import into wallets. */
const serviceIndex = 100
const hardened = 0x8000_0000

/** SLIP-10 for ed25519, where every step is hardened. */
export function privateKeyAt(path: readonly number[], mnemonic = testMnemonic): Uint8Array {
  const split = (key: string | Uint8Array, data: Uint8Array) => {
    const digest = createHmac('sha512', key).update(data).digest()
    return { key: digest.subarray(0, 32), chainCode: digest.subarray(32) }
  }
  let node = split('ed25519 seed', seedOf(mnemonic))
  for (const step of path) {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(hardened + step)
    node = split(node.chainCode, Buffer.concat([Buffer.alloc(1), node.key, index]))
  }
  return new Uint8Array(node.key)
}

const derive = (index: number) => createKeyPairSignerFromPrivateKeyBytes(privateKeyAt([44, 501, index, 0]))

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
