/** What of the embedded wallet's trouble is told to the developer or the person, once per kind (S8-23 to S8-28). */
import { origins } from '@latchkey/spec/endpoints'
import { isOriginAllowed } from '@latchkey/spec/validation'
import { showAlert } from '../actions/alert.js'
import { reportProviderError } from '../actions/reportProviderError.js'
import type { KitContext } from '../context.js'
import type { FrameError } from './frameError.js'
import { isOver } from './isOver.js'

export interface FrameAlerts {
  tellTimeout(what: 'load' | 'request'): void
  tellForeign(origin: string): void
  /** `true` where the person's session is over. */
  tellError(error: FrameError): boolean
}

export function createFrameAlerts(context: KitContext, pageOrigin: string): FrameAlerts {
  /** A browser does not say why a frame stayed empty. The gateway knows whether this page was the reason (D-32). */
  async function checkPage(): Promise<void> {
    const api = await context.services.api()
    if (!api) return
    const { allowedOrigins } = await api.call(origins, {})
    if (allowedOrigins.length === 0 || isOriginAllowed(allowedOrigins, pageOrigin)) return
    showAlert(context, 'unverified-domain', { origin: pageOrigin })
  }

  return {
    tellTimeout(what) {
      if (what === 'request') return showAlert(context, 'frame-request-timeout', {})
      showAlert(context, 'frame-load-failed', {})
      checkPage().catch((cause: unknown) =>
        context.log.info('Nobody says which pages may show the frame', cause),
      )
    },
    tellForeign: (origin) => showAlert(context, 'unverified-domain', { origin }),
    tellError(error) {
      const isEnd = isOver(error)
      if (isEnd) showAlert(context, 'session-expired', {})
      // S8-30
      else if (typeof error.code === 'string') reportProviderError(context, error)
      return isEnd
    },
  }
}
