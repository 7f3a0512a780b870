/** Tells the developer what a relay or gateway meant by its refusal, once per kind (S4-25, S8-30). */
import { alertOfProviderError } from '@latchkey/spec/errors'
import type { Kit } from '../kit.js'
import { pageOrigin } from '../pageOrigin.js'
import { showAlert } from './alert.js'

/** `true` when the message is one that has an alert. */
export function reportProviderError(kit: Kit, cause: unknown): boolean {
  const message = cause instanceof Error ? cause.message : String(cause)
  const id = alertOfProviderError(message)
  kit.log.error('A provider refused', cause)
  if (id === 'invalid-app-configuration') showAlert(kit, id, { origin: pageOrigin() ?? 'of this page' })
  else if (id) showAlert(kit, id, {})
  return id !== undefined
}
