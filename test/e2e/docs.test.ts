/** The documentation site: readable by everyone, on every screen, with nothing from anywhere else. */
import { expectAccessible } from '../harness/axe.js'
import { phone, test } from '../harness/browse.js'
import { expectFits } from '../harness/layout.js'
import { shoot } from '../harness/shots.js'

test('the documentation opens, and its menu leads to the specification', async ({ visit, origins }) => {
  const { page } = await visit(`${origins.docs}/`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Specification' }).click()
  await page.waitForURL(`${origins.docs}/spec.html`)
  await page.getByText('S2-08', { exact: true }).first().waitFor()

  await page.setViewportSize(phone)
  await expectFits(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await shoot(page, 'docs')
})
