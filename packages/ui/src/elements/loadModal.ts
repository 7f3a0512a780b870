/** The border between what every page loads and what only an open modal needs: its window, and then React and the views. */
import type { Kit } from '@latchkey/core'
import { contextOf } from '@latchkey/core/screen'
import type { Wording } from '../copy/wording.js'

export type WindowCode = typeof import('../shell/modalWindow.js')

/** What fills the window of one kit: the views, and the words for them. */
export interface Content {
  readonly mount: typeof import('../shell/mount.js').mount
  readonly wording: Wording
  /** Makes ready for the first `mount`, in small steps. */
  rehearse(root: ShadowRoot): void
}

let windowCode: WindowCode | undefined
const contents = new WeakMap<Kit, Content>()

/** Once loaded, what a press needs is used in the press itself: even a module that is there is handed out later. */
export const windowAtHand = (): WindowCode | undefined => windowCode
export const contentAtHand = (kit: Kit): Content | undefined => contents.get(kit)

/** Everything that an opening needs, at once instead of one after the other. If a part fails, whoever needs it tells. */
export function loadModal(kit: Kit | undefined): Promise<WindowCode> {
  if (kit) {
    loadContent(kit).catch(() => {})
    contextOf(kit)
      .services.wallets(() => {})
      .catch(() => {})
  }
  return loadWindow()
}

/** Literal, so that every bundler cuts here. Calling it early warms the cache; a failure may be tried again. */
export async function loadWindow(): Promise<WindowCode> {
  windowCode ??= await import('../shell/modalWindow.js')
  return windowCode
}

export async function loadContent(kit: Kit): Promise<Content> {
  const { language } = kit.options
  // On its way beside the views. If it fails, its own load tells.
  language?.load().catch(() => {})
  const { mount, rehearse, loadWording } = await import('../shell/mount.js')
  let isWhole = true
  const wording = await loadWording(kit.options, (cause) => {
    isWhole = false
    contextOf(kit).log.warn('The language could not be loaded', cause)
  })
  const content = { mount, wording, rehearse: (root: ShadowRoot) => rehearse({ kit, root, wording }) }
  // In English for want of the language: the next opening tries again.
  if (isWhole) contents.set(kit, content)
  return content
}
