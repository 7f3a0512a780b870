/** What the handlers of one frame work on; made once, when the page starts, and gone with it. */
import type { DappDataSync, ThemeSync } from '@latchkey/spec/frame'

export interface FrameContext {
  /** No handler signs anybody in yet, so it stays false. */
  isSignedIn: boolean
  /** What the embedding page says about itself: a claim. */
  dapp: DappDataSync
  theme: ThemeSync
  /** Draws the theme. */
  readonly applyTheme: (theme: ThemeSync) => void
  /** Loads the page again, after the answer that is being made has left. */
  readonly reload: () => void
}

export function createContext(deps: Pick<FrameContext, 'applyTheme' | 'reload'>): FrameContext {
  return { isSignedIn: false, dapp: {}, theme: {}, ...deps }
}
