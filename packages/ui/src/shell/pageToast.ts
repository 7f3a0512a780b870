/** A short message on the page itself, while the modal is closed: without React, which only an open modal needs (S4-10). */
import type { KitOptions, KitState } from '@latchkey/core'
import { speak } from '../elements/text.js'
import { adopt } from '../theme/adopt.js'
import styles, { css } from './pageToast.sheet.css'

type Speech = Pick<KitOptions, 'language' | 'words'>

export interface PageToast {
  /** Shows and hides with the kit's state. */
  update(state: Pick<KitState, 'toast' | 'modal'>, speech: Speech): void
  remove(): void
}

export function createPageToast(root: ShadowRoot): PageToast {
  let regions:
    | { readonly place: HTMLElement; readonly status: HTMLElement; readonly alert: HTMLElement }
    | undefined
  let shown = ''

  /** The live regions are there before they say anything, or nobody hears them. */
  function place() {
    if (regions) return regions
    adopt(root, css)
    const [status, alert] = [region('status'), region('alert')]
    regions = { place: region(), status, alert }
    regions.place.className = styles.place ?? ''
    regions.place.append(status, alert)
    root.append(regions.place)
    return regions
  }

  return {
    update({ toast, modal }, speech) {
      const { isOpen, isForPage, variant, text } = toast
      const isShown = isOpen && isForPage && !modal.isOpen
      const next = isShown ? `${variant} ${text}` : ''
      if (next === shown) return
      shown = next
      const { place: around, status, alert } = place()
      speak(around, speech)
      const put = (said: string) => {
        // Another message, or none any more, while the words came.
        if (shown !== next) return
        const message = isShown ? [draw(variant, said)] : []
        status.replaceChildren(...(variant === 'error' ? [] : message))
        alert.replaceChildren(...(variant === 'error' ? message : []))
      }
      if (!isShown || (!speech.language && !speech.words)) return put(text)
      // In English rather than not at all.
      retellOnce(text, speech).then(put, () => put(text))
    },
    remove() {
      regions?.place.remove()
      regions = undefined
      shown = ''
    },
  }
}

async function retellOnce(text: string, speech: Speech): Promise<string> {
  const { loadSpoken } = await import('../copy/loadSpoken.js')
  const { retell } = await loadSpoken(speech)
  return retell(text)
}

function region(role?: string): HTMLElement {
  const element = document.createElement('div')
  if (role) element.setAttribute('role', role)
  return element
}

function draw(variant: string, text: string): HTMLElement {
  const message = document.createElement('p')
  message.className = styles.message ?? ''
  message.setAttribute('part', 'toast')
  message.dataset.variant = variant
  message.textContent = text
  return message
}
