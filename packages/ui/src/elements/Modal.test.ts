/** A window that does not come is said, and can be asked for again. */
import type { Kit } from '@latchkey/core'
import { createTestKit } from '@latchkey/core/testing'
import { expect, test, vi } from 'vitest'
import { attachModal } from '../attachModal.js'
// At hand before it is asked for, so that no test waits for the module system.
import '../shell/modalWindow.js'

const patient = { timeout: 10_000 }

const load = vi.hoisted(() => ({ isDown: false }))

vi.mock('./loadModal.js', async (original) => {
  const real = await original<typeof import('./loadModal.js')>()
  return {
    ...real,
    windowAtHand: () => undefined,
    loadModal: (kit: Kit | undefined) =>
      load.isDown ? Promise.reject(new TypeError('offline')) : real.loadModal(kit),
  }
})

const dialog = () => document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')

test('a modal that was closed before its window came does not open', async () => {
  const { kit } = createTestKit()
  attachModal(kit)
  kit.open()
  kit.close()
  await expect.poll(dialog, patient).toBeTruthy()
  expect(dialog()?.open).toBe(false)
  kit.destroy()
})

test('[D-10] a window that cannot be loaded says so on the page, and a retry brings it', async () => {
  load.isDown = true
  const { kit } = createTestKit()
  attachModal(kit)
  const root = document.querySelector('latchkey-modal')?.shadowRoot
  kit.open()
  await expect
    .poll(() => root?.querySelector('[role=alert]')?.textContent, patient)
    .toContain('could not be loaded')
  kit.close()
  expect(root?.querySelector('[role=alert]')).toBeNull()
  kit.open()
  await expect.poll(() => root?.querySelector('[role=alert]'), patient).toBeTruthy()
  load.isDown = false
  root?.querySelector('button')?.click()
  await expect.poll(() => root?.querySelector('dialog')?.open, patient).toBe(true)
  expect(root?.querySelector('[role=alert]')).toBeNull()
  kit.destroy()
})
