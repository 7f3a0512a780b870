/** The ways into the phone: links that work, links that do not, and codes in pictures. */
import { randomBytes } from 'node:crypto'
import { formatPairingUri } from '@latchkey/spec/relay'
import { encodeQR } from 'qr'
import { expectAccessible } from '../harness/axe.js'
import { expectFits } from '../harness/layout.js'
import { shoot } from '../harness/shots.js'
import { expect, test } from '../phone/journey.js'
import { openPhone } from '../phone/openPhone.js'
import { propose } from '../phone/relayApp.js'

const freshLink = (seconds: number) =>
  formatPairingUri({
    topic: randomBytes(32).toString('hex'),
    symKey: randomBytes(32).toString('hex'),
    relayProtocol: 'irn',
    expiryTimestamp: Math.floor(Date.now() / 1000) + seconds,
  })

test('an empty phone says what it is and how to go on', async ({ phone, origins }) => {
  const { page } = phone
  await page.getByText('For testing only. The keys are published.').waitFor()
  await page.getByTestId('account-name').getByText('alice.eth').waitFor()
  await page.getByTestId('balance').getByText('ETH').waitFor()
  expect(await page.getByRole('link', { name: 'the playground' }).getAttribute('href')).toBe(
    origins.playground,
  )
  await expectFits(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await shoot(page, 'phone')
})

test('a tap on a link opens the phone with the question, and leaves no key in the address', async ({
  visit,
  openApp,
  origins,
}) => {
  const app = await openApp()
  const { uri, approval } = await propose(app.client)
  const { page } = await visit('about:blank', { origins: [origins.phone] })
  const phone = await openPhone(page.context(), { origin: origins.phone, uri })
  await phone.approve('Connect to this app?')
  await approval
  expect(phone.page.url()).toBe(`${origins.phone}/`)
})

test('links that cannot work say why', async ({ phone, openApp }) => {
  await phone.paste('hello')
  await phone.link.getByText('This is not a connection link.').waitFor()
  await phone.paste(freshLink(-1))
  await phone.link.getByText('This link has expired.').waitFor()
  await phone.paste(`wc:${'a'.repeat(64)}@1?bridge=https%3A%2F%2Fbridge.example&key=00`)
  await phone.link.getByText('older kind').waitFor()
  await expectAccessible(phone.page)

  const app = await openApp()
  const { uri, approval } = await propose(app.client)
  await phone.pair(uri)
  await phone.approve()
  await approval
  await phone.paste(uri)
  await phone.link.getByText('This link was used already.').waitFor()
})

test('a link that nobody answers is given up, and can be given up before', async ({ phone }) => {
  const { page } = phone
  await page.clock.install()
  await page.reload()
  await phone.paste(freshLink(300))
  await phone.link.getByText('Waiting for the app…').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()

  await phone.paste(freshLink(300))
  await phone.link.getByText('Waiting for the app…').waitFor()
  await page.clock.fastForward(20_000)
  await phone.link.getByText('The app does not answer.').waitFor()
})

test('a picture of a code is as good as its link', async ({ phone, openApp }) => {
  const app = await openApp()
  const { uri, approval } = await propose(app.client)
  const { page } = phone
  await page.getByRole('button', { name: 'Scan a code' }).click()
  const choose = page.getByLabel('Choose a picture')
  await choose.setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await phone.link.getByText('no picture that the browser can read').waitFor()
  const gif = Buffer.from(encodeQR(uri, 'gif', { scale: 6, border: 4 }))
  await choose.setInputFiles({ name: 'code.gif', mimeType: 'image/gif', buffer: gif })
  await phone.approve('Connect to this app?')
  await approval
})

test('a hostile app is shown as text, bounded, and loads nothing', async ({ phone, openApp }) => {
  const app = await openApp({
    name: `<img src=x onerror=alert(1)>\u202Egnp.exe ${'A'.repeat(500)}`,
    url: 'https://аpple.com/\u202E',
  })
  const { uri, approval } = await propose(app.client)
  const refused = expect(approval).rejects.toMatchObject({ code: 5000 })
  await phone.pair(uri)
  const { page } = phone
  await page.getByText(/^<img src=x onerror=alert\(1\)>gnp\.exe A+…$/).waitFor()
  await page.getByText('xn--pple-43d.com').waitFor()
  await page.getByText('letters beyond a to z').waitFor()
  expect(await page.locator('img[src]:not([src="/icon.svg"])').count()).toBe(0)
  await expectFits(page)
  await expectAccessible(page)
  await phone.reject()
  await refused
})

test('the phone is worked with a keyboard alone', async ({ phone }) => {
  const { page } = phone
  await page.getByRole('button', { name: 'Scan a code' }).focus()
  await page.keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Scan a code')
  await page.keyboard.press('Tab')
  await page.keyboard.type('hello')
  await page.keyboard.press('Enter')
  await phone.link.getByText('This is not a connection link.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Connected apps' }).waitFor()
})
