/** The window and its content, when both are at hand before anybody opens it. */
import { contextOf } from '@latchkey/core/screen'
import { createTestKit } from '@latchkey/core/testing'
import { expect, test, vi } from 'vitest'
import { loadContent } from '../elements/loadModal.js'
import { createModalWindow } from './modalWindow.js'

const patient = { timeout: 10_000 }

async function prepare() {
  const { kit } = createTestKit()
  kit.attachScreen()
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  const modal = createModalWindow(root)
  kit.store.subscribe((state) => modal.update(kit, state))
  await loadContent(kit)
  return { kit, root }
}

test('content that is at hand is drawn before the next frame, without a skeleton', async () => {
  const { kit, root } = await prepare()
  kit.open()
  await Promise.resolve()
  expect(root.querySelector('h2')?.textContent).toBe('Connect wallet')
  kit.destroy()
})

test('[S7-22] an opening is told before what it loaded', async () => {
  const { kit } = await prepare()
  const names: string[] = []
  kit.on(({ name }) => names.push(name))
  kit.open()
  await expect.poll(() => names, patient).toContain('MODAL_LOADED')
  expect(names.indexOf('MODAL_OPEN')).toBeLessThan(names.indexOf('MODAL_LOADED'))
  kit.destroy()
})

test('[D-10] where what asks wallets does not come, it says so, and a retry brings the content back', async () => {
  const { kit, root } = await prepare()
  vi.spyOn(contextOf(kit).services, 'wallets').mockRejectedValueOnce(new TypeError('offline'))
  kit.open()
  await expect
    .poll(() => root.querySelector('[role=alert]')?.textContent, patient)
    .toContain('could not be loaded')
  expect(root.querySelector('h2')).toBeNull()
  root.querySelector('button')?.click()
  await expect.poll(() => root.querySelector('h2')?.textContent, patient).toBe('Connect wallet')
  kit.destroy()
})
