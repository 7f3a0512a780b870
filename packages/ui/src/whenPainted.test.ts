/** What waits for a frame goes on after it, and in a page without frames nevertheless. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenPainted } from './whenPainted.js'

let frames: FrameRequestCallback[] = []

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const heard = () => {
  const told = vi.fn()
  void whenPainted().then(told)
  return told
}

test('not within the frame, which is painted after its callbacks', async () => {
  const told = heard()
  await vi.advanceTimersByTimeAsync(10)
  for (const run of frames) run(0)
  await Promise.resolve()
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('a page in the background, which draws nothing, does not wait for ever', async () => {
  const told = heard()
  await vi.advanceTimersByTimeAsync(499)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toHaveBeenCalledOnce()
})
