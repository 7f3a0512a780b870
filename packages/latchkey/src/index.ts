/** The front door: a kit with its modal and buttons on the page. */
import { type CreateLatchkeyOptions, createLatchkey as createKit, type Kit } from '@latchkey/core'
import { attachModal, type OwnWords } from '@latchkey/ui'

export * from '@latchkey/core'
export * from '@latchkey/ui'

/** Options in, kit out. On a server the kit works and nothing is drawn (D-03). */
export function createLatchkey(options: CreateLatchkeyOptions<OwnWords>): Kit {
  const kit = createKit(options)
  attachModal(kit)
  return kit
}
