/** Keys of the test mnemonic on the path that Solana wallets use, without any chain library: the world's own process reads them too. */
import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto'
import { base58 } from '@scure/base'
import { testMnemonic } from '../evm/accounts.js'
import { seedOf } from '../mnemonic.js'

const hardened = 0x8000_0000
/** How PKCS #8 begins for a key of Ed25519; the 32 bytes follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** SLIP-10 for ed25519, where every step is hardened. */
function keyAtPath(path: readonly number[]): Uint8Array {
  const split = (key: string | Uint8Array, data: Uint8Array) => {
    const digest = createHmac('sha512', key).update(data).digest()
    return { key: digest.subarray(0, 32), chainCode: digest.subarray(32) }
  }
  let node = split('ed25519 seed', seedOf(testMnemonic))
  for (const step of path) {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(hardened + step)
    node = split(node.chainCode, Buffer.concat([Buffer.alloc(1), node.key, index]))
  }
  return new Uint8Array(node.key)
}

/** m/44'/501'/n'/0' */
export const privateKeyAt = (index: number): Uint8Array => keyAtPath([44, 501, index, 0])

export function addressAt(index: number): string {
  const key = Buffer.concat([pkcs8, privateKeyAt(index)])
  const der = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
  // The last 32 bytes are the key itself.
  return base58.encode(new Uint8Array(der.export({ format: 'der', type: 'spki' }).subarray(-32)))
}
