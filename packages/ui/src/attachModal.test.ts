/** A kit with its face: what the promise of `connect()` means on a page. */
import { createTestKit } from '@latchkey/core/testing'
import { afterEach, expect, test } from 'vitest'
import { attachModal } from './attachModal.js'
// At hand before it is asked for, so that no test waits for the module system.
import './shell/modalWindow.js'

const patient = { timeout: 10_000 }

const kits: { destroy(): void }[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})

/** As an app makes it: nothing draws the modal until `attachModal` ran. */
function createKit() {
  const { kit } = createTestKit({ isHeadless: true })
  kits.push(kit)
  return kit
}

test('[D-03] a kit has a modal to open from the moment it is attached', () => {
  const kit = createKit()
  expect(() => kit.open()).toThrow(expect.objectContaining({ code: 'modal.missing' }))
  attachModal(kit)
  kit.open()
  expect(kit.store.get().modal.isOpen).toBe(true)
})

test('[D-10] connect() shows the dialog, and closing it there is the answer', async () => {
  const kit = createKit()
  attachModal(kit)
  const dialog = () => document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
  const closed = expect(kit.connect()).rejects.toMatchObject({ code: 'connection.closed' })
  await expect.poll(() => dialog()?.open, patient).toBe(true)
  // What the browser sends when the person presses Escape.
  dialog()?.dispatchEvent(new Event('cancel', { cancelable: true }))
  await closed
  expect(kit.store.get().modal.isOpen).toBe(false)
})
