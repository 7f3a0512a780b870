/** What a request is, in plain facts: who asks, what moves, to whom, what it may cost, and what to be careful about. */
import type { approvalView, WalletAnswerOf } from '@latchkey/spec/walletApi'
import type * as v from 'valibot'

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

/** What each kind of danger says, and how much it weighs. */
export const warningTexts = {
  'unlimited-approval': {
    weight: 'stop',
    text: 'Lets another address take all of this token, now and later',
  },
  'approval-for-all': { weight: 'stop', text: 'Lets another address take every item of this collection' },
  permit: {
    weight: 'stop',
    text: 'This signature alone lets another address take tokens; no transaction follows',
  },
  'new-recipient': { weight: 'care', text: 'You have not sent anything to this address before' },
  'look-alike': { weight: 'stop', text: 'This address looks like one you know, and is another' },
  'unverified-contract': { weight: 'care', text: 'Nobody has published what this contract does' },
  delegatecall: { weight: 'stop', text: 'Runs foreign code with all rights of your account' },
  'owner-change': { weight: 'stop', text: 'Changes who controls an account or a contract' },
  'raw-hash': {
    weight: 'stop',
    text: 'A bare hash: what it stands for cannot be shown, and it may be a payment',
  },
  'not-simulated': { weight: 'care', text: 'What it will do could not be tried out beforehand' },
  'will-fail': { weight: 'care', text: 'Tried out just now, it failed' },
  capability: { weight: 'stop', text: 'This signature gives others rights that outlast the sign-in' },
  'high-fee': { weight: 'stop', text: 'Pays the network far more than usual' },
  'lasting-rights': {
    weight: 'stop',
    text: 'Until it ends, this page acts for your account without asking you again',
  },
} as const satisfies Record<WarningKind, Pick<RequestWarning, 'weight' | 'text'>>

export function warn(kind: WarningKind, call?: number): RequestWarning {
  return { kind, ...warningTexts[kind], ...(call === undefined ? {} : { call }) }
}
