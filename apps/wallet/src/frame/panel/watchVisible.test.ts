/** The watch over what a person can have seen: it arms its button, and ends with it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchVisible } from './watchVisible.js'

class FakeButton extends EventTarget {
  isConnected = true
  ariaDisabled: string | null = null
}

class FakeDocument extends EventTarget {
  documentElement = {}
  visibilityState = 'visible'
  hasFocus() {
    return true
  }
}

let page = new FakeDocument()
let see = (_isWhole: boolean) => {}
let show = (_ratio: number) => {}
const disconnect = vi.fn<() => void>()
const giveUp = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('devicePixelRatio', 2)
  page = new FakeDocument()
  vi.stubGlobal('document', page)
  vi.stubGlobal(
    'IntersectionObserverEntry',
    class {
      get isVisible() {
        return false
      }
    },
  )
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: unknown[]) => void) {
        see = (isWhole) => tell([{ isVisible: isWhole, intersectionRatio: isWhole ? 1 : 0.5 }])
        show = (ratio) => tell([{ isVisible: false, intersectionRatio: ratio }])
      }
      observe() {}
      disconnect = disconnect
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  disconnect.mockClear()
  giveUp.mockClear()
})

function watch() {
  const button = new FakeButton()
  // What is used of a button.
  expect(watchVisible(button as unknown as HTMLButtonElement, giveUp)).toBe(true)
  return button
}

test('[D-30] the button counts after a second in full view, and not before', () => {
  const button = watch()
  see(true)
  vi.advanceTimersByTime(800)
  expect(button.ariaDisabled).toBe('true')
  vi.advanceTimersByTime(400)
  expect(button.ariaDisabled).toBeNull()
  see(false)
  expect(button.ariaDisabled).toBe('true')
})

test('a screen that is gone is watched no longer, though it was hidden before that was noticed', () => {
  const button = watch()
  see(true)
  vi.advanceTimersByTime(400)
  button.isConnected = false
  see(false)
  vi.advanceTimersByTime(400)
  expect(disconnect).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('a request that is never wholly in view is given up once, for the window to show it', () => {
  watch()
  see(false)
  vi.advanceTimersByTime(1_800)
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(4_000)
  expect(giveUp).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('one that was seen and is covered gets its time again', () => {
  watch()
  see(true)
  vi.advanceTimersByTime(5_000)
  see(false)
  vi.advanceTimersByTime(1_800)
  expect(giveUp).not.toHaveBeenCalled()
  see(true)
  vi.advanceTimersByTime(5_000)
  expect(giveUp).not.toHaveBeenCalled()
})

test('whoever comes back to their tab is not sent to the window for the time that they were away', () => {
  watch()
  see(false)
  vi.advanceTimersByTime(1_000)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  // The clock of a tab in the background stands still: no tick has seen it hidden.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(200)
  expect(giveUp).not.toHaveBeenCalled()
})

test('a request that the page shows late has its time from then on', () => {
  watch()
  show(0)
  vi.advanceTimersByTime(10_000)
  expect(giveUp).not.toHaveBeenCalled()
  show(0.4)
  vi.advanceTimersByTime(1_800)
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(400)
  expect(giveUp).toHaveBeenCalledOnce()
})
