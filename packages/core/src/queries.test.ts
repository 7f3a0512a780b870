/** The cache: young answers are kept, old ones asked for again, failures tried again at growing distances. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits, minutes, seconds } from '@latchkey/spec/limits'
import { canMove, type MutationStatus } from '@latchkey/spec/states'
import { onlineManager } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueries, type QueryKind, queryKinds, queryRetryDelay } from './queries.js'
import { createFakeClock, settle } from './testing/index.js'

let clock = createFakeClock()
// The query library keeps its own time; the test runner's fake timers move it.
beforeEach(() => {
  clock = createFakeClock()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function counter() {
  let calls = 0
  return { run: async () => ++calls, calls: () => calls }
}

describe('[S9-02] ages', () => {
  test.each<[QueryKind, number]>([
    ['balance', seconds(30)],
    ['nativeBalance', seconds(30)],
    ['name', minutes(5)],
    ['identity', minutes(5)],
  ])('a %s is good for %i ms', async (kind, age) => {
    const queries = createQueries({ clock })
    const { run, calls } = counter()
    await queries.fetch({ kind, key: ['x'], run })
    await vi.advanceTimersByTimeAsync(age - 1)
    await queries.fetch({ kind, key: ['x'], run })
    expect(calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await queries.fetch({ kind, key: ['x'], run })
    expect(calls()).toBe(2)
    queries.destroy()
  })

  test('another key is another answer, and callers of one key share one request', async () => {
    const queries = createQueries({ clock })
    const { run, calls } = counter()
    await Promise.all([
      queries.fetch({ kind: 'name', key: ['a'], run }),
      queries.fetch({ kind: 'name', key: ['a'], run }),
      queries.fetch({ kind: 'name', key: ['b'], run }),
    ])
    expect(calls()).toBe(2)
    queries.destroy()
  })

  test('a fresh answer can be asked for', async () => {
    const queries = createQueries({ clock })
    const { run, calls } = counter()
    await queries.fetch({ kind: 'name', key: ['a'], run })
    await vi.advanceTimersByTimeAsync(1)
    await queries.fetch({ kind: 'name', key: ['a'], run, fresh: true })
    expect(calls()).toBe(2)
    queries.destroy()
  })
})

describe('[S9-02] sizes', () => {
  test('8192 entries, or 128 where answers are few', () => {
    expect(queryKinds.balance.entries).toBe(8192)
    expect(queryKinds.gateway.entries).toBe(128)
  })

  test('the oldest answers make room for new ones', async () => {
    const queries = createQueries({ clock })
    const size = () => queries.client.getQueryCache().findAll({ queryKey: ['gateway'] }).length
    for (let i = 0; i < limits.cacheEntriesSmall + 20; i += 1) {
      await queries.fetch({ kind: 'gateway', key: [i], run: async () => i })
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(size()).toBeLessThanOrEqual(limits.cacheEntriesSmall)
    const keys = queries.client
      .getQueryCache()
      .findAll({ queryKey: ['gateway'] })
      .map(({ queryKey }) => queryKey[1])
    expect(keys).not.toContain(0)
    expect(keys).toContain(limits.cacheEntriesSmall + 19)
    queries.destroy()
  })
})

test('[S8-33] a failing query is tried again 3 times, after 1, 2 and 4 s; the delay never exceeds 30 s', async () => {
  const queries = createQueries({ clock })
  let calls = 0
  const failed = expect(
    queries.fetch({
      kind: 'name',
      key: ['x'],
      run: async () => {
        calls += 1
        throw new Error('down')
      },
    }),
  ).rejects.toThrow('down')
  for (const [i, wait] of [seconds(1), seconds(2), seconds(4)].entries()) {
    await clock.advanceAsync(wait - 1)
    expect(calls).toBe(i + 1)
    await clock.advanceAsync(1)
  }
  await failed
  expect(calls).toBe(4)
  expect([0, 1, 2, 3, 4, 5, 20].map(queryRetryDelay)).toEqual([1, 2, 4, 8, 16, 30, 30].map(seconds))
  queries.destroy()
})

test.each([
  new LatchkeyError('request.aborted'),
  new LatchkeyError('kit.destroyed'),
  new LatchkeyError('adapter.not-found'),
  new LatchkeyError('http.status', { n: 404, url: '/' }),
  new LatchkeyError('rpc.failed', { method: 'eth_call', reason: 'bad input', code: -32602 }),
])('[S8-33] $code is not tried again: asking will not change it', async (error) => {
  const queries = createQueries({ clock })
  const run = vi.fn(async () => {
    throw error
  })
  await expect(queries.fetch({ kind: 'name', key: ['x'], run })).rejects.toBe(error)
  expect(run).toHaveBeenCalledTimes(1)
  queries.destroy()
})

test('[D-03] destroying leaves no timer and aborts what is under way', async () => {
  const queries = createQueries({ clock })
  await queries.fetch({ kind: 'name', key: ['a'], run: async () => 1 })
  let signal: AbortSignal | undefined
  const failing = queries.fetch({ kind: 'name', key: ['c'], run: () => Promise.reject(new Error('down')) })
  failing.catch(() => {})
  const pending = queries.fetch({
    kind: 'name',
    key: ['b'],
    run: (input) => {
      signal = input.signal
      return new Promise<never>(() => {})
    },
  })
  pending.catch(() => {})
  await settle()
  expect(clock.pending).toBe(1)
  queries.destroy()
  await vi.advanceTimersByTimeAsync(0)
  expect(signal?.aborted).toBe(true)
  expect([vi.getTimerCount(), clock.pending]).toEqual([0, 0])
})

describe('[S4-11] a mutation', () => {
  test('is idle, pending, then a success or an error, along the edges of its table', async () => {
    const queries = createQueries({ clock })
    const mutation = queries.mutation(async (isFine: boolean) => {
      if (!isFine) throw new Error('no')
      return 'done'
    })
    const moves: MutationStatus[] = ['idle']
    mutation.subscribe(({ status }) => void (moves.at(-1) !== status && moves.push(status)))
    await expect(mutation.run(true)).resolves.toBe('done')
    await expect(mutation.run(false)).rejects.toThrow('no')
    mutation.reset()
    await vi.advanceTimersByTimeAsync(0)
    expect(moves.filter((status) => status !== 'idle')).toEqual(['pending', 'success', 'pending', 'error'])
    expect(mutation.get()).toMatchObject({ status: 'idle', isPaused: false })
    for (const [i, to] of moves.slice(1).entries()) {
      expect(canMove('mutation', moves[i] ?? 'idle', to), `${moves[i]} → ${to}`).toBe(true)
    }
    queries.destroy()
  })

  test('pauses without a network and continues with it', async () => {
    const queries = createQueries({ clock })
    const run = vi.fn(async () => 'sent')
    const mutation = queries.mutation(run)
    onlineManager.setOnline(false)
    try {
      const sent = mutation.run(undefined)
      await vi.advanceTimersByTimeAsync(0)
      expect(mutation.get()).toMatchObject({ status: 'pending', isPaused: true })
      expect(run).not.toHaveBeenCalled()
      onlineManager.setOnline(true)
      await queries.client.resumePausedMutations()
      await expect(sent).resolves.toBe('sent')
      expect(mutation.get()).toMatchObject({ status: 'success', isPaused: false })
    } finally {
      onlineManager.setOnline(true)
      queries.destroy()
    }
  })
})
