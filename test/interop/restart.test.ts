/** The relay is stopped and started again under sessions that go on. */
import './socket.js'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { contextOf, retryRelay } from '@latchkey/core/screen'
import { stringToHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../harness/until.js'
import { temporaryFolder } from '../scale/folder.js'
import { signClientApp, universalProviderApp } from './apps.js'
import { connectorId, openKit, shownUri } from './kit.js'
import { port, type Relay, startRelay } from './relay.js'
import { openWallet } from './wallet.js'

const folder = temporaryFolder()
const data = join(folder, 'data')
let relay: Relay

beforeAll(async () => {
  mkdirSync(data)
  relay = await startRelay(data, port + 20)
})
afterAll(async () => {
  await relay.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a session outlives the relay, and a question asked while it is down is answered after', async () => {
  const relayUrl = `${relay.origin.replace(/^http/, 'ws')}/relay`
  const wallet = await openWallet({ relayUrl })
  const kit = openKit({ relayUrl })
  const connecting = kit.connect({ connectorId })
  await wallet.approve(await shownUri(kit))
  await connecting
  await relay.stop()
  await until(() => kit.store.get().relay.status === 'lost', { what: 'the relay is missed' })
  const signing = kit.signMessage({ message: 'after the restart' })
  // Before it runs: both may be back, and the question put, before it says that it is ready.
  const answered = wallet.answerNext()
  relay = await startRelay(data, port + 20)
  await retryRelay(contextOf(kit))
  const [signature] = await Promise.all([signing, answered])
  expect(signature).toMatch(/^0x[\da-f]{130}$/)
  kit.destroy()
  await wallet.close()
})

describe.each([
  ['sign-client 2.21.8', signClientApp],
  ['universal-provider 2.21.8', universalProviderApp],
] as const)('an unmodified %s', (_name, open) => {
  test('finds the relay again after a restart, asks, and hears what was sent while it was away', {
    timeout: 180_000,
  }, async () => {
    const relayUrl = `${relay.origin.replace(/^http/, 'ws')}/relay`
    const [app, wallet] = await Promise.all([open(relayUrl), openWallet({ relayUrl })])
    const { uri, approval } = await app.connect()
    const [{ topic }] = await Promise.all([approval, wallet.approve(uri)])
    const { address } = wallet.account

    await relay.stop()
    relay = await startRelay(data, port + 20)
    const message = 'after the restart'
    const [signature] = await Promise.all([
      app.request(topic, stringToHex(message), address),
      wallet.answerNext(),
    ])
    // What `personal_sign` answers.
    expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(true)

    await app.leave()
    const namespaces = wallet.namespaces(['eip155:1'], [address])
    const isHeld = new Promise((resolve) => {
      wallet.kit.core.relayer.once('relayer_publish', resolve)
    })
    const updating = wallet.kit.updateSession({ topic, namespaces })
    await isHeld
    // The mailbox outlives the process that took the message.
    await relay.stop()
    relay = await startRelay(data, port + 20)
    const updated = app.next('updated')
    await app.comeBack()
    await Promise.all([updated, updating])
    expect(app.accounts(topic)).toEqual(namespaces.eip155.accounts)
    await app.close()
    await wallet.close()
  })
})
