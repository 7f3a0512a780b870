/** The phone: a wallet at the other end of the relay, against an app that speaks the protocol with the protocol's own client. */
import { type Hex, parseEther, recoverMessageAddress, stringToHex } from 'viem'
import { test as base, expect, phone as phoneSize } from '../harness/browse.js'
import { openPhone } from '../phone/openPhone.js'
import { openRelayApp, propose } from '../phone/relayApp.js'

const test = base.extend('phone', async ({ visit, origins }) => {
  const { page, problems } = await visit('about:blank', { viewport: phoneSize, origins: [origins.phone] })
  const driver = await openPhone(page.context(), { origin: origins.phone })
  return { ...driver, problems }
})
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('an app pairs by its link, and the phone signs and sends with real keys', async ({ phone, origins }) => {
  const app = await openRelayApp({ gateway: origins.gateway })
  const { uri, approval } = await propose(app)
  await phone.pair(uri)
  await phone.approve('Connect to this app?')
  const session = await approval
  expect(session.namespaces.eip155?.accounts).toContain(`eip155:31337:${alice}`)

  const message = 'Hello phone'
  const signing = app.request<Hex>({
    topic: session.topic,
    chainId: 'eip155:31337',
    request: { method: 'personal_sign', params: [stringToHex(message), alice] },
  })
  await phone.approve('Sign this message?')
  expect(await recoverMessageAddress({ message, signature: await signing })).toBe(alice)

  const sending = app.request<Hex>({
    topic: session.topic,
    chainId: 'eip155:31337',
    request: {
      method: 'eth_sendTransaction',
      params: [
        {
          from: alice,
          to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
          value: `0x${parseEther('0.5').toString(16)}`,
        },
      ],
    },
  })
  await phone.approve('Send this transaction?')
  expect(await sending).toMatch(/^0x[\da-f]{64}$/)
  await phone.result.getByText('Confirmed').waitFor()
})
