/** Messages that ask the developer of the page, or the person, to put something right; each kind once (S4-25, S8-29). */
import { type AlertId, type alerts, alertText, type ContextOf } from '@latchkey/spec/errors'
import type { Kit } from '../kit.js'

/** Shows an alert the first time its kind comes up in this kit; later ones only reach the log. */
export function showAlert<id extends AlertId>(
  kit: Kit,
  id: id,
  context: ContextOf<(typeof alerts)[id]['text']>,
): void {
  const alert = alertText(id, context)
  kit.log.error(`${alert.title}: ${alert.text}`)
  if (kit.jobs.shownAlerts.has(id)) return
  kit.jobs.shownAlerts.add(id)
  kit.store.set({ alert: { isOpen: true, id, ...alert } })
}

export function dismissAlert(kit: Kit): void {
  kit.store.set(({ alert }) => ({ alert: { ...alert, isOpen: false } }))
}
