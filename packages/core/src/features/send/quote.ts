/** Tries a transfer before anybody is asked for it: what it costs, what arrives, and what a person should know (D-19). */
import type { Network } from '@latchkey/spec/entities'
import { chainErrorKind, chainErrors, isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress, sendWarnings } from '@latchkey/spec/validation'
import type { AdapterHandle, Simulation, TransferRequest } from '../../adapter.js'
import type { TransactionRequest } from '../../connector.js'
import type { KitContext } from '../../context.js'
import { estimateFee, type Fee } from '../fees.js'
import { networkOf, type Subject } from '../subject.js'
import type { Quote } from './sendState.js'

export interface QuoteInput {
  readonly subject: Subject
  readonly transfer: TransferRequest
  readonly signal: AbortSignal
}

interface Place {
  readonly network: Network
  readonly adapter: AdapterHandle
}

function placeOf(context: KitContext, subject: Subject): Place {
  const network = networkOf(context, subject)
  const adapter = network && context.jobs.adapters.get(network.chainNamespace)
  if (!network || !adapter?.prepareTransfer) throw new LatchkeyError('send.unsupported-chain')
  return { network, adapter }
}

/** The transaction that makes a transfer, without its fee. */
export async function transferTransaction(
  context: KitContext,
  subject: Subject,
  transfer: TransferRequest,
): Promise<TransactionRequest> {
  const { adapter } = placeOf(context, subject)
  return adapter.prepareTransfer?.(transfer) ?? {}
}

/** Everything of the native currency but the most that the fee can become; negative where the fee is more. */
export async function nativeMax(context: KitContext, input: QuoteInput, held: bigint): Promise<bigint> {
  const fee = await feeOf(context, { ...input, transfer: { ...input.transfer, amount: 1n } })
  return held - fee.most
}

async function feeOf(context: KitContext, { subject, transfer, signal }: QuoteInput): Promise<Fee> {
  const transaction = await transferTransaction(context, subject, transfer)
  return estimateFee(context, { ...subject, transaction, signal })
}

/** Never rejects, except by `signal`. */
export async function quoteTransfer(context: KitContext, input: QuoteInput): Promise<Quote> {
  const { subject, transfer, signal } = input
  const place = placeOf(context, subject)
  const namespace = place.network.chainNamespace
  const isSelf = isSameAddress(namespace, subject.address, transfer.to)
  const [fee, trial, receiver, recents] = await Promise.all([
    feeOf(context, input).catch(asFailure),
    tryOut(place, input).catch(unknown),
    receiverOf(place, input).catch(unknown),
    readRecents(context, subject).catch(unknown),
  ])
  signal.throwIfAborted()
  const arrives = isSelf ? transfer.amount : arrivesOf(trial, transfer)
  const isRefused = trial?.isSuccess === false || (arrives === 0n && receiver === 'person') || isRevert(fee)
  const warnings = sendWarnings({
    namespace,
    receiverAddress: transfer.to,
    // One's own address is no stranger, and nothing looks like it by accident.
    recentAddresses: [subject.address, ...(recents ?? [])],
    tokenAddress: transfer.token,
    contractRefuses: receiver === 'token' || (receiver === 'contract' && isRefused),
  })
  if (isRefused) {
    return { status: 'refused', reason: trial?.isSuccess === false ? trial.reason : undefined, warnings }
  }
  if (!('most' in fee)) return { status: 'failed', reason: reasonOf(fee.cause), warnings }
  return { status: 'ready', fee, arrives, warnings }
}

/** Its own part: nobody needs it before the first quote. */
const readRecents = async (context: KitContext, subject: Subject) =>
  (await import('./recents.js')).recentRecipients(context, subject)

interface Failure {
  readonly cause: unknown
}

const asFailure = (cause: unknown): Failure => ({ cause })
const unknown = () => undefined

async function tryOut(
  { network, adapter }: Place,
  { subject, transfer, signal }: QuoteInput,
): Promise<Simulation | undefined> {
  if (!adapter.simulate || !adapter.prepareTransfer) return undefined
  const { token, to } = transfer
  const calls = [await adapter.prepareTransfer(transfer)]
  const tokens = token === undefined ? [] : [token]
  return adapter.simulate({ network, address: subject.address, calls, tokens, holder: to, signal })
}

/**
 * What the receiver has more afterwards: less where the token takes a fee, nothing where it says no. Of the native
 * currency every coin arrives, though a contract may pass it on at once.
 */
function arrivesOf(trial: Simulation | undefined, { token, amount }: TransferRequest): bigint | undefined {
  if (!trial?.isSuccess) return undefined
  if (token === undefined) return amount
  const [change] = trial.tokens
  return change && change.after - change.before
}

const totalSupply = {
  type: 'function',
  name: 'totalSupply',
  stateMutability: 'view',
  inputs: [],
  outputs: [{ type: 'uint256' }],
}

/** Tokens sent to the contract of a token are lost: nobody there can send them on. */
async function receiverOf(
  { network, adapter }: Place,
  { transfer, signal }: QuoteInput,
): Promise<'person' | 'contract' | 'token' | undefined> {
  const isContract = await adapter.isContract?.({ network, address: transfer.to, signal })
  if (isContract === undefined) return undefined
  if (!isContract) return 'person'
  if (transfer.token === undefined || !adapter.readContract) return 'contract'
  const call = { address: transfer.to, abi: [totalSupply], functionName: 'totalSupply' }
  return adapter.readContract({ network, call, signal }).then(
    () => 'token',
    () => 'contract',
  )
}

const isRevert = (fee: Fee | Failure): boolean =>
  'cause' in fee && chainErrorKind(wordsOf(fee.cause)) === 'execution-reverted'

/** What a node said, with our own words around it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message
}

/** S8-19 */
function reasonOf(error: unknown): string {
  const kind = chainErrorKind(wordsOf(error))
  if (kind) return chainErrors[kind].text
  return isLatchkeyError(error) ? error.message : ''
}
