/** Whether an input may be spent: scripts of one key, with every sighash type, as consensus and policy have it. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { RawTx, Script, SigHash, Transaction } from '@scure/btc-signer'
import { Rejection } from './rejection.js'
import { kindOf } from './scriptKind.js'
import { sha256d, type Tx, type TxInput, type TxOutput } from './transaction.js'

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const ecdsaTypes: readonly number[] = [
  SigHash.ALL,
  SigHash.NONE,
  SigHash.SINGLE,
  SigHash.ALL_ANYONECANPAY,
  SigHash.NONE_ANYONECANPAY,
  SigHash.SINGLE_ANYONECANPAY,
]
/** Signs for its own input alone; the others may change. */
const anyoneCanPay = 0x80
const keyScript = (hash: Uint8Array) => Uint8Array.of(0x76, 0xa9, 0x14, ...hash, 0x88, 0xac)

function fail(reason: string): never {
  throw new Rejection(-26, `mandatory-script-verify-flag-failed (${reason})`)
}

/** `spent` are the outputs that the inputs refer to, in their order; throws a Rejection. */
export function verifyInputs(tx: Tx, spent: readonly TxOutput[]): void {
  const signing = Transaction.fromRaw(tx.raw, {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  })
  for (const [index, input] of tx.inputs.entries()) {
    const output = spent[index]
    if (!output) throw new Error('every input has been looked up')
    verifyInput({ tx, signing, input, index, output, spent })
  }
}

interface Place {
  readonly tx: Tx
  readonly signing: Transaction
  readonly input: TxInput
  readonly index: number
  readonly output: TxOutput
  readonly spent: readonly TxOutput[]
}

function verifyInput(place: Place): void {
  const { input, output } = place
  const kind = kindOf(output.script)
  switch (kind.type) {
    case 'v0_p2wpkh':
      if (input.scriptSig.length > 0) fail('Witness requires empty scriptSig')
      return verifyWitnessKey(place, kind.program)
    case 'v1_p2tr':
      if (input.scriptSig.length > 0) fail('Witness requires empty scriptSig')
      return verifyTaproot(place, kind.program)
    case 'p2sh': {
      const [redeem, ...rest] = pushes(input.scriptSig)
      if (!redeem || rest.length > 0 || !equalBytes(hash160(redeem), kind.program))
        fail('Script evaluated without error but finished with a false/empty top stack element')
      const inner = kindOf(redeem)
      if (inner.type !== 'v0_p2wpkh') return unsupported(`p2sh of ${inner.type}`)
      return verifyWitnessKey(place, inner.program)
    }
    case 'p2pkh':
      if (input.witness.length > 0) fail('Witness provided for non-witness script')
      return verifyLegacyKey(place, kind.program)
    default:
      return unsupported(kind.type)
  }
}

/** Not the network's refusal but ours: the local chain runs no scripts. */
function unsupported(what: string): never {
  throw new Rejection(-26, `this regtest verifies scripts of one key only, not ${what}`)
}

function verifyWitnessKey({ input, index, output, signing }: Place, program: Uint8Array): void {
  const [signature, key, ...rest] = input.witness
  if (!signature || !key) fail('Witness program was passed an empty witness')
  if (rest.length > 0 || !equalBytes(hash160(key), program)) fail('Witness program hash mismatch')
  if (key.length !== 33) fail('Using non-compressed keys in segwit')
  verifyEcdsa(signature, key, (type) =>
    signing.preimageWitnessV0(index, keyScript(program), type, output.value),
  )
}

function verifyLegacyKey({ tx, input, index, output }: Place, program: Uint8Array): void {
  const [signature, key, ...rest] = pushes(input.scriptSig)
  if (!signature || !key || rest.length > 0) fail('Operation not valid with the current stack size')
  if (!equalBytes(hash160(key), program)) fail('Script failed an OP_EQUALVERIFY operation')
  verifyEcdsa(signature, key, (type) => legacyDigest(tx, index, output.script, type))
}

function verifyEcdsa(signature: Uint8Array, key: Uint8Array, digest: (type: number) => Uint8Array): void {
  const type = signature.at(-1) ?? 0
  if (!ecdsaTypes.includes(type)) fail('Signature hash type missing or not understood')
  const der = signature.slice(0, -1)
  let isHigh: boolean
  try {
    isHigh = secp256k1.Signature.fromBytes(der, 'der').hasHighS()
  } catch {
    return fail('Non-canonical DER signature')
  }
  if (isHigh) fail('Non-canonical signature: S value is unnecessarily high')
  const options = { prehash: false, format: 'der', lowS: true } as const
  if (!isTrue(() => secp256k1.verify(der, digest(type), key, options)))
    fail('Signature must be zero for failed CHECK(MULTI)SIG operation')
}

function verifyTaproot({ input, index, spent, signing }: Place, key: Uint8Array): void {
  const [signature, ...rest] = input.witness
  if (!signature) fail('Witness program was passed an empty witness')
  if (rest.length > 0) return unsupported('a script path or an annex')
  const type = signature.length === 65 ? signature[64] : SigHash.DEFAULT
  if (signature.length !== 64 && signature.length !== 65) fail('Invalid Schnorr signature size')
  // Written out, the default would be a second form of the same signature (BIP-341).
  const isKnown = signature.length === 64 || (type !== undefined && ecdsaTypes.includes(type))
  if (!isKnown || type === undefined) fail('Invalid Schnorr signature hash type')
  const isAlone = (type & 3) === SigHash.SINGLE && index >= signing.outputsLength
  if (isAlone) fail('Invalid Schnorr signature hash type')
  const digest = signing.preimageWitnessV1(
    index,
    spent.map(({ script }) => script),
    type,
    spent.map(({ value }) => value),
  )
  if (!isTrue(() => schnorr.verify(signature.slice(0, 64), digest, key))) fail('Invalid Schnorr signature')
}

/** The digest of signatures before segwit. */
function legacyDigest(tx: Tx, index: number, script: Uint8Array, type: number): Uint8Array {
  const kind = type & 0x1f
  const isAlone = (type & anyoneCanPay) !== 0
  // The one that every node computes, since the first one did.
  if (kind === SigHash.SINGLE && index >= tx.outputs.length) return Uint8Array.of(1, ...new Uint8Array(31))
  const fields = RawTx.decode(tx.raw)
  const inputs = fields.inputs.map((input, position) => ({
    ...input,
    finalScriptSig: position === index ? script : new Uint8Array(),
    sequence: position === index || kind === SigHash.ALL ? input.sequence : 0,
  }))
  const nothing = { amount: 2n ** 64n - 1n, script: new Uint8Array() }
  const outputs =
    kind === SigHash.NONE
      ? []
      : kind === SigHash.SINGLE
        ? fields.outputs
            .slice(0, index + 1)
            .map((output, position) => (position === index ? output : nothing))
        : fields.outputs
  const body = RawTx.encode({
    ...fields,
    segwitFlag: false,
    witnesses: undefined,
    inputs: isAlone ? inputs.slice(index, index + 1) : inputs,
    outputs,
  })
  const suffix = new Uint8Array(4)
  new DataView(suffix.buffer).setUint32(0, type, true)
  return sha256d(concatBytes(body, suffix))
}

/** What a script that only pushes leaves on the stack; anything else is none. */
function pushes(script: Uint8Array): Uint8Array[] {
  try {
    const items = Script.decode(script)
    return items.every((item) => item instanceof Uint8Array) ? items : []
  } catch {
    return []
  }
}

/** Keys and signatures that are no points and no numbers are as false as wrong ones. */
function isTrue(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
