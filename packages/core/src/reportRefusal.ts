/** What the gateway says about the app's configuration, told to its developer once (S5-05, S5-19). */
import type { ErrorCode } from '@latchkey/spec/errors'
import { showAlert } from './actions/alert.js'
import type { Kit } from './kit.js'
import { pageOrigin } from './pageOrigin.js'

export function reportRefusal(kit: Kit, code: ErrorCode): void {
  if (code === 'options.project-id-missing') showAlert(kit, 'project-id-not-configured', {})
  if (code === 'options.project-id-invalid') showAlert(kit, 'invalid-project-id', {})
  if (code === 'options.origin-not-allowed') {
    showAlert(kit, 'invalid-app-configuration', { origin: pageOrigin() ?? 'of this page' })
  }
}
