/** What the send form knows, and what it still needs before anything can be sent. Pure: no chain, no clock. */
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { SendState, TokenBalance } from '@latchkey/spec/entities'
import type { StateOf } from '@latchkey/spec/states'
import { formatUnits, type SendWarning } from '@latchkey/spec/validation'
import type { TransferRequest } from '../../adapter.js'
import { readAmount, unitsWorth, worthOf } from '../../money.js'
import type { Fee } from '../fees.js'
import type { Subject } from '../subject.js'

/** What an app, a link or another view may fill in. */
export interface SendPrefill {
  /** An address, a name or a payment link. */
  readonly to?: string | undefined
  /** A decimal of the token. */
  readonly amount?: string | undefined
  /** The address of a token, or `native`. */
  readonly token?: string | undefined
}

export interface SendToken {
  /** Unique among the tokens of an account. */
  readonly id: string
  /** Absent for the native currency. */
  readonly address: Address | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** A decimal in US dollars, where it is known. */
  readonly price: string | undefined
  readonly held: bigint
  readonly icon: string
  /** S3-10: as the gateway told it. */
  readonly balance: TokenBalance
}

export interface SendTokens {
  /** A failed list is not an empty one (D-13). */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly items: readonly SendToken[]
  /** S5-08: after a failure, when another try is allowed, by the kit's clock; at once where it does not say. */
  readonly retryAt?: number | undefined
}

export interface SendAmount {
  /** As it was typed, in `unit`. */
  readonly text: string
  readonly unit: 'token' | 'fiat'
  /** Everything that can be sent, whatever the fee becomes. */
  readonly isMax: boolean
}

export type Recipient =
  | { readonly status: 'empty' | 'resolving' }
  | {
      readonly status: 'ready'
      readonly address: Address
      /** What somebody typed, or what the address is called. */
      readonly name: string | undefined
    }
  /** It cannot be sent to, whoever is asked. */
  | { readonly status: 'invalid'; readonly problem: RecipientProblem; readonly detail?: string }
  /** Nobody could say; `retry` asks again. */
  | { readonly status: 'failed'; readonly reason: string }

/** `unknown-name`: nobody has it. `link`: it asks for something else than a transfer. */
export type RecipientProblem =
  | 'address'
  | 'checksum'
  | 'unknown-name'
  | 'link'
  | 'other-namespace'
  | 'other-network'
  | 'unknown-token'

export interface ReadyQuote {
  readonly status: 'ready'
  readonly fee: Fee
  /** What the receiver will have more; `undefined` where the network cannot tell. */
  readonly arrives: bigint | undefined
  readonly warnings: readonly SendWarning[]
}

export type Quote =
  | { readonly status: 'none' }
  /** What the quote before it said, which is probably much the same. */
  | {
      readonly status: 'loading'
      readonly fee?: Fee | undefined
      readonly warnings: readonly SendWarning[]
    }
  | ReadyQuote
  /** It would fail, and why where the contract says so. */
  | {
      readonly status: 'refused'
      readonly reason: string | undefined
      readonly warnings: readonly SendWarning[]
    }
  | { readonly status: 'failed'; readonly reason: string; readonly warnings: readonly SendWarning[] }

/** A warning does not go away because somebody asks again. */
export const warningsOf = (quote: Quote): readonly SendWarning[] =>
  quote.status === 'none' ? [] : quote.warnings

/** What left the page: the form is empty again, and this is what is followed. */
export interface Sent {
  /** As the transaction centre knows it. */
  readonly id: string
  readonly hash: string
  readonly networkId: NetworkId
  readonly token: SendToken
  readonly amount: bigint
  readonly to: Address
  readonly name: string | undefined
}

/** `cancelled`: taken back here, though the wallet may still show it. */
export interface SendProblem {
  readonly kind: 'declined' | 'cancelled' | 'timeout' | 'account' | 'network' | 'failed'
  readonly cause: unknown
}

export interface SendFormState {
  /** S4-20 */
  readonly step: StateOf<'send'>
  /** Whose form it is (D-11). */
  readonly subject: Subject | undefined
  readonly tokens: SendTokens
  /** Of the native currency, which pays the fee; `undefined` until it is known. */
  readonly nativeHeld: bigint | undefined
  readonly nativePrice: string | undefined
  readonly token: SendToken | undefined
  readonly amount: SendAmount
  readonly recipientText: string
  readonly recipient: Recipient
  readonly quote: Quote
  /** Something changed under the form, and what it did about it. */
  readonly notice: 'account' | 'network' | undefined
  /** Why the last try ended without a transaction. */
  readonly problem: SendProblem | undefined
  readonly sent: Sent | undefined
}

export const emptyAmount: SendAmount = { text: '', unit: 'token', isMax: false }

export const emptyForm = {
  step: 'editing',
  token: undefined,
  amount: emptyAmount,
  recipientText: '',
  recipient: { status: 'empty' },
  quote: { status: 'none' },
  notice: undefined,
  problem: undefined,
} as const satisfies Partial<SendFormState>

/** The amount in the smallest unit; `undefined` while there is none. */
export function unitsOf({ token, amount }: Pick<SendFormState, 'token' | 'amount'>): bigint | undefined {
  if (!token || amount.text === '') return undefined
  if (amount.unit === 'fiat') {
    return unitsWorth({ worth: amount.text, decimals: token.decimals, price: token.price })
  }
  const reading = readAmount(amount.text, token.decimals)
  return reading.status === 'ready' ? reading.value : undefined
}

/** The same amount in the other unit; `undefined` where the price is not known. */
export function otherText(state: Pick<SendFormState, 'token' | 'amount'>): string | undefined {
  const { token, amount } = state
  const units = unitsOf(state) ?? 0n
  if (!token) return undefined
  if (amount.unit === 'fiat') return formatUnits(units, token.decimals)
  return worthOf({ value: units, decimals: token.decimals, price: token.price })
}

/** What would be sent; `undefined` until somebody said what, how much and to whom. */
export function transferOf(state: SendFormState): TransferRequest | undefined {
  const { token, recipient } = state
  const amount = unitsOf(state)
  if (!token || !amount || recipient.status !== 'ready' || amount > token.held) return undefined
  return { token: token.address, to: recipient.address, amount }
}

/** S3-10: the same, in the words of the kit's own state. */
export function draftOf(state: SendFormState): SendState {
  const { token, tokens, recipient, step, nativeHeld, nativePrice } = state
  const units = unitsOf(state)
  const native = tokens.items.find(({ address }) => address === undefined)
  const worth =
    native && nativeHeld !== undefined
      ? worthOf({ value: nativeHeld, decimals: native.decimals, price: nativePrice })
      : undefined
  return {
    loading: step === 'initiated',
    tokenBalances: tokens.items.map(({ balance }) => balance),
    ...(token && { token: token.balance }),
    ...(token && units !== undefined && { sendTokenAmount: formatUnits(units, token.decimals) }),
    ...(recipient.status === 'ready' && { receiverAddress: recipient.address }),
    ...(recipient.status === 'ready' && recipient.name && { receiverProfileName: recipient.name }),
    ...(worth !== undefined && { networkBalanceInUSD: worth }),
  }
}

/** What stands between the form and its preview, the first thing first. */
export type SendNeed =
  | 'token'
  | 'amount'
  | 'amount-invalid'
  | 'amount-too-fine'
  | 'not-enough'
  | 'recipient'
  | 'recipient-resolving'
  | 'recipient-invalid'
  | 'recipient-failed'
  | 'quote'
  | 'no-gas'
  | 'refused'
  | 'quote-failed'

/** What is still missing before something can be sent; nothing when it can. */
export function sendNeed(state: SendFormState): SendNeed | undefined {
  const { token, recipient, quote } = state
  if (!token) return 'token'
  const wrong = amountNeed(state, token)
  if (wrong) return wrong
  if (recipient.status === 'empty') return 'recipient'
  if (recipient.status !== 'ready') return `recipient-${recipient.status}`
  if (quote.status === 'refused') return 'refused'
  if (quote.status === 'failed') return 'quote-failed'
  if (quote.status !== 'ready') return 'quote'
  return lacksGas(state, quote.fee) ? 'no-gas' : undefined
}

function amountNeed(state: SendFormState, token: SendToken): SendNeed | undefined {
  const { amount } = state
  if (amount.text === '') return 'amount'
  const reading = readAmount(amount.text, amount.unit === 'fiat' ? fiatDecimals : token.decimals)
  if (reading.status === 'too-fine') return 'amount-too-fine'
  const units = unitsOf(state)
  if (reading.status !== 'ready' || units === undefined) return 'amount-invalid'
  // Nothing can be sent of nothing, and of a worth below the smallest unit neither.
  if (units === 0n) return 'amount'
  return units > token.held ? 'not-enough' : undefined
}

/** A worth may be written finer than a cent. */
const fiatDecimals = 18

/** The fee is paid in the native currency, beside what is sent of it. */
function lacksGas(state: SendFormState, fee: Fee): boolean {
  const { token, nativeHeld } = state
  if (nativeHeld === undefined) return false
  const sent = token?.address === undefined ? (unitsOf(state) ?? 0n) : 0n
  return sent + fee.most > nativeHeld
}
