/** The phone page: a placeholder that says so. */
import { expectAccessible } from '../harness/axe.js'
import { phone, test } from '../harness/browse.js'
import { expectFits } from '../harness/layout.js'
import { shoot } from '../harness/shots.js'

test('the phone page says that it is not built yet and leads back to the playground', async ({
  visit,
  origins,
}) => {
  const { page } = await visit(origins.phone, { viewport: phone, origins: [origins.playground] })

  await page.getByRole('heading', { level: 1, name: 'Phone wallet' }).waitFor()
  await page.getByText('Not built yet').waitFor()
  await expectFits(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await shoot(page, 'phone')

  await page.getByRole('link', { name: 'Back to the playground' }).click()
  await page.waitForURL(`${origins.playground}/`)
})
