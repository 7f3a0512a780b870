/** Several tabs, one connection: each sees the session, each can ask, and one that falls asleep is replaced. */
import { relayTimers } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { createFakeClock, settle } from '../testing/createFakeClock.js'
import { createFakeStorage } from '../testing/createFakeStorage.js'
import { openClient } from './openClient.js'
import type { SignClient } from './signClient.js'
import type { SignEvent } from './signEvent.js'
import { type Channel, createTabs, type Locks } from './tabs.js'
import { createTestRelay } from './testRelay.js'
import { connectWallet, testAccounts } from './testWallet.js'

const silent = () => {}
const log = { info: silent, warn: silent, error: silent }
const metadata = { name: 'Page', description: '', url: 'https://page.test', icons: [] }

/** A browser with tabs: one storage, one set of locks, channels between the tabs. */
function createBrowser({ locks = createLocks() }: { readonly locks?: Locks } = {}) {
  const relay = createTestRelay()
  const clock = createFakeClock({ now: Date.now() })
  const storage = createFakeStorage()
  const channels = new Set<{ hear(data: unknown): void; isAsleep: boolean }>()

  function openTab() {
    const events: SignEvent[] = []
    const ends: { isAsleep: boolean }[] = []
    const openChannel = (): Channel => {
      let listener: (event: { data: unknown }) => void = silent
      const end = {
        isAsleep: false,
        hear(data: unknown) {
          if (!end.isAsleep) queueMicrotask(() => listener({ data }))
        },
      }
      channels.add(end)
      ends.push(end)
      return {
        postMessage(data) {
          if (end.isAsleep) return
          for (const other of channels) if (other !== end) other.hear(structuredClone(data))
        },
        addEventListener(_type, hear) {
          listener = hear
        },
        close: () => void channels.delete(end),
      }
    }
    const client = openClient({
      url: 'ws://relay.test/relay',
      storage,
      clock,
      log,
      metadata,
      environment: { openSocket: relay.openSocket, onWake: () => silent, tabs: { locks, openChannel } },
    })
    client.subscribe((event) => events.push(event))
    const setAsleep = (isAsleep: boolean) => {
      for (const end of ends) end.isAsleep = isAsleep
    }
    return { client, events, sleep: () => setAsleep(true), wake: () => setAsleep(false) }
  }
  return { relay, clock, openTab }
}

function createLocks(): Locks {
  const places = new Map<string, { waiting: (() => void)[]; holder?: { lose(): void } | undefined }>()
  return {
    request: (name, { steal }, held) =>
      new Promise((resolve, reject) => {
        const place = places.get(name) ?? { waiting: [] }
        places.set(name, place)
        const own = { lose: () => reject(new DOMException('stolen', 'AbortError')) }
        const take = () => {
          place.holder = own
          queueMicrotask(() =>
            (async () => held())()
              .then(resolve, reject)
              .finally(() => {
                if (place.holder !== own) return
                place.holder = undefined
                place.waiting.shift()?.()
              }),
          )
        }
        if (steal) place.holder?.lose()
        if (steal || !place.holder) take()
        else place.waiting.push(take)
      }),
  }
}

const ask = (client: SignClient, topic: string) =>
  client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x00'] })

test('two tabs share one connection, both see the session, and both ask the wallet', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.openTab(), browser.openTab()]
  await settle()
  const { session, wallet } = await connectWallet(second.client, browser)
  expect(first.client.sessions().map(({ topic }) => topic)).toEqual([session.topic])
  expect(first.events).toContainEqual({ type: 'settled', topic: session.topic })
  for (const { client } of [first, second]) {
    const before = wallet.heard().length
    const asked = ask(client, session.topic)
    await settle()
    wallet.answer(wallet.heard()[before]?.id, '0xsigned')
    expect(await asked).toBe('0xsigned')
  }
  expect(browser.relay.live).toHaveLength(1)
  expect(browser.relay.sockets).toHaveLength(1)
})

test('what the wallet does is seen in every tab and answered once', async () => {
  const browser = createBrowser()
  const tabs = [browser.openTab(), browser.openTab(), browser.openTab()]
  await settle()
  const [first] = tabs
  if (!first) throw new Error('there are three')
  const { session, wallet } = await connectWallet(first.client, browser)
  const before = wallet.heard().length
  wallet.ask('wc_sessionEvent', {
    event: { name: 'accountsChanged', data: testAccounts },
    chainId: 'eip155:1',
  })
  await settle()
  for (const { events } of tabs) {
    expect(events.filter(({ type }) => type === 'emitted')).toHaveLength(1)
  }
  expect(wallet.heard().slice(before)).toMatchObject([{ result: true }])
  wallet.ask('wc_sessionDelete', { code: 6000, message: 'Bye' })
  await settle()
  for (const { client, events } of tabs) {
    expect(client.session(session.topic)).toBeUndefined()
    expect(events.filter(({ type }) => type === 'deleted')).toHaveLength(1)
  }
})

test('the tab with the connection is closed: another takes it up, and the session goes on', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.openTab(), browser.openTab()]
  await settle()
  const { session, wallet } = await connectWallet(first.client, browser)
  first.client.close()
  await settle()
  expect(browser.relay.live).toHaveLength(1)
  const before = wallet.heard().length
  const asked = ask(second.client, session.topic)
  await settle()
  wallet.answer(wallet.heard()[before]?.id, '0xsigned')
  expect(await asked).toBe('0xsigned')
})

test('what a tab listened to is forgotten when it is closed, and kept while another wants it', async () => {
  const unsubscribed: string[] = []
  const subscribed = new Set<string>()
  const locks = createLocks()
  const clock = createFakeClock()
  const ends = new Set<(data: unknown) => void>()
  const open = () =>
    createTabs({
      name: 'tabs',
      locks,
      clock,
      listener: { onPush: silent, onStatus: silent, onNews: silent },
      openChannel() {
        let hear: (event: { data: unknown }) => void = silent
        const end = (data: unknown) => queueMicrotask(() => hear({ data }))
        ends.add(end)
        return {
          postMessage: (data) => ends.forEach((other) => other !== end && other(structuredClone(data))),
          addEventListener: (_type, listener) => {
            hear = listener
          },
          close: () => void ends.delete(end),
        }
      },
      connect: () => ({
        subscribe: async (topic) => void subscribed.add(topic),
        unsubscribe(topic) {
          subscribed.delete(topic)
          unsubscribed.push(topic)
        },
        publish: async () => {},
        retry: silent,
        close: silent,
      }),
    })
  const [shared, paired, own] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string] // three
  const first = open()
  await settle()
  const [second, third] = [open(), open()]
  await settle()
  await Promise.all([first.subscribe(own), second.subscribe(shared), second.subscribe(paired)])
  await Promise.all([third.subscribe(shared), second.subscribe(own)])
  // One of two lets go of it: the other still listens.
  third.unsubscribe(shared)
  await settle()
  expect(unsubscribed).toEqual([])
  await third.subscribe(shared)
  second.close()
  await settle()
  expect(unsubscribed).toEqual([paired])
  third.close()
  await settle()
  expect([...subscribed]).toEqual([own])
  first.unsubscribe(own)
  await settle()
  expect([...subscribed]).toEqual([])
})

test('[D-10] the tab with the connection is asleep: after two seconds another takes over', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.openTab(), browser.openTab()]
  await settle()
  const { session, wallet } = await connectWallet(first.client, browser)
  first.sleep()
  const before = wallet.heard().length
  const asked = ask(second.client, session.topic)
  await browser.clock.advanceAsync(relayTimers.tabAnswer)
  wallet.answer(wallet.heard()[before]?.id, '0xsigned')
  expect(await asked).toBe('0xsigned')
})

test('a question of the tab that slept is not lost: the one that took over carries it', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.openTab(), browser.openTab()]
  await settle()
  const { session, wallet } = await connectWallet(first.client, browser)
  // The line is cut, so the question waits; then the tab falls asleep, and another is needed.
  browser.relay.isUp = false
  browser.relay.live[0]?.break()
  const before = wallet.heard().length
  const asked = ask(first.client, session.topic)
  first.sleep()
  second.client.ping(session.topic).catch(silent)
  await browser.clock.advanceAsync(relayTimers.tabAnswer)
  first.wake()
  browser.relay.isUp = true
  await browser.clock.advanceAsync(relayTimers.tabAnswer * 4)
  const question = wallet.heard().slice(before)
  wallet.answer(question.find(({ method }) => method === 'wc_sessionRequest')?.id, '0xsigned')
  expect(await asked).toBe('0xsigned')
  expect(browser.relay.live).toHaveLength(1)
})

test('[D-10] a tab that falls asleep with a call in hand does not keep it for ever', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.openTab(), browser.openTab()]
  await settle()
  const { session, wallet } = await connectWallet(first.client, browser)
  browser.relay.isUp = false
  browser.relay.live[0]?.break()
  const before = wallet.heard().length
  const asked = ask(second.client, session.topic)
  await settle()
  first.sleep()
  // The tab that took the call gives it up, which nobody hears.
  await browser.clock.advanceAsync(relayTimers.requestTotal)
  browser.relay.isUp = true
  await browser.clock.advanceAsync(relayTimers.tabAnswer * 2)
  wallet.answer(wallet.heard()[before]?.id, '0xsigned')
  await settle()
  expect(wallet.heard().slice(before)).toMatchObject([{ method: 'wc_sessionRequest' }])
  expect(await asked).toBe('0xsigned')
})

test('where locks are refused, as in a sandboxed frame, the tab has a connection of its own', async () => {
  let asked = 0
  const locks: Locks = {
    request() {
      asked += 1
      // A loop would otherwise never end, and neither would this test.
      if (asked > 10) return new Promise(silent)
      return Promise.reject(new DOMException('The operation is insecure', 'SecurityError'))
    },
  }
  const browser = createBrowser({ locks })
  const tab = browser.openTab()
  await settle()
  const { session, wallet } = await connectWallet(tab.client, browser)
  const before = wallet.heard().length
  const answer = ask(tab.client, session.topic)
  await settle()
  wallet.answer(wallet.heard()[before]?.id, '0xsigned')
  expect(await answer).toBe('0xsigned')
  // Once for the connection, once to be known to be alive.
  expect(asked).toBe(2)
})

test('a connection that cannot be made is not tried for ever: the call fails with the reason', async () => {
  let tries = 0
  const clock = createFakeClock()
  const tabs = createTabs({
    name: 'tabs',
    locks: createLocks(),
    openChannel: () => ({ postMessage: silent, addEventListener: silent, close: silent }),
    clock,
    listener: { onPush: silent, onStatus: silent, onNews: silent },
    connect() {
      tries += 1
      if (tries > 10) return new Promise<never>(silent) as never // ends a loop, for which this test would wait
      throw new Error('no sockets here')
    },
  })
  const published = tabs.subscribe('topic')
  await expect(published).rejects.toThrow('no sockets here')
  expect(tries).toBe(2)
  expect(clock.pending).toBe(0)
})
