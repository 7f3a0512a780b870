/** Collects events for the app's own gateway; nothing leaves before the person opens the modal (D-21). */
import { pageLimits } from '@latchkey/spec/limits'
import { mayTrack } from '@latchkey/spec/validation'
import type { KitContext } from './context.js'
import type { KitEvent } from './events.js'
import { whenIdle } from './whenIdle.js'

/** Without a gateway, or with `features.analytics` off, not even a list is kept. */
export function startAnalytics(context: KitContext): void {
  const { features, gatewayUrl } = context.options
  if (!features.analytics || !gatewayUrl) return
  const waiting: KitEvent[] = []
  let wasOpened = false
  /** The next batch waits for an idle moment, and for whatever happens until then. */
  let isPutOff = false

  const stop = context.events.on((event) => {
    waiting.push(event)
    if (waiting.length > pageLimits.analyticsBuffer) waiting.shift()
    if (event.name === 'MODAL_OPEN') wasOpened = true
    if (isPutOff || !mayTrack({ isEnabled: features.analytics, wasOpened })) return
    isPutOff = true
    whenIdle(() => {
      isPutOff = false
      import('./sendEvents.js')
        .then(({ sendWaiting }) => sendWaiting(context, waiting, stop))
        .catch((cause: unknown) => context.log.debug('Analytics were not sent', cause))
    })
  })
}
