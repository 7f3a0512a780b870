/** What the gateway says about the app's configuration, told to its developer once (S5-05, S5-19). */
import type { ErrorCode } from '@latchkey/spec/errors'
import { showAlert } from './actions/alert.js'
import type { KitContext } from './context.js'
import { pageOrigin } from './pageOrigin.js'

export function reportRefusal(context: KitContext, code: ErrorCode): void {
  if (code === 'options.project-id-missing') showAlert(context, 'project-id-not-configured', {})
  if (code === 'options.project-id-invalid') showAlert(context, 'invalid-project-id', {})
  if (code === 'options.origin-not-allowed') {
    showAlert(context, 'invalid-app-configuration', { origin: pageOrigin() ?? 'of this page' })
  }
}
