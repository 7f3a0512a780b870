/** The relay is stopped and started again under sessions that go on. */
import './socket.js'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { contextOf, retryRelay } from '@latchkey/core/screen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../harness/until.js'
import { temporaryFolder } from '../scale/folder.js'
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
