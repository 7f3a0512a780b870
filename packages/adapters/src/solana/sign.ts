/** The questions to a wallet, each checked before it is asked and after it was answered. */
import type { SignedIn, TransactionRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { readSignIn, type SignInData } from '@latchkey/spec/signIn'
import { base58 } from './base58.js'
import { toBase64 } from './base64.js'
import { isSentBefore, sendingError } from './chainErrors.js'
import { clusterOf, localnet } from './clusters.js'
import type { Reads } from './reads.js'
import type { Place } from './session.js'
import type { SendOptions } from './source.js'
import { readRequest, sendOptions, transactionBytes } from './transactions.js'
import { checkMessage, checkTransaction, isSignedBy } from './verify.js'
import { readTransaction } from './wire.js'

export async function signMessage(place: Place, bytes: Uint8Array): Promise<Uint8Array> {
  const { abilities, address, signal } = place
  if (!abilities.signMessage) throw cannot('sign messages')
  return checkMessage(await abilities.signMessage({ address, bytes, signal }), bytes, place)
}

/** The wallet writes the message; it must say what was asked for, and nothing else. */
export async function signIn(place: Place, data: SignInData): Promise<SignedIn> {
  const { abilities, address, wallet } = place
  if (!abilities.signIn) throw cannot('sign in')
  const { signed, signature, address: signer } = await abilities.signIn({ ...place, data })
  const isOwn = signed && signer === address && (await isSignedBy(address, signed, signature))
  if (!isOwn) throw new LatchkeyError('signature.wrong-signer', { wallet, address })
  const message = new TextDecoder('utf-8', { fatal: true }).decode(signed)
  const said = readSignIn(message)
  if (!said || !isSameSignIn(said, data)) {
    throw new LatchkeyError('signin.failed', { reason: `${wallet} signed another text than it was asked to` })
  }
  return { message, signature: base58(signature) }
}

function isSameSignIn(said: SignInData, asked: SignInData): boolean {
  const plain = (data: SignInData) =>
    JSON.stringify(
      Object.entries(data)
        .filter(([, value]) => value !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return plain(said) === plain(asked)
}

/** One transaction, or several at once where the request says `transactions`; answers alike. */
export async function signRequest(
  place: Place,
  request: TransactionRequest,
  reads: Reads,
): Promise<Uint8Array | readonly Uint8Array[]> {
  const { transactions, ...rest } = request
  if (!Array.isArray(transactions)) {
    const { bytes, options } = await bytesOf(place, request, reads)
    const [signed] = await signTransactions(place, [bytes], options)
    if (!signed) throw cannot('sign this transaction')
    return signed
  }
  return signTransactions(place, transactions.map(transactionBytes), sendOptions(rest))
}

export async function signTransactions(
  place: Place,
  transactions: readonly Uint8Array[],
  options: SendOptions,
): Promise<readonly Uint8Array[]> {
  const { abilities } = place
  if (!abilities.signTransactions) throw cannot('sign transactions')
  for (const bytes of transactions) checkSigner(place, bytes)
  const signed = await abilities.signTransactions({ ...place, transactions, options })
  // One answer to each, held against it; a missing one is no transaction, and one too many is nobody's.
  return Promise.all(
    transactions.map((given, i) => checkTransaction(signed[i] ?? new Uint8Array(), given, place)),
  )
}

/** Answers with the signature, which is also the name of the transaction. */
export async function sendRequest(place: Place, request: TransactionRequest, reads: Reads): Promise<string> {
  const { bytes, options } = await bytesOf(place, request, reads)
  // What the wallet signed is seen before it is sent (D-11); a wallet that sends by itself shows it to nobody.
  if (place.abilities.signTransactions) return sendSigned(place, bytes, options, reads)
  return sendByWallet(place, bytes, options)
}

/** For apps that leave the sending to the wallet. */
export async function sendBytes(
  place: Place,
  bytes: Uint8Array,
  options: SendOptions,
  reads: Reads,
): Promise<string> {
  const { abilities, networkId } = place
  // A wallet has no line to a network of the developer's own, though it may say that it takes it.
  const isLocal = clusterOf(networkId) === localnet && abilities.signTransactions !== undefined
  const canSend = abilities.sendTransaction !== undefined && !isLocal
  return canSend ? sendByWallet(place, bytes, options) : sendSigned(place, bytes, options, reads)
}

async function sendByWallet(place: Place, bytes: Uint8Array, options: SendOptions): Promise<string> {
  const { sendTransaction } = place.abilities
  if (!sendTransaction) throw cannot('send transactions')
  checkSigner(place, bytes)
  return base58(await sendTransaction({ ...place, transaction: bytes, options }))
}

async function sendSigned(
  place: Place,
  bytes: Uint8Array,
  options: SendOptions,
  reads: Reads,
): Promise<string> {
  const { networkId, signal } = place
  const [signed] = await signTransactions(place, [bytes], options)
  const own = signed && readTransaction(signed)?.signatures[0]
  if (!own) throw cannot('sign this transaction')
  signal.throwIfAborted()
  const ask = reads.ask({ network: reads.networkOf(networkId), signal })
  await ask('sendTransaction', [toBase64(signed), { encoding: 'base64', ...options }]).catch(
    (cause: unknown) => {
      // The answer to an earlier try was lost on the way.
      if (isSentBefore(cause)) return
      throw sendingError(cause)
    },
  )
  // Not what the node answers: a wrong answer must not become the name of a transaction.
  return base58(own)
}

interface Bytes {
  readonly bytes: Uint8Array
  readonly options: SendOptions
}

async function bytesOf(place: Place, request: TransactionRequest, reads: Reads): Promise<Bytes> {
  const read = readRequest(request)
  if (read.kind === 'bytes') return read
  const { address, networkId, signal, abilities } = place
  const { buildTransaction } = await import('./build.js')
  const ask = reads.ask({ network: reads.networkOf(networkId), signal })
  const { bytes } = await buildTransaction(read, { ask, payer: address, versions: abilities.versions })
  signal.throwIfAborted()
  return { bytes, options: read.options }
}

/** A transaction that the account has no part in, or that the wallet cannot read, is not shown to it. */
function checkSigner({ address, wallet, abilities }: Place, bytes: Uint8Array): void {
  const { signers = [], version = 'legacy' } = readTransaction(bytes) ?? {}
  if (!signers.includes(address)) throw new LatchkeyError('connection.account-changed', { wallet })
  if (!abilities.versions.includes(version)) throw cannot(`sign transactions of version ${version}`)
}

const cannot = (action: string) => new LatchkeyError('connection.unsupported', { action })
