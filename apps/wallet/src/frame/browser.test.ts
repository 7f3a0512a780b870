/** What a browser does with the cookies of a frame decides where its session is kept; and when its page is seen. */
import { afterEach, expect, test, vi } from 'vitest'
import { keepsCookies, whenVisible } from './browser.js'

afterEach(() => vi.unstubAllGlobals())

/** A browser that keeps cookies with these rules and drops the others. */
function keep(...rules: readonly string[]): void {
  let kept = ''
  vi.stubGlobal('document', {
    get cookie() {
      return kept
    },
    set cookie(text: string) {
      if (!rules.some((rule) => text.includes(rule))) return
      kept = text.includes('Max-Age=0') ? '' : (text.split(';')[0] ?? '')
    },
  })
}

test('a frame under another site leaves its session to a cookie of its own partition', () => {
  keep('SameSite=None; Partitioned')
  expect(keepsCookies()).toBe(true)
})

test('a browser that keeps no cookies for frames is not asked to', () => {
  keep()
  expect(keepsCookies()).toBe(false)
})

test('pages of one site do not sign each other out: with one jar for all, each keeps its session by itself', () => {
  keep('SameSite=None; Partitioned', 'SameSite=Strict')
  expect(keepsCookies()).toBe(false)
})

test('what waits for the page to be seen runs once, when it is, and not after it was given up', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  const turn = (state: string) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const run = vi.fn<() => void>()
  whenVisible(run)
  expect(run).toHaveBeenCalledTimes(1)
  turn('hidden')
  whenVisible(run)
  const giveUp = whenVisible(run)
  giveUp()
  expect(run).toHaveBeenCalledTimes(1)
  turn('visible')
  turn('hidden')
  turn('visible')
  expect(run).toHaveBeenCalledTimes(2)
})
