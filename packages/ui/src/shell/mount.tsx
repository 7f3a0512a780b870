/** Puts the modal's content into its card. Everything that needs React is behind this file. */
import type { Kit } from '@latchkey/core'
import { createRoot } from 'react-dom/client'
import { CurrentKit } from '../context.js'
import { CurrentWording, type Wording } from '../copy/wording.js'
import { css as parts } from '../parts/parts.sheet.css'
import { adopt } from '../theme/adopt.js'
import { css as views } from '../views/views.sheet.css'
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
  tree.render(
    <CurrentKit.Provider value={kit}>
      <CurrentWording.Provider value={wording}>
        <Modal layer={layer} />
      </CurrentWording.Provider>
    </CurrentKit.Provider>,
  )
  return () => tree.unmount()
}
