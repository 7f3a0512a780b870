/** Messages that ask the developer of the page, or the person, to put something right; each kind once (S4-25, S8-29). */
import { type AlertId, type alerts, alertText, type ContextOf } from '@latchkey/spec/errors'
import type { KitContext } from '../context.js'

/** Shows an alert the first time its kind comes up in this kit; later ones only reach the log. */
export function showAlert<id extends AlertId>(
  context: KitContext,
  id: id,
  slots: ContextOf<(typeof alerts)[id]['text']>,
): void {
  const alert = alertText(id, slots)
  context.log.error(`${alert.title}: ${alert.text}`)
  if (context.jobs.shownAlerts.has(id)) return
  context.jobs.shownAlerts.add(id)
  context.store.set({ alert: { isOpen: true, id, ...alert } })
}

/** Closes the alert; the same one is not shown again to this kit. */
export function dismissAlert(context: KitContext): void {
  context.store.set(({ alert }) => ({ alert: { ...alert, isOpen: false } }))
}
