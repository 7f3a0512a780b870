/** SLIP-0010 for ed25519: the same tree as BIP-32, with hardened branches only. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { type Bytes, textBytes, wipe } from './bytes.js'

const hardened = 0x8000_0000

/** The private key at a path like `m/44'/501'/0'/0'`. */
export function ed25519KeyAt(seed: Uint8Array, path: string): Bytes {
  let node = hmac(sha512, textBytes('ed25519 seed'), seed)
  for (const index of readPath(path)) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index)
    const child = hmac(sha512, node.subarray(32), data)
    wipe(node, data)
    node = child
  }
  const key = node.slice(0, 32)
  wipe(node)
  return key
}

function readPath(path: string): number[] {
  const [root, ...steps] = path.split('/')
  if (root !== 'm') throw new RangeError(`Expected a path from m, got ${path}`)
  return steps.map((step) => {
    const index = Number(/^(\d{1,10})'$/.exec(step)?.[1])
    if (!(index < hardened)) throw new RangeError(`Expected hardened steps, got ${path}`)
    return index + hardened
  })
}
