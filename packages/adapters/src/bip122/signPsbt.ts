/** Asks a wallet to sign inputs of a PSBT, and believes only what it can verify. */
import type { TransactionRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { isSame, readBitcoinAddress } from '@latchkey/verify/bitcoin'
import { checkFields } from '../eip155/place.js'
import { checkPsbt, type InputToSign, PsbtMismatch, preparePsbt } from './psbt/checkPsbt.js'
import { type Psbt, readPsbt, sighashOf, spentOutput, writePsbt } from './psbt/psbt.js'
import { fromText, toBase64 } from './psbt/text.js'
import type { Confirmed } from './session.js'
import type { WalletAddress } from './source.js'
import { isOnNetwork } from './walletAddresses.js'

export interface PsbtInput {
  readonly index: number
  /** Which of the wallet's addresses signs; without it, the one that the input belongs to. */
  readonly address?: string | undefined
  /** Hash types that are allowed; without them the one that the PSBT names, or the usual one. */
  readonly sighashTypes?: readonly number[] | undefined
}

export interface PsbtRequest {
  /** Base64, hexadecimal or bytes. */
  readonly psbt: string | Uint8Array
  /** Without it, every input that belongs to one of the wallet's addresses. */
  readonly inputs?: readonly PsbtInput[] | undefined
}

export interface SignedPsbt {
  /** Base64; what was asked, with the signatures in it. */
  readonly psbt: string
  /** Ready to be sent, where every input is signed. */
  readonly transaction: { readonly id: string; readonly hex: string } | undefined
}

export async function signPsbt(
  confirmed: Confirmed,
  request: TransactionRequest | PsbtRequest,
): Promise<SignedPsbt> {
  const { source, wallet, signal } = confirmed
  checkFields(request, ['psbt', 'inputs'])
  const { asked, wanted } = prepare(confirmed, request)
  if (!source.signPsbt) throw new LatchkeyError('connection.unsupported', { action: 'sign PSBTs' })
  const answer = await source.signPsbt({
    psbt: writePsbt(asked),
    inputs: wanted.map(({ at, account: { address, publicKey }, sighashTypes }) => {
      const own = sighashOf(asked.inputs[at] ?? [])
      const types = sighashTypes?.length ? sighashTypes : own === undefined ? [] : [own]
      return { index: at, address, publicKey, sighashTypes: types }
    }),
    signal,
  })
  try {
    const { psbt, transaction } = checkPsbt(asked, readPsbt(bytesOf(answer)), wanted)
    return { psbt: toBase64(writePsbt(psbt)), transaction }
  } catch (cause) {
    if (cause instanceof PsbtMismatch) {
      const { message: reason, fault, at: input } = cause
      throw new LatchkeyError('psbt.not-signed', { wallet, reason, fault, input }, { cause })
    }
    if (!(cause instanceof RangeError)) throw cause
    const reason = `the answer cannot be read: ${cause.message}`
    throw new LatchkeyError('psbt.not-signed', { wallet, reason, fault: 'unreadable' }, { cause })
  }
}

type Wanted = InputToSign & { readonly account: WalletAddress }

/** Everything that can be wrong with the request is found before the wallet is asked. */
function prepare(
  confirmed: Confirmed,
  request: TransactionRequest | PsbtRequest,
): { readonly asked: Psbt; readonly wanted: readonly Wanted[] } {
  try {
    const psbt = readPsbt(bytesOf(request.psbt))
    const wanted = wantedInputs(confirmed, psbt, request.inputs)
    return { asked: preparePsbt(psbt, wanted), wanted }
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new LatchkeyError('psbt.invalid', { reason: cause.message }, { cause })
  }
}

function wantedInputs(
  { source, account: active, networkId }: Confirmed,
  psbt: Psbt,
  given: unknown,
): Wanted[] {
  const accounts = source.addresses().flatMap((account) => {
    const read = readBitcoinAddress(account.address)
    if (!read || (networkId && !isOnNetwork(read, networkId))) return []
    return { account, signer: { script: read.script, publicKey: keyOf(account) } }
  })
  const ownerOf = (at: number) => {
    const { script } = spentOutput(psbt, at)
    return accounts.find(({ signer }) => isSame(signer.script.bytes, script))
  }
  if (given === undefined) {
    return psbt.inputs.flatMap((_, at) => {
      const owner = ownerOf(at)
      return owner ? { at, ...owner } : []
    })
  }
  return readInputs(given).map(({ index, address, sighashTypes }) => {
    const named = accounts.find(({ account }) => account.address === address)
    // Where several sign together, the input is of nobody's address, and the one that is shown signs.
    const owner =
      address === undefined ? (ownerOf(index) ?? accounts.find(({ account }) => account === active)) : named
    if (!owner)
      throw new RangeError(`input ${index} is for ${address ?? 'another wallet'}, which is not connected`)
    return { at: index, ...owner, ...(sighashTypes ? { sighashTypes } : {}) }
  })
}

const most = 10_000

function readInputs(given: unknown): readonly PsbtInput[] {
  if (!Array.isArray(given) || given.length > most) throw new RangeError('the inputs to sign are no list')
  return given.map((each: unknown) => {
    if (!(each instanceof Object)) throw new RangeError('an input to sign is no object')
    checkFields(each, ['index', 'address', 'sighashTypes'])
    const { index, address, sighashTypes } = each as Readonly<Record<string, unknown>> // each is checked below
    const isIndex = typeof index === 'number' && Number.isSafeInteger(index) && index >= 0
    if (!isIndex || !(address === undefined || typeof address === 'string')) {
      throw new RangeError('an input to sign has no index')
    }
    if (sighashTypes !== undefined && !isNumbers(sighashTypes)) {
      throw new RangeError(`the hash types of input ${index} are no list of numbers`)
    }
    return { index, address, sighashTypes }
  })
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= 8 &&
  value.every((each) => Number.isInteger(each))

const keyOf = ({ publicKey }: WalletAddress): Uint8Array | undefined =>
  (publicKey && fromText(publicKey)) || undefined

/** Wallets answer with text of either kind, with bytes, or with any of these in an object. */
function bytesOf(value: unknown): Uint8Array {
  const inner = value instanceof Object && 'psbt' in value ? value.psbt : value
  const bytes = typeof inner === 'string' ? fromText(inner) : inner
  if (bytes instanceof Uint8Array) return bytes
  throw new RangeError('it is no PSBT')
}
