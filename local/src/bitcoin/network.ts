/** Regtest, as wallets know it: the prefixes of its addresses, and its first block. */
import { Address, OutScript } from '@scure/btc-signer'

export const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef } as const

/** Of the block that every regtest begins with. */
export const genesis = {
  hash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  time: 1_296_688_602,
  nonce: 2,
} as const
/** The easiest target there is: half of all hashes meet it. */
export const bits = 0x207fffff

const coder = Address(regtest)

/** Undefined for what is no address of regtest. */
export function scriptOf(address: string): Uint8Array | undefined {
  try {
    return OutScript.encode(coder.decode(address))
  } catch {
    return undefined
  }
}

/** Undefined for a script that no address stands for. */
export function addressOf(script: Uint8Array): string | undefined {
  try {
    return coder.encode(OutScript.decode(script))
  } catch {
    return undefined
  }
}
