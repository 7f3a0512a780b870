import { expect, test } from 'vitest'
import { Follower, Stopper, type StopSignal } from './stop.js'

test('a signal of the platform is one of them', () => {
  const controller = new AbortController()
  const follower = new Follower(controller.signal satisfies StopSignal)
  controller.abort('over')
  expect(follower).toMatchObject({ aborted: true, reason: 'over' })
})

test('listeners are told once, in their order, and not after they left', () => {
  const stopper = new Stopper()
  const heard: string[] = []
  const leaves = () => void heard.push('left')
  stopper.addEventListener('abort', () => void heard.push(`first ${String(stopper.reason)}`))
  stopper.addEventListener('abort', leaves)
  stopper.addEventListener('abort', () => void heard.push('second'))
  stopper.removeEventListener('abort', leaves)
  stopper.throwIfAborted()
  stopper.abort('now')
  stopper.abort('again')
  expect(heard).toEqual(['first now', 'second'])
  expect(() => stopper.throwIfAborted()).toThrow('now')
})

test('who follows stops with the other or before it, and leaves nothing behind when released', () => {
  const leader = new Stopper()
  const [before, with_, after] = [new Follower(leader), new Follower(leader), new Follower(leader)]
  before.abort('by itself')
  after.release()
  leader.abort('together')
  expect([before.reason, with_.reason, after.aborted]).toEqual(['by itself', 'together', false])
  expect(new Follower(leader).reason).toBe('together')
})
