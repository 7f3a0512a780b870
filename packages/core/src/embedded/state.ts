/** What is known of the embedded wallet: the frame, a sign-in under way, who is signed in, and what waits for them. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { RedirectProvider, SocialProvider } from '@latchkey/spec/options'
import type { FrameStatus } from './frame.js'

interface Step {
  /** The frame is asked, and answers by itself; not while the person is waited for. */
  readonly isBusy: boolean
  /** Why the last try was in vain, in words to show. */
  readonly problem?: string
}

interface CodeStep extends Step {
  /** When another code may be asked for, by the kit's clock (S5-02). */
  readonly resendAt: number
}

/** One sign-in at a time (S4-12). */
export type EmbeddedLogin =
  | { readonly step: 'idle' }
  /** The address was sent; nobody has answered what comes next. */
  | (Step & { readonly step: 'email'; readonly email: string })
  /** The mail's page asks for `matchNumber`. */
  | (CodeStep & { readonly step: 'device'; readonly email: string; readonly matchNumber?: string })
  | (CodeStep & { readonly step: 'code'; readonly email: string; readonly codeDigits: number })
  | {
      readonly step: 'social'
      readonly provider: RedirectProvider
      /** `blocked`: the browser did not let the window open, and a press does. `window`: the person is there. */
      readonly phase: 'starting' | 'blocked' | 'window' | 'connecting' | 'failed'
      /** The window asks for it. */
      readonly matchNumber?: string
      readonly problem?: string
    }
  | {
      readonly step: 'farcaster'
      readonly phase: 'starting' | 'waiting' | 'connecting' | 'failed'
      /** For the code to scan, and for the app on this device. */
      readonly url?: string
      readonly problem?: string
    }
  | {
      readonly step: 'passkey'
      readonly phase: 'frame' | 'connecting' | 'failed'
      readonly problem?: string
    }

/** S4-12: the two steps of another address. */
export type EmailUpdate =
  | { readonly step: 'idle' }
  | (Step & { readonly step: 'email'; readonly newEmail: string })
  | (CodeStep & { readonly step: 'primary' | 'secondary'; readonly newEmail: string })

export interface EmbeddedUser {
  readonly email?: string
  readonly userName?: string
  /** How they signed in; absent for an email address. */
  readonly provider?: SocialProvider | 'passkey'
}

export interface EmbeddedState {
  readonly frame: FrameStatus
  readonly login: EmbeddedLogin
  readonly user: EmbeddedUser | undefined
  /** S3-01; `undefined` while nobody has said. */
  readonly isSmartAccountDeployed: boolean | undefined
  /** Whether the wallet can be brought to another device; `undefined` while nobody has said. */
  readonly hasRecovery: boolean | undefined
  /** S3-04 */
  readonly smartAccountNetworks: readonly NetworkId[]
  readonly emailUpdate: EmailUpdate
  /** What the person is asked to approve. */
  readonly request: { readonly method: string; readonly startedAt: number } | undefined
  /** The frame has something to show: ApproveTransaction draws it. */
  readonly isFrameShown: boolean
  /** Pixels, where the frame knows. */
  readonly frameHeight: number | undefined
}

export const initialEmbeddedState: EmbeddedState = {
  frame: 'absent',
  login: { step: 'idle' },
  user: undefined,
  isSmartAccountDeployed: undefined,
  hasRecovery: undefined,
  smartAccountNetworks: [],
  emailUpdate: { step: 'idle' },
  request: undefined,
  isFrameShown: false,
  frameHeight: undefined,
}
