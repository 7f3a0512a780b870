/** Everything two peers say to each other, for our client and for two unmodified ones, against an unmodified wallet. */
import { randomUUID } from 'node:crypto'
import { stringToHex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { until } from '../harness/until.js'
import { type App, ownApp, signClientApp, universalProviderApp } from './apps.js'
import { openWallet, type Wallet } from './wallet.js'

const relayUrl = `${inject('gateway').replace(/^http/, 'ws')}/relay`

const hour = 3_600_000

describe.each([
  ['our client', (url: string) => ownApp(url)],
  ['sign-client 2.21.8', signClientApp],
  ['universal-provider 2.21.8', universalProviderApp],
] as const)('%s', (name, open) => {
  let app: App
  let wallet: Wallet

  beforeAll(async () => {
    wallet = await openWallet({ relayUrl })
  })
  afterAll(() => wallet.close())
  beforeEach(async () => {
    app = await open(relayUrl)
  })
  afterEach(() => {
    vi.useRealTimers()
    return app.close()
  })

  async function settle() {
    const { uri, approval } = await app.connect()
    const [session] = await Promise.all([approval, wallet.approve(uri)])
    return session
  }

  test('[S7-34] pairs, proposes, and settles with the accounts that the wallet approved', async () => {
    const { accounts } = await settle()
    expect(accounts).toEqual(wallet.namespaces().eip155.accounts)
  })

  test('hears that the person refused', async () => {
    const { uri, approval } = await app.connect()
    const refused = expect(approval).rejects.toThrow('User rejected')
    await wallet.reject(uri)
    await refused
  })

  test('asks for a signature and gets one that verifies', async () => {
    const { topic } = await settle()
    const { address } = wallet.account
    const [signature, asked] = await Promise.all([
      app.request(topic, stringToHex('hello'), address),
      wallet.answerNext(),
    ])
    expect(asked).toMatchObject({ chainId: 'eip155:1', request: { method: 'personal_sign' } })
    expect(await verifyMessage({ address, message: 'hello', signature: signature as `0x${string}` })).toBe(
      true,
    )
  })

  test('hears that a request was refused', async () => {
    const { topic } = await settle()
    const asked = app.request(topic, stringToHex('hello'), wallet.account.address)
    await Promise.all([expect(asked).rejects.toThrow('User rejected'), wallet.answerNext('refuse')])
  })

  test('follows updates, events and extensions of the wallet', async () => {
    const { topic } = await settle()
    const before = app.expiry(topic)
    const updated = app.next('updated')
    const namespaces = wallet.namespaces(['eip155:1'], [wallet.account.address])
    await Promise.all([updated, wallet.kit.updateSession({ topic, namespaces })])
    expect(app.accounts(topic)).toEqual(namespaces.eip155.accounts)

    const emitted = app.next('emitted')
    await wallet.kit.emitSessionEvent({
      topic,
      event: { name: 'accountsChanged', data: [wallet.account.address] },
      chainId: 'eip155:1',
    })
    await emitted

    // An hour later: a session that was extended within the second of its settlement ends as it did before.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
    const extending = wallet.kit.extendSession({ topic })
    await until(() => app.expiry(topic) >= before + hour / 1000, { what: 'the session is extended' })
    await extending
    if (name === 'our client') {
      await until(() => wallet.unanswered(topic).length === 0, { what: 'all three were answered' })
    }
  })

  test('pings the wallet, and is pinged', async () => {
    const { topic } = await settle()
    await app.ping(topic)
    await wallet.kit.engine.signClient.ping({ topic })
  })

  test('ends a session, and the wallet forgets it', async () => {
    const { topic } = await settle()
    await Promise.all([wallet.next('session_delete'), app.disconnect(topic)])
    expect(Object.keys(wallet.kit.getActiveSessions())).not.toContain(topic)
  })

  test('hears that the wallet ended the session', async () => {
    const { topic } = await settle()
    const deleted = app.next('deleted')
    await wallet.kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await deleted
  })

  test('[S5-16] signs in while it connects, and the session works', async () => {
    const nonce = randomUUID().replaceAll('-', '')
    const asked = await app.authenticate?.(nonce)
    if (!asked) throw new Error('this client cannot sign in')
    const [{ topic, signed }] = await Promise.all([asked.response, wallet.authenticate(asked.uri)])
    const { address } = wallet.account
    expect(signed.map((each) => each.address)).toEqual([address, address])
    for (const { message, signature } of signed) {
      // Only ours hands up what was signed; the others verify it themselves.
      if (message === undefined) continue
      expect(message).toContain(nonce)
      expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(true)
    }
    const [signature] = await Promise.all([
      app.request(topic, stringToHex('after'), address),
      wallet.answerNext(),
    ])
    expect(await verifyMessage({ address, message: 'after', signature: signature as `0x${string}` })).toBe(
      true,
    )
  })

  test('a question asked while the wallet is away is answered when it is back', async () => {
    const { topic } = await settle()
    const { address } = wallet.account
    await wallet.sleep()
    const asked = app.request(topic, stringToHex('later'), address)
    const answered = wallet.answerNext()
    await wallet.wake()
    const [signature] = await Promise.all([asked, answered])
    expect(signature).toMatch(/^0x/)
  })
})
