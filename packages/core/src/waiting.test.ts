/** The small parts that everything waits with: nothing opened for a wait survives it. */
import { describe, expect, test, vi } from 'vitest'
import { createLanes } from './lanes.js'
import { createScope, createScopedClock } from './scope.js'
import { createSingleFlight } from './singleFlight.js'
import { createFakeClock, settle } from './testing/index.js'
import { anySignal, within } from './within.js'

/** A signal that counts who listens to it. */
function countedSignal() {
  const controller = new AbortController()
  let listeners = 0
  const { signal } = controller
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...input: Parameters<typeof add>) => {
    listeners += 1
    add(...input)
  }
  signal.removeEventListener = (...input: Parameters<typeof remove>) => {
    listeners -= 1
    remove(...input)
  }
  return { controller, signal, listeners: () => listeners }
}

describe('[D-10] within', () => {
  const timeout = () => new Error('too late')

  test('an answer clears the timer and the listener', async () => {
    const clock = createFakeClock()
    const { signal, listeners } = countedSignal()
    await expect(within(Promise.resolve(1), { clock, ms: 10, timeout, signal })).resolves.toBe(1)
    expect([clock.pending, listeners()]).toEqual([0, 0])
  })

  test('a missed deadline rejects, and a late answer goes to whoever takes it', async () => {
    const clock = createFakeClock()
    const late = vi.fn()
    let resolve = (_: number) => {}
    const work = new Promise<number>((done) => (resolve = done))
    const waited = within(work, { clock, ms: 10, timeout, late })
    const failed = expect(waited).rejects.toThrow('too late')
    clock.advance(10)
    await failed
    resolve(1)
    await settle()
    expect(late).toHaveBeenCalledExactlyOnceWith(1)
  })

  test('an abort rejects with its reason, also one from before', async () => {
    const clock = createFakeClock()
    const { controller, signal, listeners } = countedSignal()
    const never = new Promise<never>(() => {})
    const waited = within(never, { clock, ms: 10, timeout, signal })
    const failed = expect(waited).rejects.toThrow('gone')
    controller.abort(new Error('gone'))
    await failed
    await expect(within(never, { clock, ms: 10, timeout, signal })).rejects.toThrow('gone')
    expect([clock.pending, listeners()]).toEqual([0, 0])
  })
})

test('several signals become one, and are let go of', () => {
  const [a, b] = [countedSignal(), countedSignal()]
  const released = anySignal([a.signal, undefined, b.signal])
  released.release()
  expect([a.listeners(), b.listeners()]).toEqual([0, 0])
  const merged = anySignal([a.signal, b.signal])
  b.controller.abort('b')
  expect([merged.signal.aborted, merged.signal.reason]).toEqual([true, 'b'])
  expect([a.listeners(), b.listeners()]).toEqual([0, 0])
  expect(anySignal([b.signal]).signal.aborted).toBe(true)
})

describe('scope', () => {
  test('runs cleanups newest first, once, and does not let one failure stop the others', () => {
    const ran: string[] = []
    const failures: unknown[] = []
    const scope = createScope((cause) => failures.push(cause))
    scope.add(() => ran.push('first'))
    scope.add(() => {
      throw new Error('broken')
    })
    const release = scope.add(() => ran.push('released'))
    scope.add(() => ran.push('last'))
    release()
    scope.close('why')
    scope.close()
    expect(ran).toEqual(['last', 'first'])
    expect(failures).toHaveLength(1)
    expect(scope.signal.reason).toBe('why')
    scope.add(() => ran.push('late'))
    expect(ran.at(-1)).toBe('late')
  })

  test('its clock stops with it', () => {
    const clock = createFakeClock()
    const scope = createScope()
    const scoped = createScopedClock(clock, scope)
    const run = vi.fn()
    scoped.after(10, run)
    scoped.after(20, run)
    const cancel = scoped.after(5, run)
    cancel()
    clock.advance(10)
    scope.close()
    scoped.after(1, run)
    clock.advance(100)
    expect(run).toHaveBeenCalledTimes(1)
    expect(clock.pending).toBe(0)
  })
})

describe('lanes', () => {
  test('tasks of one key run one after the other, of two keys side by side', async () => {
    const lanes = createLanes()
    const { signal } = new AbortController()
    const log: string[] = []
    const task = (name: string) => async () => {
      log.push(`${name} starts`)
      await settle(3)
      log.push(`${name} ends`)
    }
    await Promise.all([
      lanes.run('x', signal, task('1')),
      lanes.run('x', signal, task('2')),
      lanes.run('y', signal, task('3')),
    ])
    await settle()
    expect(log.indexOf('1 ends')).toBeLessThan(log.indexOf('2 starts'))
    expect(log.indexOf('3 starts')).toBeLessThan(log.indexOf('1 ends'))
    expect(lanes.size).toBe(0)
  })

  test('a failed task lets the next one run, and one that was given up while waiting never starts', async () => {
    const lanes = createLanes()
    const controller = new AbortController()
    const { signal } = new AbortController()
    const run = vi.fn(async () => 'ran')
    const failed = lanes.run('x', signal, () => Promise.reject(new Error('no')))
    const given = lanes.run('x', controller.signal, run)
    controller.abort(new Error('given up'))
    const last = lanes.run('x', signal, async () => 'ok')
    await expect(failed).rejects.toThrow('no')
    await expect(given).rejects.toThrow('given up')
    await expect(last).resolves.toBe('ok')
    expect(run).not.toHaveBeenCalled()
    expect(lanes.size).toBe(0)
  })
})

test('a single flight is shared while it lasts and always released', async () => {
  const flights = createSingleFlight()
  const run = vi.fn(async () => 1)
  await Promise.all([flights.join('a', run), flights.join('a', run), flights.join('b', run)])
  expect(run).toHaveBeenCalledTimes(2)
  const boom = () => {
    throw new Error('boom')
  }
  await expect(flights.join('a', boom)).rejects.toThrow('boom')
  await expect(flights.join('a', run)).resolves.toBe(1)
})
