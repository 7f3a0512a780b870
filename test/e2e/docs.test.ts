/** The documentation site: readable by everyone, on every screen, with nothing from anywhere else. */
import { expectAccessible } from '../harness/axe.js'
import { expect, phone, test } from '../harness/browse.js'
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

test('the first links of the documentation are five minutes, the demo and the reference', async ({
  visit,
  origins,
}) => {
  const { page } = await visit(`${origins.docs}/`)
  const links = page.getByRole('main').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.slice(0, 3).map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(['guide/start.html', 'guide/start.html#try-it-here', 'api/index.html'])
  await links.first().click()
  await page.waitForURL(`${origins.docs}/guide/start.html`)
  const turns = page.getByRole('navigation', { name: 'Previous and next' })
  await turns.getByRole('link', { name: /^Next/ }).click()
  await page.waitForURL(`${origins.docs}/guide/frameworks.html`)
})

test('the search finds a heading by its words and leads there, by keyboard alone', async ({
  visit,
  origins,
}) => {
  const { page } = await visit(`${origins.docs}/guide/start`, { viewport: phone })
  await page.getByRole('searchbox').fill('cdn')
  const found = page.getByRole('search').getByRole('link', { name: /^Strict hosting: From a CDN/ })
  await found.waitFor()
  await expectFits(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origins.docs}/guide/hosting.html#from-a-cdn`)
})

test('on the start page the widget is alive: the wallet of the page connects and signs', async ({
  visit,
  origins,
}) => {
  const { page } = await visit(`${origins.docs}/guide/start`, { viewport: phone })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: /^Demo Wallet/ }).click()
  await page.getByText(/^Connected as 0x/).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Sign a message' }).click()
  const question = page.getByRole('dialog', { name: 'Demo Wallet asks' })
  await question.getByText('Hello from the documentation').waitFor()
  await question.getByRole('button', { name: 'Approve' }).click()
  await page.getByText(/^Signed: 0x[0-9a-f]{130}$/).waitFor()
  await expectFits(page)
  await expectAccessible(page)
})

test('the reference has a page for every entry point, made from its types', async ({ visit, origins }) => {
  const { page } = await visit(`${origins.docs}/api/`, { viewport: phone })
  await page.getByRole('link', { name: 'CreateLatchkeyOptions' }).click()
  await page.waitForURL(`${origins.docs}/api/latchkey.html#createlatchkeyoptions`)
  await page.getByText('defaultNetwork?', { exact: true }).waitFor()
  await expectFits(page)
})

test('[D-22] a page prints the policy of a configuration, and changes it with every answer', async ({
  visit,
  origins,
}) => {
  const { page } = await visit(`${origins.docs}/guide/policy`, { viewport: phone })
  const policy = page.getByRole('region', { name: 'The policy' })
  await policy
    .getByText(
      /^Content-Security-Policy: .*connect-src 'self' https:\/\/gateway\.example wss:\/\/gateway\.example;/,
    )
    .waitFor()
  await page.getByRole('textbox', { name: 'Gateway', exact: true }).fill('https://shop.example/v1')
  await page.getByRole('checkbox', { name: 'Sign-in by email' }).uncheck()
  await page.getByRole('checkbox', { name: /^Sign-in by Google/ }).uncheck()
  await page.getByRole('radio', { name: 'From a CDN' }).check()
  const header = policy.getByText(/^Content-Security-Policy: /)
  const value = (await header.textContent()) ?? ''
  expect(value).toContain("connect-src 'self' https://shop.example wss://shop.example;")
  expect(value).toContain("script-src 'self' https://cdn.example/latchkey@0.1.0/dist/cdn/;")
  expect(value).toContain("frame-src 'none';")
  await expectFits(page)
  await expectAccessible(page)

  await page.getByRole('textbox', { name: 'Gateway', exact: true }).fill('shop')
  await page.getByRole('alert').getByText('shop is not a web address').waitFor()
  await policy.waitFor({ state: 'hidden' })
})
