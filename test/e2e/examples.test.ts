/** The examples as built from the published entry points, under the policy of a careful app. */
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { expect, test } from '../harness/browse.js'
import { houseFolder } from '../harness/paths.js'
import { serve } from '../harness/site.js'

test.for(['html', 'react'])(
  'the %s example opens, connects and shows the address',
  async (name, { visit }) => {
    const site = await serve({
      port: inject('base') + 94,
      folder: join(houseFolder, 'examples', name, 'dist'),
    })
    onTestFinished(() => site.close())

    const { page } = await visit(`${site.origin}/`)
    expect(await page.getByRole('status').textContent()).toBe('none')
    await page.locator('latchkey-button').getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Demo wallet' }).click()
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^0x[0-9a-fA-F]{40}$/)
  },
)
