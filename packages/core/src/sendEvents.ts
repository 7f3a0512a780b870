/** The one place that puts events on the wire (S7-22). Loaded when the first may be sent. */
import { analyticsBatch, analyticsEvent } from '@latchkey/spec/endpoints'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { showAlert } from './actions/alert.js'
import type { KitContext } from './context.js'
import type { KitEvent } from './events.js'
import { selectAccount } from './select.js'

/** Answers that may be different later. */
const passing: readonly number[] = [408, 429, 500, 502, 503, 504]

/** Sends until nothing waits, one batch at a time. A gateway that does not take events is not asked again. */
export function sendWaiting(context: KitContext, waiting: KitEvent[], stop: () => void): Promise<void> {
  return context.jobs.flights.join('analytics', async () => {
    try {
      while (waiting.length > 0 && !context.jobs.scope.isClosed) {
        await sendEvents(context, waiting.splice(0))
      }
    } catch (cause) {
      // Analytics that do not arrive are nobody's problem but the log's.
      context.log.debug('Analytics were not sent', cause)
      if (isLatchkeyError(cause, 'http.status') && !passing.includes(cause.context.n)) stop()
    }
  })
}

async function sendEvents(context: KitContext, events: readonly KitEvent[]): Promise<void> {
  const api = await context.services.api()
  const page = globalThis.location
  if (!api || !page) return
  const body = events.map((event) => wireEvent(context, event, page))
  const [first] = body
  if (!first) return
  // Each event has its own id, so that one that arrives twice counts once.
  const options = { isRepeatable: true }
  try {
    if (body.length === 1) await api.call(analyticsEvent, { body: first }, options)
    else await api.call(analyticsBatch, { body }, options)
  } catch (cause) {
    if (isLatchkeyError(cause, 'http.status') && cause.context.n === 403) {
      showAlert(context, 'analytics-origin-not-allowed', { origin: page.origin })
    }
    throw cause
  }
}

function wireEvent(
  context: KitContext,
  { name, props, at }: KitEvent,
  { origin, pathname, hostname }: Location,
) {
  const address = context.options.analyticsWithAddress
    ? selectAccount(context.store.get())?.address
    : undefined
  return {
    eventId: uuid(),
    // Query and fragment may hold what is nobody's business.
    url: `${origin}${pathname}`,
    domain: hostname,
    timestamp: at,
    props: { type: 'track' as const, event: name, properties: { ...props }, ...(address ? { address } : {}) },
  }
}

/** `crypto.randomUUID` exists only on secure pages. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
