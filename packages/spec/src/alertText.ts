/** The words of an alert; apart from the errors, so that a page which raises none does not load them. */
import { type AlertId, alerts } from './alerts.js'
import type { ContextOf } from './errors.js'
import { fillSlots } from './fillSlots.js'

export function alertText<Id extends AlertId>(
  id: Id,
  context: ContextOf<(typeof alerts)[Id]['text']>,
): { title: string; text: string } {
  return { title: alerts[id].title, text: fillSlots(alerts[id].text, context) }
}
