/** Tells the developer what a relay or gateway meant by its refusal, once per kind (S4-25, S8-30). */
import { alertOfProviderError } from '@latchkey/spec/errors'
import type { KitContext } from '../context.js'
import { pageOrigin } from '../pageOrigin.js'
import { showAlert } from './alert.js'

/** `true` when the message is one that has an alert. */
export function reportProviderError(context: KitContext, cause: unknown): boolean {
  const message = cause instanceof Error ? cause.message : String(cause)
  const id = alertOfProviderError(message)
  context.log.error('A provider refused', cause)
  if (id === 'invalid-app-configuration') showAlert(context, id, { origin: pageOrigin() ?? 'of this page' })
  else if (id) showAlert(context, id, {})
  return id !== undefined
}
