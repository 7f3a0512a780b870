/** Counts what a page holds on to (listeners, timers, observers, sockets), from before its first script runs. */
import type { Page } from 'playwright-core'

/** What is held, by kind and name: `window keydown` → 2. Absent means none. */
export type Held = Record<string, number>

const counter = '__latchkeyHeld'

/** Must run before the page loads: call it on a blank page, then navigate. */
export async function countHeld(page: Page): Promise<void> {
  await page.addInitScript(install, counter)
}

/** Only what outlives a removed element counts, so listeners are watched on the page-wide targets. */
export function readHeld(page: Page): Promise<Held> {
  return page.evaluate((name) => (Reflect.get(window, name) as () => Held)(), counter)
}

/** Runs in the page: wraps the ways in which code can hold on to something. */
function install(name: string): void {
  const held = new Map<string, number>()
  const add = (what: string, by: number) => held.set(what, (held.get(what) ?? 0) + by)

  // Asked each time: the root and the body do not exist yet when this script runs.
  const labelOf = (target: EventTarget) => {
    if (target === window) return 'window'
    if (target === document) return 'document'
    if (target === document.documentElement) return 'html'
    if (target === document.body) return 'body'
    return target instanceof MediaQueryList ? 'media query' : undefined
  }
  const captureOf = (options?: boolean | EventListenerOptions) =>
    typeof options === 'boolean' ? options : (options?.capture ?? false)

  type Key = `${string} ${boolean}`
  const listeners = new WeakMap<EventTarget, Map<unknown, Set<Key>>>()
  const forget = (target: EventTarget, type: string, listener: unknown, capture: boolean) => {
    const label = labelOf(target)
    if (label && listeners.get(target)?.get(listener)?.delete(`${type} ${capture}`))
      add(`${label} ${type}`, -1)
  }
  const { addEventListener, removeEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window
    addEventListener.call(target, type, listener, options)
    const label = labelOf(target)
    if (!label || !listener) return
    const byListener = listeners.get(target) ?? new Map<unknown, Set<Key>>()
    listeners.set(target, byListener)
    const keys = byListener.get(listener) ?? new Set<Key>()
    byListener.set(listener, keys)
    const capture = captureOf(options)
    if (keys.has(`${type} ${capture}`)) return
    keys.add(`${type} ${capture}`)
    add(`${label} ${type}`, 1)
    if (typeof options !== 'object') return
    const forgetIt = () => forget(target, type, listener, capture)
    if (options.once) addEventListener.call(target, type, forgetIt, { once: true, capture })
    if (options.signal) addEventListener.call(options.signal, 'abort', forgetIt, { once: true })
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? window
    removeEventListener.call(target, type, listener, options)
    forget(target, type, listener, captureOf(options))
  }

  const timers = new Set<number>()
  const { setTimeout, clearTimeout, setInterval, clearInterval } = window
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms?: number, ...args: unknown[]) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        if (typeof run === 'function') run(...args)
      }, ms)
      timers.add(timer)
      return timer
    },
    clearTimeout: (timer?: number) => {
      if (timer !== undefined) timers.delete(timer)
      clearTimeout(timer)
    },
    setInterval: (run: TimerHandler, ms?: number, ...args: unknown[]) => {
      const timer = setInterval(run, ms, ...args)
      timers.add(timer)
      return timer
    },
    clearInterval: (timer?: number) => {
      if (timer !== undefined) timers.delete(timer)
      clearInterval(timer)
    },
  })

  for (const kind of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const) {
    const active = new Set<object>()
    const { observe, disconnect } = window[kind].prototype
    window[kind].prototype.observe = function (...args: [never, never?]) {
      active.add(this)
      held.set(kind, active.size)
      return observe.apply(this, args)
    }
    window[kind].prototype.disconnect = function () {
      active.delete(this)
      held.set(kind, active.size)
      return disconnect.call(this)
    }
  }

  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args)
      add('WebSocket', 1)
      addEventListener.call(this, 'close', () => add('WebSocket', -1), { once: true })
    }
  }

  Reflect.set(window, name, () => {
    // Vite adds a preload for each chunk that it loads; the page keeps those, as it keeps the modules.
    const elements = document.querySelectorAll(':not(link[rel="modulepreload"])').length
    const counts = [...held, ['timer', timers.size] as const, ['element', elements] as const]
    return Object.fromEntries(counts.filter(([, count]) => count !== 0))
  })
}
