/**
 * Holds what a wallet answered against what it was asked to sign. A PSBT that came back is not a PSBT that was signed:
 * wallets answer with the one they were given, sign other inputs, or with another hash type, and call it success.
 */
import { isSame } from '@latchkey/verify/bitcoin'
import { belongsTo, findSignature, type InputSignature, type Signer } from './inputSignature.js'
import { inputField, type Psbt, type PsbtMap, sighashOf, spentOutput, valueOf, withSighash } from './psbt.js'
import { type RawTransaction, readWitness, transactionId, writeTransaction } from './rawTransaction.js'
import { isSighashType, sighash } from './sighash.js'
import { toHex } from './text.js'

export interface InputToSign {
  readonly at: number
  readonly signer: Signer
  /** The hash types that are allowed; without them the one that the PSBT names, or the usual one. */
  readonly sighashTypes?: readonly number[] | undefined
}

/** What is wrong with an answer. */
export type PsbtFault = 'altered' | 'unsigned' | 'sighash' | 'other-input'

export class PsbtMismatch extends Error {
  override readonly name = 'PsbtMismatch'
  readonly fault: PsbtFault
  readonly at: number | undefined
  constructor(fault: PsbtFault, message: string, at?: number) {
    super(message)
    this.fault = fault
    this.at = at
  }
}

/** The PSBT to hand to a wallet: every hash type that was asked for stands in it. Throws a `RangeError`. */
export function preparePsbt(psbt: Psbt, wanted: readonly InputToSign[]): Psbt {
  const seen = new Set<number>()
  for (const { at, signer, sighashTypes = [] } of wanted) {
    if (seen.has(at)) throw new RangeError(`input ${at} is asked for twice`)
    seen.add(at)
    if (!belongsTo({ asked: psbt, at, signer })) throw new RangeError(`input ${at} is of another address`)
    const isTaproot = isTaprootInput(psbt, at)
    const own = sighashOf(psbt.inputs[at] ?? [])
    const unknown = [...sighashTypes, ...(own === undefined ? [] : [own])].find(
      (type) => !isSighashType(type, isTaproot),
    )
    if (unknown !== undefined) throw new RangeError(`input ${at} cannot be signed with hash type ${unknown}`)
    if (own !== undefined && sighashTypes.length > 0 && !sighashTypes.includes(own)) {
      throw new RangeError(`input ${at} names hash type ${own}, which is not asked for`)
    }
  }
  if (seen.size === 0) throw new RangeError('no input is to be signed')
  const inputs = psbt.inputs.map((map, at) => {
    const types = wanted.find((each) => each.at === at)?.sighashTypes ?? []
    const [only] = types
    return types.length === 1 && only !== undefined ? withSighash(map, only) : map
  })
  return { ...psbt, inputs }
}

export interface CheckedPsbt {
  /** What was asked, with the signatures that were verified and nothing else of the answer. */
  readonly psbt: Psbt
  /** Ready to be sent, where every input is complete. */
  readonly transaction: { readonly id: string; readonly hex: string } | undefined
}

/** Throws a `PsbtMismatch`. */
export function checkPsbt(asked: Psbt, answered: Psbt, wanted: readonly InputToSign[]): CheckedPsbt {
  if (!isSame(writeTransaction(asked.transaction), writeTransaction(answered.transaction))) {
    throw new PsbtMismatch('altered', 'it is another transaction')
  }
  const found = new Map<number, InputSignature>()
  asked.inputs.forEach((before, at) => {
    const after = answered.inputs[at] ?? []
    const input = wanted.find((each) => each.at === at)
    if (input) found.set(at, checkInput(asked, after, input))
    else if (!hasSignature(before) && hasSignature(after)) {
      throw new PsbtMismatch('other-input', `input ${at} was not to be signed`, at)
    }
  })
  const inputs = asked.inputs.map((before, at) => combine(before, found.get(at)?.fields ?? []))
  const psbt = { ...asked, inputs }
  return { psbt, transaction: complete(psbt, found) }
}

function checkInput(
  asked: Psbt,
  answered: PsbtMap,
  { at, signer, sighashTypes }: InputToSign,
): InputSignature {
  const signature = findSignature({ asked, at, signer, answered })
  if (!signature) throw new PsbtMismatch('unsigned', `input ${at} has no signature of its address`, at)
  const own = sighashOf(asked.inputs[at] ?? [])
  const usual = isTaprootInput(asked, at) ? [sighash.default, sighash.all] : [sighash.all]
  const allowed = sighashTypes?.length ? sighashTypes : own === undefined ? usual : [own]
  if (allowed.includes(signature.type)) return signature
  const reason = `input ${at} is signed with hash type ${signature.type} instead of ${allowed.join(' or ')}`
  throw new PsbtMismatch('sighash', reason, at)
}

function isTaprootInput(psbt: Psbt, at: number): boolean {
  const { script } = spentOutput(psbt, at)
  return script.length === 34 && script[0] === 0x51 && script[1] === 0x20
}

const signatureFields: readonly number[] = [
  inputField.partialSignature,
  inputField.finalScript,
  inputField.finalWitness,
  inputField.tapSignature,
  inputField.tapScriptSignature,
]
const isSignature = ({ type }: PsbtMap[number]) => signatureFields.includes(type)
const hasSignature = (map: PsbtMap) => map.some(isSignature)

/** Only what was verified is taken over: whatever else a wallet left out or added changes nothing. */
function combine(before: PsbtMap, added: PsbtMap): PsbtMap {
  const isNamed = (field: PsbtMap[number]) =>
    added.some(({ type, key }) => type === field.type && isSame(key, field.key))
  return [...before.filter((field) => !isNamed(field)), ...added]
}

/** The whole transaction, if these signatures and those that were there before complete every input. */
function complete(
  { transaction, inputs: maps }: Psbt,
  found: ReadonlyMap<number, InputSignature>,
): CheckedPsbt['transaction'] {
  const inputs: RawTransaction['inputs'][number][] = []
  for (const [at, input] of transaction.inputs.entries()) {
    const final = found.get(at)?.final ?? finalOf(maps[at] ?? [])
    if (!final) return undefined
    inputs.push({ ...input, ...final })
  }
  const signed = { ...transaction, inputs }
  return { id: transactionId(signed), hex: toHex(writeTransaction(signed, { withWitness: true })) }
}

/** What completed an input before. */
function finalOf(map: PsbtMap): InputSignature['final'] {
  const script = valueOf(map, inputField.finalScript)
  const witness = valueOf(map, inputField.finalWitness)
  if (!script && !witness) return undefined
  return { script: script ?? new Uint8Array(), witness: witness ? readWitness(witness) : [] }
}
