/** Asks the gateway whether this page may use it, once, when the modal first opens (S5-05, S7-27). */
import { origins } from '@latchkey/spec/endpoints'
import { isOriginAllowed } from '@latchkey/spec/validation'
import { showAlert } from './actions/alert.js'
import type { KitContext } from './context.js'
import { pageOrigin } from './pageOrigin.js'

/** A gateway that does not answer is not a reason to alarm anybody: what needs it says so itself (D-10). */
export async function checkOrigin(context: KitContext): Promise<void> {
  const origin = pageOrigin()
  const api = await context.services.api()
  if (!origin || !api) return
  const { allowedOrigins } = await api.call(origins, {})
  // A gateway without an allow-list lets every page in.
  if (allowedOrigins.length === 0 || isOriginAllowed(allowedOrigins, origin)) return
  showAlert(context, 'invalid-app-configuration', { origin })
}
