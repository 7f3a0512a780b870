/** A hook on a page of its own, for tests: what it returned last, until the test is over. */
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

export function runHook<T>(hook: () => T): { readonly last: T; readonly count: number } {
  const seen: T[] = []
  const Probe = () => {
    seen.push(hook())
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(createElement(Probe)))
  onTestFinished(() => act(() => root.unmount()))
  return {
    get last() {
      // It was rendered just now.
      return seen.at(-1) as T
    },
    get count() {
      return seen.length
    },
  }
}
