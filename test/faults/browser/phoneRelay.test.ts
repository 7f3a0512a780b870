/** The phone when its relay is away: at pairing, between question and answer, and when it refuses. */
import { type Hex, recoverMessageAddress, stringToHex } from 'viem'
import { phone as phoneSize } from '../../harness/browse.js'
import { test as base, expect } from '../../phone/journey.js'
import { openPhone, type PhoneDriver } from '../../phone/openPhone.js'
import { alice } from '../../phone/people.js'
import { propose } from '../../phone/relayApp.js'
import { openRelayGate } from '../../phone/relayGate.js'

const test = base
  .extend('gate', async ({ origins }, { onCleanup }) => {
    const gate = await openRelayGate(origins.phone)
    onCleanup(() => gate.close())
    return gate
  })
  .extend('gated', async ({ visit, gate }): Promise<PhoneDriver> => {
    const { page, problems } = await visit('about:blank', { viewport: phoneSize, origins: [gate.origin] })
    problems.expect(/WebSocket connection to/)
    return openPhone(page.context(), { origin: gate.origin })
  })

const relay = ({ page }: PhoneDriver) => page.getByTestId('relay').getAttribute('data-status')

test('the relay is away while pairing: the phone says so and gets there when it is back', async ({
  gate,
  gated: phone,
  openApp,
}) => {
  const app = await openApp()
  const { uri, approval } = await propose(app.client)
  gate.shut()
  await phone.paste(uri)
  await phone.link.getByText('The relay does not answer yet. Still trying…').waitFor()
  await phone.page.getByText('It is tried again every few seconds').waitFor()
  gate.open()
  await phone.approve('Connect to this app?')
  expect((await approval).peer.metadata.name).toBe('Latchkey phone')
})

test('the relay restarts between question and answer: what was asked meanwhile arrives, and the answer too', async ({
  gate,
  gated: phone,
  openApp,
}) => {
  const app = await openApp()
  await app.connect(phone)
  gate.shut()
  await expect.poll(() => relay(phone)).not.toBe('connected')
  const signing = app.ask<Hex>('personal_sign', [stringToHex('while away'), alice])
  gate.open()
  await phone.approve('Sign this message?')
  expect(await recoverMessageAddress({ message: 'while away', signature: await signing })).toBe(alice)
  await expect.poll(() => relay(phone)).toBe('connected')
})

test('an answer that cannot be told yet is kept, and the question with it', { timeout: 90_000 }, async ({
  gate,
  gated: phone,
  openApp,
}) => {
  const app = await openApp()
  await app.connect(phone)
  const signing = app.ask<Hex>('personal_sign', [stringToHex('kept'), alice])
  await phone.question('Sign this message?')
  gate.shut()
  await expect.poll(() => relay(phone)).toBe('lost')
  await phone.page.getByRole('button', { name: 'Approve' }).click()
  await phone.page.getByText('The relay does not answer').first().waitFor()
  // Still away: then trying at once changes nothing, and breaks nothing either.
  await phone.page.getByRole('button', { name: 'Try again' }).click()
  gate.open()
  expect(await recoverMessageAddress({ message: 'kept', signature: await signing })).toBe(alice)
  await phone.page.getByRole('button', { name: 'Scan a code' }).waitFor()
})

test('a relay that refuses is quoted, and asked again only when the person says so', async ({
  phone,
  openApp,
}) => {
  const app = await openApp()
  const { uri, approval } = await propose(app.client)
  let isRefusing = true
  await phone.page.routeWebSocket(/\/gateway\/relay/, (socket) => {
    if (!isRefusing) socket.connectToServer()
    // As the relay does it: the connection opens, and the refusal closes it.
    else socket.onMessage(() => socket.close({ code: 3000, reason: 'Unauthorized: invalid key' }))
  })
  await phone.page.reload()
  await phone.paste(uri)
  await phone.page.getByText('The relay says: Unauthorized: invalid key.').waitFor()
  isRefusing = false
  await phone.page.getByRole('button', { name: 'Try again' }).click()
  await phone.approve('Connect to this app?')
  await approval
})
