/** Finds and verifies the signature of one input, wherever a wallet put it. */
import {
  type BitcoinScript,
  hash160,
  isEcdsa,
  isSame,
  isSchnorr,
  join,
  p2pkh,
  p2sh,
  p2wpkh,
  p2wsh,
  sha256,
} from '@latchkey/verify/bitcoin'
import { inputField, type Psbt, type PsbtField, type PsbtMap, spentOutput, valueOf } from './psbt.js'
import { readWitness, writeWitness } from './rawTransaction.js'
import { legacyDigest, segwitDigest, sighash, taprootDigest } from './sighash.js'

/** Who should have signed: an address, and its key where the wallet told it. */
export interface Signer {
  readonly script: BitcoinScript
  readonly publicKey: Uint8Array | undefined
}

export interface InputSignature {
  readonly type: number
  /** The same in a PSBT: this signature, and nothing that came with it. */
  readonly fields: PsbtMap
  /** What completes the input, where one signature does. */
  readonly final: Final | undefined
}

interface Final {
  readonly script: Uint8Array
  readonly witness: readonly Uint8Array[]
}

export interface SignatureInput {
  /** As the page wrote it: only this is believed about what is spent. */
  readonly asked: Psbt
  readonly at: number
  readonly signer: Signer
  /** The input as the wallet answered it. */
  readonly answered: PsbtMap
}

interface Candidate {
  readonly signature: Uint8Array
  readonly key: Uint8Array
  /** Found in what completes the input. */
  readonly isFinal: boolean
}

const none = new Uint8Array()

/** Whether the signer has a say in what an input spends. */
export function belongsTo({ asked, at, signer }: Omit<SignatureInput, 'answered'>): boolean {
  const { script } = spentOutput(asked, at)
  if (isSame(script, signer.script.bytes)) return true
  const { publicKey } = signer
  if (!publicKey) return false
  const map = asked.inputs[at] ?? []
  const scripts = [
    valueOf(map, inputField.witnessScript),
    valueOf(map, inputField.redeemScript),
    ...map.filter(({ type }) => type === inputField.tapLeaf).map(({ value }) => value),
  ]
  return scripts.some((code) => code && includes(code, publicKey.slice(-32)))
}

export function findSignature(input: SignatureInput): InputSignature | undefined {
  const { script, amount } = spentOutput(input.asked, input.at)
  const { signer } = input
  if (!isSame(script, signer.script.bytes)) return sharedSignature(input, script, amount)
  if (signer.script.kind === 'p2tr') return taprootSignature(input, signer.script.payload)
  return ownSignature(input, signer.script, amount) ?? sharedSignature(input, script, amount)
}

/** One key, one signature: p2pkh, p2wpkh, and p2wpkh inside p2sh. */
function ownSignature(
  { asked: { transaction }, at, answered }: SignatureInput,
  spent: BitcoinScript,
  amount: bigint,
): InputSignature | undefined {
  for (const { signature, key, isFinal } of candidates(answered)) {
    const signed = (type: number, final: Final): InputSignature => ({
      type,
      final,
      fields: isFinal ? finalFields(final) : [field(inputField.partialSignature, signature, key)],
    })
    const hash = hash160(key)
    const program = p2wpkh(hash)
    const type = signature.at(-1) ?? -1
    const code = p2pkh(hash).bytes
    const der = signature.slice(0, -1)
    if (isSame(spent.bytes, code) && isEcdsa(der, legacyDigest({ transaction, at, type, code }), key)) {
      return signed(type, { script: join(push(signature), push(key)), witness: [] })
    }
    const isNested = isSame(spent.bytes, p2sh(hash160(program.bytes)).bytes)
    if (!isNested && !isSame(spent.bytes, program.bytes)) continue
    if (!isEcdsa(der, segwitDigest({ transaction, at, type, code, amount }), key)) continue
    return signed(type, { script: isNested ? push(program.bytes) : none, witness: [signature, key] })
  }
  return undefined
}

function taprootSignature(
  { asked, at, answered }: SignatureInput,
  key: Uint8Array,
): InputSignature | undefined {
  const { transaction } = asked
  const whole = valueOf(answered, inputField.finalWitness)
  const witness = whole ? readWitness(whole) : []
  const alone = valueOf(answered, inputField.tapSignature)
  const given = [alone, witness.length === 1 ? witness[0] : undefined]
  const spent = transaction.inputs.map((_, each) => spentOutput(asked, each))
  for (const signature of given) {
    const type = signature && schnorrType(signature)
    if (!signature || type === undefined) continue
    const digest = taprootDigest({ transaction, at, type, spent })
    if (isSchnorr(signature.slice(0, 64), digest, key)) {
      const final = { script: none, witness: [signature] }
      const isAlone = signature === alone
      return {
        type,
        final,
        fields: isAlone ? [field(inputField.tapSignature, signature)] : finalFields(final),
      }
    }
  }
  return undefined
}

/** One of several who sign: what completes the input is not for one wallet to say. */
function sharedSignature(
  { asked, at, signer: { publicKey }, answered }: SignatureInput,
  spent: Uint8Array,
  amount: bigint,
): InputSignature | undefined {
  if (!publicKey) return undefined
  const { transaction } = asked
  const map = asked.inputs[at] ?? []
  const redeem = valueOf(map, inputField.redeemScript)
  const outer = redeem && isSame(p2sh(hash160(redeem)).bytes, spent) ? redeem : spent
  const inner = valueOf(map, inputField.witnessScript)
  const isWitness = inner !== undefined && isSame(p2wsh(sha256(inner)).bytes, outer)
  const code = isWitness ? inner : outer
  for (const { signature } of candidates(answered, publicKey)) {
    const type = signature.at(-1) ?? -1
    const digest = isWitness
      ? segwitDigest({ transaction, at, type, code, amount })
      : legacyDigest({ transaction, at, type, code })
    if (!isEcdsa(signature.slice(0, -1), digest, publicKey)) continue
    return {
      type,
      final: undefined,
      fields: [field(inputField.partialSignature, signature, publicKey)],
    }
  }
  return leafSignature({ asked, at, answered }, publicKey.slice(-32))
}

/** BIP-342: by one of the scripts of a taproot output. */
function leafSignature(
  { asked, at, answered }: Pick<SignatureInput, 'asked' | 'at' | 'answered'>,
  key: Uint8Array,
): InputSignature | undefined {
  const { transaction } = asked
  const fields = answered.filter(({ type }) => type === inputField.tapScriptSignature)
  for (const { key: name, value } of fields) {
    const type = schnorrType(value)
    if (type === undefined || !isSame(name.slice(0, 32), key)) continue
    const spent = transaction.inputs.map((_, each) => spentOutput(asked, each))
    const digest = taprootDigest({ transaction, at, type, spent, leaf: name.slice(32) })
    if (!isSchnorr(value.slice(0, 64), digest, key)) continue
    return { type, final: undefined, fields: [field(inputField.tapScriptSignature, value, name)] }
  }
  return undefined
}

/** Everything that could be an ECDSA signature: named by its key, or in what completes the input. */
function candidates(map: PsbtMap, shared?: Uint8Array): readonly Candidate[] {
  const named = map
    .filter(({ type, key }) => type === inputField.partialSignature && (!shared || isSame(key, shared)))
    .map(({ key, value }) => ({ key, signature: value, isFinal: false }))
  const witness = valueOf(map, inputField.finalWitness)
  const script = valueOf(map, inputField.finalScript)
  const stacks = [witness ? readWitness(witness) : [], script ? readPushes(script) : []]
  const final = stacks.flatMap((stack) => {
    if (shared) return stack.map((signature) => ({ signature, key: shared, isFinal: true }))
    const [signature, key] = stack
    return stack.length === 2 && signature && key ? [{ signature, key, isFinal: true }] : []
  })
  return [...named, ...final].filter(({ signature }) => signature.length >= 9 && signature.length <= 73)
}

const field = (type: number, value: Uint8Array, key: Uint8Array = none): PsbtField => ({ type, key, value })

/** Only what there is of it: an empty script is none. */
const finalFields = ({ script, witness }: Final): PsbtMap => [
  ...(script.length > 0 ? [field(inputField.finalScript, script)] : []),
  ...(witness.length > 0 ? [field(inputField.finalWitness, writeWitness(witness))] : []),
]

/** 64 bytes sign by the usual rule; 65 say which. BIP-341 allows the usual one to be said by silence alone. */
function schnorrType(signature: Uint8Array): number | undefined {
  if (signature.length === 64) return sighash.default
  return signature.length === 65 && signature[64] !== sighash.default ? signature[64] : undefined
}

const push = (bytes: Uint8Array): Uint8Array =>
  bytes.length < 0x4c
    ? join(Uint8Array.of(bytes.length), bytes)
    : join(Uint8Array.of(0x4c, bytes.length), bytes)

/** The data of a script that holds nothing else; empty for any other. */
function readPushes(script: Uint8Array): readonly Uint8Array[] {
  const items: Uint8Array[] = []
  for (let at = 0; at < script.length; ) {
    const code = script[at] ?? 0
    const long = code === 0x4c ? 1 : code === 0x4d ? 2 : 0
    if (code > 0x4d) return []
    const length = long === 0 ? code : (script[at + 1] ?? 0) + (long === 2 ? (script[at + 2] ?? 0) * 256 : 0)
    const start = at + 1 + long
    if (start + length > script.length) return []
    items.push(script.slice(start, start + length))
    at = start + length
  }
  return items
}

function includes(code: Uint8Array, part: Uint8Array): boolean {
  for (let at = 0; at + part.length <= code.length; at += 1) {
    if (isSame(code.slice(at, at + part.length), part)) return true
  }
  return false
}
