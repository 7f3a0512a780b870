/** Collects events for the app's own gateway; nothing leaves before the person opens the modal (D-21). */
import { isLatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { mayTrack } from '@latchkey/spec/validation'
import type { KitContext } from './context.js'
import type { KitEvent } from './events.js'

/** Answers that may be different later. */
const passing: readonly number[] = [408, 429, 500, 502, 503, 504]

/** Without a gateway, or with `features.analytics` off, not even a list is kept. */
export function startAnalytics(context: KitContext): void {
  const { features, gatewayUrl } = context.options
  if (!features.analytics || !gatewayUrl) return
  let waiting: KitEvent[] = []
  let wasOpened = false
  let isSending = false

  async function send() {
    if (isSending || !mayTrack({ isEnabled: features.analytics, wasOpened })) return
    isSending = true
    try {
      const { sendEvents } = await import('./sendEvents.js')
      while (waiting.length > 0 && !context.jobs.scope.isClosed) {
        const events = waiting
        waiting = []
        await sendEvents(context, events)
      }
    } catch (cause) {
      // Analytics that do not arrive are nobody's problem but the log's.
      context.log.debug('Analytics were not sent', cause)
      // A gateway that does not take them will not take the next ones either.
      if (isLatchkeyError(cause, 'http.status') && !passing.includes(cause.context.n)) stop()
    } finally {
      isSending = false
    }
  }

  const stop = context.events.on((event) => {
    waiting = [...waiting, event].slice(-limits.analyticsBuffer)
    if (event.name === 'MODAL_OPEN') wasOpened = true
    void send()
  })
  context.jobs.scope.add(stop)
}
