/** Our client on its own gateway, and an unmodified wallet that only knows another relay: the bridge joins them (D-44). */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stringToHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../harness/until.js'
import { temporaryFolder } from '../scale/folder.js'
import { type App, ownApp } from './apps.js'
import { port, type Relay, startRelay } from './relay.js'
import { openWallet, type Wallet } from './wallet.js'

const folder = temporaryFolder()
const urlOf = ({ origin }: Relay) => `${origin.replace(/^http/, 'ws')}/relay`
const relays: Relay[] = []
let [own, upstream]: Relay[] = []
let app: App
let wallet: Wallet

async function start(name: string, at: number, more: Record<string, string> = {}): Promise<Relay> {
  const data = join(folder, name)
  mkdirSync(data)
  const relay = await startRelay(data, at, more)
  relays.push(relay)
  return relay
}

const measure = async (series: string) => {
  const text = await (await fetch(`${own?.origin}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  )
}

beforeAll(async () => {
  upstream = await start('upstream', port + 60)
  own = await start('own', port + 80, {
    LATCHKEY_RELAY_UPSTREAM: urlOf(upstream),
    LATCHKEY_RELAY_UPSTREAM_PROJECT: 'interop',
  })
  await until(async () => (await measure('relay_bridge_connected')) === 1, { what: 'the bridge stands' })
  app = ownApp(urlOf(own))
  wallet = await openWallet({ relayUrl: urlOf(upstream) })
})
afterAll(async () => {
  await app?.close()
  await wallet?.close()
  await Promise.all(relays.map((relay) => relay.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function settle() {
  const { uri, approval } = await app.connect()
  const [session] = await Promise.all([approval, wallet.approve(uri)])
  return session
}

async function sign(topic: string, message: string): Promise<boolean> {
  const { address } = wallet.account
  const [signature] = await Promise.all([
    app.request(topic, stringToHex(message), address),
    wallet.answerNext(),
  ])
  return verifyMessage({ address, message, signature: signature as `0x${string}` }) // what `personal_sign` answers
}

test('[D-44] a page on its own gateway pairs with a wallet on another relay, asks it to sign, and leaves it', async () => {
  const { topic, accounts } = await settle()
  expect(accounts).toEqual(wallet.namespaces().eip155.accounts)
  expect(await sign(topic, 'over the bridge')).toBe(true)
  await app.ping(topic)
  await Promise.all([wallet.next('session_delete'), app.disconnect(topic)])
  expect(Object.keys(wallet.kit.getActiveSessions())).not.toContain(topic)
  // The two share nothing but the bridge.
  expect(await measure('relay_bridged_total{way="up"}')).toBeGreaterThan(0)
  expect(await measure('relay_bridged_total{way="down"}')).toBeGreaterThan(0)
})

test('[D-44] the wallet changes and ends a session, and the page hears it', async () => {
  const { topic } = await settle()
  const updated = app.next('updated')
  const namespaces = wallet.namespaces(['eip155:1'], [wallet.account.address])
  await Promise.all([updated, wallet.kit.updateSession({ topic, namespaces })])
  expect(app.accounts(topic)).toEqual(namespaces.eip155.accounts)
  const deleted = app.next('deleted')
  await wallet.kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  await deleted
})

test('[D-44] a question asked while the wallet is away is answered over the bridge when it is back', async () => {
  const { topic } = await settle()
  const { address } = wallet.account
  await wallet.sleep()
  const asked = app.request(topic, stringToHex('later'), address)
  const answered = wallet.answerNext()
  await wallet.wake()
  expect((await Promise.all([asked, answered]))[0]).toMatch(/^0x/)
  await Promise.all([wallet.next('session_delete'), app.disconnect(topic)])
})
