/** The fakes keep their own promises: a test that leans on them must be able to fail. */
import { supportedChains } from '@latchkey/spec/endpoints'
import { describe, expect, test, vi } from 'vitest'
import {
  createFakeApi,
  createFakeClock,
  createFakeFetch,
  createFakeSocketPair,
  createFakeStorage,
  createFakeWallet,
  fakeNetwork,
} from './index.js'

test('the clock runs timers in order, also those set by timers', () => {
  const clock = createFakeClock({ now: 0 })
  const ran: string[] = []
  clock.after(20, () => ran.push(`20 at ${clock.now()}`))
  clock.after(10, () => {
    ran.push(`10 at ${clock.now()}`)
    clock.after(5, () => ran.push(`15 at ${clock.now()}`))
  })
  const cancel = clock.after(12, () => ran.push('cancelled'))
  cancel()
  expect(clock.nextAt).toBe(10)
  clock.advance(20)
  expect(ran).toEqual(['10 at 10', '15 at 15', '20 at 20'])
  expect([clock.now(), clock.pending]).toEqual([20, 0])
})

test('the fetch throws for a call that nobody expected', async () => {
  const { fetch, calls } = createFakeFetch()
  await expect(fetch('https://x.test')).rejects.toThrow('Nobody expected GET https://x.test')
  expect(calls).toHaveLength(1)
})

test('the gateway client throws for an endpoint without an answer', async () => {
  const api = createFakeApi({ networks: ['eip155:1'] })
  await expect(api.call(supportedChains, {})).rejects.toThrow(
    'No answer is prepared for GET /v1/supported-chains',
  )
  api.answer(supportedChains, { http: ['eip155:1'], ws: [] })
  await expect(api.call(supportedChains, {})).resolves.toEqual({ http: ['eip155:1'], ws: [] })
  expect([await api.supports('eip155:1'), await api.supports('eip155:2')]).toEqual([true, false])
})

test('the storage breaks on demand', () => {
  const storage = createFakeStorage({ a: '1' })
  storage.fail('set')
  expect(storage.get('a')).toBe('1')
  expect(() => storage.set('a', '2')).toThrow('set failed')
  storage.fail(undefined)
  storage.set('a', '2')
  expect(storage.values.get('a')).toBe('2')
})

describe('the wallet', () => {
  const { signal } = new AbortController()

  test('answering a question that was not asked throws', () => {
    expect(() => createFakeWallet().approve('connect')).toThrow('has not been asked: connect')
  })

  test('what it cannot do does not exist', async () => {
    const session = await createFakeWallet({ can: ['signMessage'] }).connector.connect({ signal })
    expect(session.signMessage).toBeDefined()
    expect(session.sendTransaction).toBeUndefined()
    expect(createFakeWallet({ can: [] }).connector.reconnect).toBeUndefined()
  })

  test('it does not sign for an account it does not have, nor move to a network it does not know', async () => {
    const wallet = createFakeWallet({ knownNetworks: ['eip155:1'] })
    const session = await wallet.connector.connect({ signal })
    const [account] = session.accounts()
    wallet.changeAccounts(['0x00000000000000000000000000000000000000FF'], { isSilent: true })
    await expect(
      session.signMessage?.({ address: account?.address as never, message: 'm', signal }),
    ).rejects.toMatchObject({ code: 4100 })
    await expect(
      session.switchNetwork?.({ network: fakeNetwork({ reference: '2' }), signal }),
    ).rejects.toMatchObject({ code: 4902 })
  })

  test('it counts the questions open at once', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    void wallet.connector.connect({ signal })
    expect(wallet.peakPrompts).toBe(1)
    void wallet.connector.connect({ signal })
    expect(wallet.peakPrompts).toBe(2)
  })
})

describe('the socket pair', () => {
  test('delivers nothing before it is flushed, then everything in order', () => {
    const pair = createFakeSocketPair()
    const heard: string[] = []
    const listener = (event: Event) => heard.push((event as MessageEvent<string>).data)
    pair.server.addEventListener('message', listener)
    expect(() => pair.client.send('early')).toThrow('not open')
    pair.flush()
    expect(pair.isOpen).toBe(true)
    pair.client.send('1')
    pair.client.send('2')
    expect(heard).toEqual([])
    expect(pair.flush(1)).toBe(1)
    expect(heard).toEqual(['1'])
    pair.flush()
    expect(heard).toEqual(['1', '2'])
  })

  test('a cut line loses what was under way and closes both ends', () => {
    const pair = createFakeSocketPair()
    const closed = vi.fn()
    pair.client.addEventListener('close', closed)
    pair.flush()
    pair.server.send('lost')
    pair.cut()
    expect(pair.flush()).toBe(0)
    expect(closed).toHaveBeenCalledTimes(1)
    expect([pair.client.readyState, pair.server.readyState]).toEqual([3, 3])
    expect(pair.listeners).toBe(1)
    pair.client.removeEventListener('close', closed)
    expect(pair.listeners).toBe(0)
  })

  test('closing tells the other end why', () => {
    const pair = createFakeSocketPair()
    const closed = vi.fn()
    pair.flush()
    pair.server.addEventListener('close', closed)
    pair.client.close(4010, 'done')
    pair.flush()
    expect(closed.mock.calls[0]?.[0]).toMatchObject({ code: 4010, reason: 'done' })
  })
})
