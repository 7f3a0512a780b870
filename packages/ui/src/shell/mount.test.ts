/** The rehearsal draws everything and does nothing. */
import { createTestKit, settle } from '@latchkey/core/testing'
import { expect, test, vi } from 'vitest'
import { createWording } from '../copy/wording.js'
import { rehearse } from './mount.js'

test('a rehearsal reads the state and draws, follows nothing and leaves nothing behind', async () => {
  const { kit } = createTestKit()
  const read = vi.spyOn(kit.store, 'get')
  const follow = vi.spyOn(kit.store, 'subscribe')
  const create = vi.spyOn(document, 'createElement')
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  rehearse({ kit, root, wording: createWording('en') })
  await expect.poll(() => create.mock.calls.map(([tag]) => tag), { timeout: 10_000 }).toContain('fieldset')
  await settle()
  expect(read).toHaveBeenCalled()
  expect(follow).not.toHaveBeenCalled()
  expect(root.childElementCount).toBe(0)
  kit.destroy()
})
