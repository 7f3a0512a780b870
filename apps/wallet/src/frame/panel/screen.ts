/** What the frame can show to a person, as data: drawn by the panel in a browser, answered by tests elsewhere. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { ApprovalView, RequestFacts } from '../../request/facts.js'

export type WindowPurpose = 'approve' | 'enrol' | 'recover' | 'export' | 'settings' | 'email'

export type Screen =
  | {
      readonly kind: 'request'
      readonly facts: RequestFacts
      readonly view: ApprovalView
      /** Where it is decided (D-30): `window` has one button, which opens it. */
      readonly rung: WalletAnswerOf<'approvalRead'>['surface']
      /** Why no window can be opened, in words to show. */
      readonly problem?: string
      /** In the frame itself; not for `window`. */
      readonly approve: () => Promise<void>
      readonly reject: () => Promise<void>
      /** Inside the click: a browser opens windows for nothing else. */
      readonly open: () => void
    }
  /** Approved: the wallet signs and sends. */
  | { readonly kind: 'working'; readonly facts: RequestFacts }
  | {
      readonly kind: 'window'
      readonly purpose: Exclude<WindowPurpose, 'approve'>
      readonly open: () => void
      readonly cancel: () => void
    }
  | {
      readonly kind: 'passkey'
      readonly use: () => Promise<void>
      /** Begins to make one: the window asks for this number. */
      readonly create: () => void
      readonly matchNumber: string
      readonly cancel: () => void
    }

export interface Shown {
  replace(screen: Screen): void
  close(): void
}

/** One screen at a time: what comes later waits until the one before is closed. */
export interface Panel {
  show(screen: Screen): Shown
}
