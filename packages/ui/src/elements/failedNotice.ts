/** Says that the modal did not come, and offers to fetch it again: in its window, or on the page where there is none. */
import type { Kit } from '@latchkey/core'
import { adopt } from '../theme/adopt.js'
import styles, { css } from './failedNotice.sheet.css'
import { speak, textOf } from './text.js'

export function failedNotice(kit: Kit, root: ShadowRoot, retry: () => void): HTMLElement {
  const t = textOf(kit)
  adopt(root, css)
  const failed = document.createElement('div')
  const text = document.createElement('p')
  const button = document.createElement('button')
  speak(failed, kit.options)
  failed.className = styles.failed ?? ''
  failed.setAttribute('role', 'alert')
  text.textContent = t('modal.load-failed')
  button.type = 'button'
  button.textContent = t('modal.retry')
  button.addEventListener('click', retry)
  failed.append(text, button)
  return failed
}
