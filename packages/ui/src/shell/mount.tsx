/** Puts the modal's content into its card. Everything that needs React is behind this file. */
import type { Kit } from '@latchkey/core'
import { Suspense, startTransition, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { CurrentKit } from '../context.js'
import { en } from '../copy/en.js'
import { CurrentWording, type Wording } from '../copy/wording.js'
import { css as parts } from '../parts/parts.sheet.css'
import { adopt } from '../theme/adopt.js'
import { css as views } from '../views/views.sheet.css'
import { findFonts } from './findFonts.js'
import { Modal } from './Modal.js'
import { css as shell } from './shell.sheet.css'

export interface MountInput {
  readonly kit: Kit
  readonly root: ShadowRoot
  readonly container: HTMLElement
  /** Where messages float, over and around the container. */
  readonly layer: HTMLElement
  readonly wording: Wording
}

export { loadWording } from '../copy/wording.js'

/** The returned function takes it down again. */
export function mount({ kit, root, container, layer, wording }: MountInput): () => void {
  adopt(root, parts, shell, views)
  const tree = createRoot(container)
  let isGone = false
  // Before the next frame, so that an opening is drawn once. Not within the call: it may come from an effect of the
  // app's own tree, in which React draws no other.
  queueMicrotask(() => {
    if (isGone) return
    flushSync(() => tree.render(content({ kit, wording, layer })))
  })
  return () => {
    isGone = true
    tree.unmount()
  }
}

/**
 * Draws the content once where nobody sees it, so that the first opening does not pay for code that never ran. Nothing
 * of it happens: a tree with a part that never comes is drawn and put aside, and no effect of it runs.
 */
export function rehearse({ kit, root, wording }: Pick<MountInput, 'kit' | 'root' | 'wording'>): void {
  adopt(root, parts, shell, views)
  findFonts(root, { text: wording.of(en)('connect.title'), lang: wording.code })
  const layer = document.createElement('div')
  const tree = createRoot(layer)
  // One for each tree: React keeps what waits for it.
  const never = new Promise<never>(() => {})
  // In small steps, each of which lets the page go first.
  startTransition(() =>
    tree.render(
      <Suspense fallback={<End onEnd={() => tree.unmount()} />}>
        {content({ kit, wording, layer })}
        <Absent until={never} />
      </Suspense>,
    ),
  )
}

function content({ kit, wording, layer }: Pick<MountInput, 'kit' | 'wording' | 'layer'>) {
  return (
    <CurrentKit.Provider value={kit}>
      <CurrentWording.Provider value={wording}>
        <Modal layer={layer} />
      </CurrentWording.Provider>
    </CurrentKit.Provider>
  )
}

function Absent({ until }: { readonly until: Promise<never> }): never {
  // oxlint-disable-next-line typescript/only-throw-error -- how a tree tells React 18 and 19 that a part is on its way
  throw until
}

function End({ onEnd }: { onEnd(): void }) {
  // Not from within the commit that it is part of.
  useEffect(() => queueMicrotask(onEnd), [onEnd])
  return null
}
