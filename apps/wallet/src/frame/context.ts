/** What the handlers of one frame work on; made once, when the page starts, and gone with it. */
import type { DappDataSync, FrameEventName, FrameEventPayload, ThemeSync } from '@latchkey/spec/frame'
import type { credentialJson } from '@latchkey/spec/walletApi'
import type * as v from 'valibot'
import type { WalletApi } from '../api/walletApi.js'
import type { DeviceStore } from '../device/deviceStore.js'
import type { KeyWorker } from '../worker/runWork.js'
import { type Account, createAccount } from './account/account.js'
import { createLedger, type Ledger } from './ledger.js'
import { createLogin, type Login } from './login.js'
import { createLongWork, type LongWork } from './longWork.js'
import type { Panel } from './panel/screen.js'
import { createRequests, type Requests } from './rpc/requests.js'
import { createSession, type Session } from './session.js'

/** What a frame needs from the page it is: tests give their own. */
export interface FrameDeps {
  /** Who the frame was served for (D-32). */
  readonly embedder: { readonly projectId?: string; readonly origin: string }
  /** Of the wallet itself. */
  readonly origin: string
  readonly api: WalletApi
  readonly store: DeviceStore
  /** Whether the browser keeps cookies for this frame alone; else the refresh token lies in the store. */
  readonly keepsCookies: boolean
  readonly startWorker: () => Promise<KeyWorker>
  /** One at a time, over all tabs of this page. */
  readonly lock: <T>(name: string, run: () => Promise<T>) => Promise<T>
  readonly after: (ms: number, run: () => void) => () => void
  /** At once where the person has the page in front, else as soon as they do. */
  readonly whenVisible: (run: () => void) => () => void
  readonly createId: () => string
  /** Draws the theme. */
  readonly applyTheme: (theme: ThemeSync) => void
  /** Loads the page again, after the answer that is being made has left. */
  readonly reload: () => void
  /** Network that the host begins with (CAIP-2). */
  readonly network: string
  readonly panel: Panel
  /** Inside a click. Nothing comes back: a page may sever its windows. */
  readonly openWindow: (url: string) => void
  /** Asks for a passkey in the frame itself; options and answer are WebAuthn's JSON. */
  readonly showPasskey: ShowPasskey
}

export type ShowPasskey = (
  options: Readonly<Record<string, unknown>> & { readonly challenge: string },
) => Promise<v.InferOutput<typeof credentialJson>>

export interface FrameContext extends FrameDeps {
  readonly ledger: Ledger
  readonly longWork: LongWork
  readonly session: Session
  readonly login: Login
  readonly account: Account
  readonly requests: Requests
  /** What the embedding page says about itself: a claim. */
  dapp: DappDataSync
  theme: ThemeSync
  /** The active one. */
  network: string
  /** Ids of operations that left this frame: until they are mined, only it knows them. */
  readonly sentCalls: Set<string>
  /** Set by the channel; what is told before there is one is nobody's. */
  tell: <event extends FrameEventName>(event: event, payload: FrameEventPayload<event>) => void
}

export function createContext(deps: FrameDeps): FrameContext {
  const session = createSession(deps)
  const context: FrameContext = {
    ...deps,
    session,
    ledger: createLedger(),
    longWork: createLongWork(deps.after),
    login: createLogin(),
    requests: createRequests(),
    account: createAccount({
      ...deps,
      session,
      tellCapsule: (token) => context.tell('SESSION_UPDATE', { token }),
    }),
    dapp: {},
    theme: {},
    sentCalls: new Set(),
    tell: () => {},
  }
  return context
}
