/** What a request is, in plain facts: who asks, what moves, to whom, what it may cost, and what to be careful about. */
import type { approvalView, WalletAnswerOf } from '@latchkey/spec/walletApi'
import type * as v from 'valibot'
import { copy } from '../words/en/warnings.js'
import { wordsOf } from '../words/words.js'

const t = wordsOf(copy)

/** As the server computes it from the same record. */
export type ApprovalView = v.InferOutput<typeof approvalView>
export type WarningKind = ApprovalView['warnings'][number]['kind']

export interface RequestWarning {
  readonly kind: WarningKind
  /** `stop`: most requests of this kind rob somebody. `care`: worth a second look. */
  readonly weight: 'stop' | 'care'
  /** Which call of a batch. */
  readonly call?: number | undefined
  readonly text: string
}

export interface RequestRow {
  readonly label: string
  readonly value: string
  /** `address` is shown whole, in letters that tell 0 and O apart. `text` was written by a stranger. */
  readonly look: 'plain' | 'address' | 'amount' | 'text' | 'code'
}

/** One call, one instruction, or the whole of a message. */
export interface RequestPart {
  readonly title: string
  readonly rows: readonly RequestRow[]
}

export type RequestKind =
  | 'sign-in'
  | 'message'
  | 'typed-data'
  | 'transfer'
  | 'approval'
  | 'call'
  | 'batch'
  | 'transactions'
  | 'permissions'

export interface RequestFacts {
  readonly kind: RequestKind
  /** The page that asks, as the browser knows it. Always the first line. */
  readonly origin: string
  readonly title: string
  readonly account: string
  readonly network: string
  readonly parts: readonly RequestPart[]
  /** The most that the network may take for it. */
  readonly fee?: string | undefined
  readonly warnings: readonly RequestWarning[]
  /** Set where it must not be signed at all, with the reason for the person. */
  readonly refusal?: string | undefined
}

/** What an app may do for a time, as the server lists it. */
export type ListedPermission = WalletAnswerOf<'permissionList'>['permissions'][number]

/** What is known beside the request itself. */
export interface RequestContext {
  /** Of tokens that the simulation named; by address in small letters. */
  readonly tokens?: ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }> | undefined
  /** The one that is taken back; what is signed has its number only. */
  readonly permission?: ListedPermission | undefined
}

/** How much each kind of danger weighs. */
const weights = {
  'unlimited-approval': 'stop',
  'approval-for-all': 'stop',
  permit: 'stop',
  'new-recipient': 'care',
  'look-alike': 'stop',
  'unverified-contract': 'care',
  delegatecall: 'stop',
  'owner-change': 'stop',
  'raw-hash': 'stop',
  'not-simulated': 'care',
  'will-fail': 'care',
  capability: 'stop',
  'high-fee': 'stop',
  'lasting-rights': 'stop',
} as const satisfies Record<WarningKind, RequestWarning['weight']>

export function warn(kind: WarningKind, call?: number): RequestWarning {
  const text = t(`warnings.${kind}`)
  return { kind, weight: weights[kind], text, ...(call === undefined ? {} : { call }) }
}
