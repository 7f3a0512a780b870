/** One namespace of a session, when the wallet takes it away. */
import { expect, test, vi } from 'vitest'
import { createFakeClock, settle } from '../testing/createFakeClock.js'
import { createFakeStorage } from '../testing/createFakeStorage.js'
import { createLink } from './createLink.js'
import { openClient } from './openClient.js'
import { createTestRelay } from './testRelay.js'
import { approveCode, testAccounts } from './testWallet.js'

const silent = () => {}
const onSolana = 'solana:abc:11111111111111111111111111111112'

async function connect() {
  const relay = createTestRelay()
  const clock = createFakeClock({ now: Date.now() })
  const client = openClient({
    url: 'ws://relay.test/relay',
    storage: createFakeStorage(),
    clock,
    log: { info: silent, warn: silent, error: silent },
    metadata: { name: 'Page', description: '', url: 'https://page.test', icons: [] },
    environment: { openSocket: relay.openSocket, onWake: () => silent },
  })
  let uri = ''
  const settled = client.pair({
    signal: new AbortController().signal,
    onUri: (shown) => {
      uri = shown
    },
  })
  await settle()
  const wallet = approveCode(relay, uri, { now: clock.now(), accounts: [...testAccounts, onSolana] })
  await settle()
  const { session } = await settled
  const onAsked = vi.fn()
  const link = createLink({
    client,
    session,
    namespace: 'eip155',
    preferredNetworkId: undefined,
    onAsked,
    watch: (question) => question,
    leave: () => client.disconnect(session.topic),
  })
  return { link, wallet, onAsked }
}

test('[S8-16] a wallet that takes the namespace away while it is in use is not asked in it any more', async () => {
  const { link, wallet, onAsked } = await connect()
  const told: string[] = []
  link.subscribe(({ type }) => told.push(type))
  wallet.ask('wc_sessionUpdate', {
    namespaces: { solana: { accounts: [onSolana], methods: ['personal_sign'], events: [] } },
  })
  await settle()
  expect(told).toEqual(['updated'])
  expect(link.accounts()).toEqual([])
  const before = wallet.heard().length
  await expect(
    link.request({ networkId: 'eip155:1', method: 'personal_sign', params: [] }),
  ).rejects.toMatchObject({
    code: 'relay.namespace-missing',
    message: "Namespace 'eip155' is not configured. Please call connect() first with namespace config.",
  })
  expect(wallet.heard()).toHaveLength(before)
  expect(onAsked).not.toHaveBeenCalled()
})
