/** The one question to the wallet: checked, tried out and paid for beforehand (S4-20, S5-10). */
import { isLatchkeyError, isUserRejection, LatchkeyError } from '@latchkey/spec/errors'
import { checkSend, formatUnits } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { selectAccount } from '../../select.js'
import { isAbort } from '../../wallets/walletError.js'
import { networkOf, subjectOf } from '../subject.js'
import { transactionId } from '../transactions/followed.js'
import { quoteTransfer, transferTransaction } from './quote.js'
import {
  type ReadyQuote,
  type SendFormState,
  type SendProblem,
  type Sent,
  transferOf,
  unitsOf,
} from './sendState.js'

/** Resolves when the wallet has sent it; what becomes of it is for the transaction centre. */
export async function submit(context: KitContext, state: SendFormState, signal: AbortSignal): Promise<Sent> {
  const { token, recipient } = state
  const subject = state.subject ?? subjectOf(context.store.get())
  const namespace =
    (subject && networkOf(context, subject)?.chainNamespace) ?? context.store.get().activeNamespace
  const units = unitsOf(state)
  const wrong = checkSend({
    namespace,
    amount: units === undefined || !token ? state.amount.text : formatUnits(units, token.decimals),
    receiverAddress: recipient.status === 'ready' ? recipient.address : undefined,
    token,
  })
  if (wrong) throw wrong
  const transfer = transferOf(state)
  if (!subject || !token || !transfer || recipient.status !== 'ready') {
    throw new LatchkeyError('send.not-enough', { symbol: token?.symbol ?? '' })
  }
  const { fee } = await affordableQuote(context, state, signal)
  const { networkId, address } = subject
  const isSmartAccount = selectAccount(context.store.get(), namespace)?.type === 'smartAccount'
  const facts = { networkId, token: token.symbol, isSmartAccount }
  context.events.emit('SEND_INITIATED', facts)
  const transaction = { ...(await transferTransaction(context, subject, transfer)), ...fee.fields }
  const amount = `${formatUnits(transfer.amount, token.decimals)} ${token.symbol}`
  const hash = await context.sendTransaction({
    transaction,
    namespace,
    address,
    networkId,
    signal,
    meta: { kind: 'send', title: `Send ${amount}`, detail: `To ${recipient.name ?? transfer.to}` },
  })
  context.events.emit('SEND_SUCCESS', facts)
  import('./recents.js')
    .then(({ rememberRecipient }) => rememberRecipient(context, subject, transfer.to))
    .catch((cause: unknown) => context.log.warn('The receiver was not remembered', cause))
  return {
    id: transactionId(networkId, hash),
    hash,
    networkId,
    token,
    amount: transfer.amount,
    to: transfer.to,
    name: recipient.name,
  }
}

/** The quote on the screen; where there is none yet, as without a screen, one is asked for. */
async function affordableQuote(
  context: KitContext,
  state: SendFormState,
  signal: AbortSignal,
): Promise<ReadyQuote> {
  const { quote, subject, token, nativeHeld } = state
  const transfer = transferOf(state)
  const found =
    quote.status === 'ready' || !subject || !transfer
      ? quote
      : await quoteTransfer(context, { subject, transfer, signal })
  if (found.status === 'refused') throw new LatchkeyError('send.refused', { reason: found.reason ?? '' })
  if (found.status !== 'ready') {
    throw new LatchkeyError('request.failed', found.status === 'failed' ? { reason: found.reason } : {})
  }
  const own = token?.address === undefined ? (transfer?.amount ?? 0n) : 0n
  if (nativeHeld !== undefined && own + found.fee.most > nativeHeld) {
    throw new LatchkeyError('send.not-enough', { symbol: found.fee.symbol })
  }
  return found
}

/** Why nothing was sent, in kinds that a screen can speak about. */
export function problemOf(cause: unknown, signal: AbortSignal): SendProblem {
  if (signal.aborted && isAbort(cause)) return { kind: 'cancelled', cause }
  if (isUserRejection(cause)) return { kind: 'declined', cause }
  if (isLatchkeyError(cause, 'connection.timeout') || isLatchkeyError(cause, 'relay.request-expired')) {
    return { kind: 'timeout', cause }
  }
  if (isLatchkeyError(cause, 'connection.account-changed')) return { kind: 'account', cause }
  if (isLatchkeyError(cause, 'network.mismatch')) return { kind: 'network', cause }
  return { kind: 'failed', cause }
}
