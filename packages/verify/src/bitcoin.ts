/** Messages signed by a Bitcoin address: BIP-322 ("simple"), and the older way of recovering the key (BIP-137). */
import { p2pkh, p2sh, p2wpkh, type BitcoinScript as Script, scriptOf } from './bitcoinAddress.js'
import { hash160, isEcdsa, isSchnorr, recoverKey, sha256, taggedHash, twice } from './bitcoinCrypto.js'
import { fromBase64, fromHex, holds, isSame, join, textBytes } from './bytes.js'
import type { Signed } from './signed.js'

/** True where the key behind a Bitcoin address signed the message, by BIP-322 or the older form. */
export function isSignedByBitcoin({ message, signature, address }: Signed): boolean {
  const script = scriptOf(address)
  if (!script) return false
  const given = [fromBase64(signature), fromHex(signature)].filter((bytes) => bytes !== undefined)
  return given.some(
    (bytes) =>
      holds(() => isRecoverable(script, message, bytes)) || holds(() => isSimple(script, message, bytes)),
  )
}

/** BIP-137: 65 bytes, of which the first says how to find the key. Wallets disagree on it, so the address decides. */
function isRecoverable(script: Script, message: string, signature: Uint8Array): boolean {
  const header = signature[0] ?? 0
  if (signature.length !== 65 || header < 27 || header > 42) return false
  const text = textBytes(message)
  const digest = twice(join(withLength(textBytes('Bitcoin Signed Message:\n')), withLength(text)))
  const recovered = join(Uint8Array.of((header - 27) & 3), signature.slice(1))
  const key = recoverKey(recovered, digest)
  const short = hash160(key.short)
  const long = hash160(key.long)
  const candidates = [p2pkh(short), p2pkh(long), p2wpkh(short), p2sh(hash160(p2wpkh(short).bytes))]
  return candidates.some(({ bytes }) => isSame(bytes, script.bytes))
}

/** What a P2WPKH key signs for a message (BIP-322); the witness is then the signature and the key. */
export function messageDigest(address: string, message: string): Uint8Array {
  const script = scriptOf(address)
  if (script?.kind !== 'p2wpkh') throw new RangeError('Expected an address of P2WPKH')
  return segwitDigest(signingOf(script, message), p2pkh(script.payload))
}

/** BIP-322: the witness of a transaction that spends an output which only this message makes. */
function isSimple(script: Script, message: string, signature: Uint8Array): boolean {
  const witness = readWitness(signature)
  const toSign = signingOf(script, message)
  if (script.kind === 'p2tr') return isTaproot(script, witness, toSign)
  const [der, key] = witness
  if (witness.length !== 2 || !der || key?.length !== 33) return false
  const inner = p2wpkh(hash160(key))
  const isOwn =
    script.kind === 'p2wpkh'
      ? isSame(inner.bytes, script.bytes)
      : script.kind === 'p2sh' && isSame(hash160(inner.bytes), script.payload)
  if (!isOwn || der.at(-1) !== sighashAll) return false
  const digest = segwitDigest(toSign, p2pkh(inner.payload))
  return isEcdsa(der.slice(0, -1), digest, key)
}

function isTaproot(script: Script, witness: readonly Uint8Array[], toSign: Signing): boolean {
  const [signature] = witness
  if (witness.length !== 1 || !signature) return false
  const hashType = signature.length === 65 ? signature[64] : 0
  if (signature.length !== 64 && !(signature.length === 65 && hashType === sighashAll)) return false
  return isSchnorr(signature.slice(0, 64), taprootDigest(toSign, hashType ?? 0), script.payload)
}

const sighashAll = 1
const zero4 = new Uint8Array(4)
const zero8 = new Uint8Array(8)
const one = Uint8Array.of(1)

/** The pieces of the transaction that is signed: one input that spends the message, one output that pays nobody. */
interface Signing {
  readonly outpoint: Uint8Array
  readonly output: Uint8Array
  readonly spent: Script
}

function signingOf(spent: Script, message: string): Signing {
  const digest = taggedHash('BIP0322-signed-message', textBytes(message))
  const input = join(
    new Uint8Array(32),
    Uint8Array.of(0xff, 0xff, 0xff, 0xff),
    withLength(join(Uint8Array.of(0, 32), digest)),
    zero4,
  )
  const toSpend = join(zero4, one, input, one, zero8, withLength(spent.bytes), zero4)
  return {
    outpoint: join(twice(toSpend), zero4),
    // OP_RETURN
    output: join(zero8, withLength(Uint8Array.of(0x6a))),
    spent,
  }
}

/** BIP-143. */
function segwitDigest({ outpoint, output }: Signing, scriptCode: Script): Uint8Array {
  const all = Uint8Array.of(sighashAll, 0, 0, 0)
  return twice(
    join(
      ...[zero4, twice(outpoint), twice(zero4), outpoint, withLength(scriptCode.bytes), zero8, zero4],
      ...[twice(output), zero4, all],
    ),
  )
}

/** BIP-341, by the key alone. */
function taprootDigest({ outpoint, output, spent }: Signing, hashType: number): Uint8Array {
  const epoch = Uint8Array.of(0)
  const parts = [
    sha256(outpoint),
    sha256(zero8),
    sha256(withLength(spent.bytes)),
    sha256(zero4),
    sha256(output),
  ]
  const keySpend = Uint8Array.of(0)
  return taggedHash(
    'TapSighash',
    join(epoch, Uint8Array.of(hashType), zero4, zero4, ...parts, keySpend, zero4),
  )
}

/** The bytes after how many there are; a message of more than 65,535 bytes signs nobody in. */
function withLength(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  if (length > 0xffff) throw new RangeError('too long')
  const prefix = length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8)
  return join(prefix, bytes)
}

const mostWitnessItems = 4

function readWitness(bytes: Uint8Array): Uint8Array[] {
  const [count = 0] = bytes
  if (count === 0 || count > mostWitnessItems) return []
  const items: Uint8Array[] = []
  let at = 1
  for (let item = 0; item < count; item++) {
    const length = bytes[at] ?? 0xff
    const end = at + 1 + length
    if (length >= 0xfd || end > bytes.length) return []
    items.push(bytes.slice(at + 1, end))
    at = end
  }
  return at === bytes.length ? items : []
}
