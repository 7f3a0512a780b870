/** Gives a kit its face on the page: the elements know it, and its modal stands at the end of the body. */
import type { Kit } from '@latchkey/core'
import { defineElements } from './elements/define.js'
import { offerKit } from './elements/kitOnPage.js'

/** On a server it draws nothing (D-03). Destroying the kit takes everything away again. */
export function attachModal(kit: Kit): void {
  kit.onDestroy(kit.attachScreen())
  if (!('document' in globalThis)) return
  defineElements()
  kit.onDestroy(offerKit(kit))
  const { disableAppend, enableEmbedded } = kit.options
  if (disableAppend || enableEmbedded) return
  const modal = document.createElement('latchkey-modal')
  modal.kit = kit
  const append = () => document.body.append(modal)
  // A script in the head runs before there is a body.
  if (document.body) append()
  else document.addEventListener('DOMContentLoaded', append, { once: true })
  kit.onDestroy(() => {
    document.removeEventListener('DOMContentLoaded', append)
    modal.remove()
  })
}
