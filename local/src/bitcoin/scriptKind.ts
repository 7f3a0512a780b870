/** Which of the standard scripts one is, and how it reads. */
import { hex } from '@scure/base'
import { Script } from '@scure/btc-signer'

export type ScriptKind =
  | { readonly type: 'p2pkh' | 'p2sh' | 'v0_p2wpkh' | 'v0_p2wsh' | 'v1_p2tr'; readonly program: Uint8Array }
  | { readonly type: 'op_return' | 'unknown' }

const op = { zero: 0x00, one: 0x51, return: 0x6a, dup: 0x76, equal: 0x87, hash160: 0xa9 } as const

/** By its bytes, as nodes match them. */
export function kindOf(script: Uint8Array): ScriptKind {
  const [first, second, third] = script
  const { length } = script
  if (first === op.zero && second === 20 && length === 22)
    return { type: 'v0_p2wpkh', program: script.slice(2) }
  if (first === op.zero && second === 32 && length === 34)
    return { type: 'v0_p2wsh', program: script.slice(2) }
  if (first === op.one && second === 32 && length === 34) return { type: 'v1_p2tr', program: script.slice(2) }
  if (first === op.hash160 && second === 20 && length === 23 && script[22] === op.equal)
    return { type: 'p2sh', program: script.slice(2, 22) }
  const isHash = first === op.dup && second === op.hash160 && third === 20 && length === 25
  if (isHash && script[23] === 0x88 && script[24] === 0xac)
    return { type: 'p2pkh', program: script.slice(3, 23) }
  return { type: first === op.return ? 'op_return' : 'unknown' }
}

/** Below these an output costs more to spend than it holds. */
const dust: Readonly<Record<ScriptKind['type'], bigint>> = {
  p2pkh: 546n,
  p2sh: 540n,
  v0_p2wpkh: 294n,
  v0_p2wsh: 330n,
  v1_p2tr: 330n,
  op_return: 0n,
  unknown: 546n,
}
export const dustOf = (script: Uint8Array): bigint => dust[kindOf(script).type]

/** In the words of the block explorers; what does not decode reads as nothing. */
export function assembly(script: Uint8Array): string {
  try {
    return Script.decode(script)
      .map((item) => {
        if (typeof item === 'number') return item === 0 ? 'OP_0' : `OP_PUSHNUM_${item}`
        return typeof item === 'string'
          ? `OP_${item.replace(/^OP_/, '')}`
          : `OP_PUSHBYTES_${item.length} ${hex.encode(item)}`
      })
      .join(' ')
  } catch {
    return ''
  }
}
