/** The view on screen follows the router: at once where it is at hand, else when it is loaded, and again where it failed. */
import type { RouteEntry } from '@latchkey/core'
import { createTestKit, settle } from '@latchkey/core/testing'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { CurrentKit } from '../context.js'
import { defineView, type View } from '../views/view.js'
import { type ShownView, useShownView } from './useShownView.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const registry = vi.hoisted(() => new Map<string, View>())
vi.mock('../views/index.js', () => ({ findView: (id: string) => registry.get(id) }))

const chunk = { View: () => null }
const title = () => ''

/** A view whose loads end when the test says so. */
function slowView() {
  const loads: { resolve(loaded: typeof chunk): void; reject(cause: Error): void }[] = []
  const load = () =>
    new Promise<typeof chunk>((resolve, reject) => {
      loads.push({ resolve, reject })
    })
  return { view: defineView({ title, load }), loads }
}

beforeEach(() => {
  registry.clear()
  registry.set('Connect', defineView({ title, chunk, load: async () => chunk }))
})

function watch() {
  const { kit } = createTestKit({ logLevel: 'silent' })
  const root = createRoot(document.createElement('div'))
  const seen: (ShownView | undefined)[] = []
  function Probe({ route }: { readonly route: RouteEntry }) {
    seen.push(useShownView(route, 1))
    return null
  }
  return {
    go: (route: RouteEntry) =>
      act(async () => {
        root.render(
          <CurrentKit.Provider value={kit}>
            <Probe route={route} />
          </CurrentKit.Provider>,
        )
        await settle()
      }),
    settled: () => act(settle),
    seen,
    get shown() {
      return seen.at(-1)
    },
  }
}

test('a view that is at hand is there in the first paint', async () => {
  const probe = watch()
  await probe.go({ view: 'Connect' })
  expect(probe.seen[0]).toMatchObject({ status: 'ready', Component: chunk.View })
  expect(new Set(probe.seen).size).toBe(1)
})

test('the last view stays while the next one is loaded, and one that was left meanwhile never shows', async () => {
  const { view, loads } = slowView()
  registry.set('Account', view)
  const probe = watch()
  const connect: RouteEntry = { view: 'Connect' }
  await probe.go(connect)
  await probe.go({ view: 'Account' })
  expect(probe.shown?.route).toBe(connect)
  await probe.go(connect)
  loads[0]?.resolve(chunk)
  await probe.settled()
  expect(probe.shown?.route).toBe(connect)
  expect(probe.seen.every((each) => each?.route.view === 'Connect')).toBe(true)
  await probe.go({ view: 'Account' })
  expect(probe.shown).toMatchObject({ route: { view: 'Account' }, status: 'ready' })
  expect(loads).toHaveLength(1)
})

test('a view that did not come can be asked for again', async () => {
  const { view, loads } = slowView()
  registry.set('Account', view)
  const probe = watch()
  await probe.go({ view: 'Account' })
  expect(probe.shown).toBeUndefined()
  loads[0]?.reject(new TypeError('offline'))
  await probe.settled()
  expect(probe.shown?.status).toBe('failed')
  act(() => probe.shown?.retry())
  loads[1]?.resolve(chunk)
  await probe.settled()
  expect(probe.shown).toMatchObject({ status: 'ready', Component: chunk.View })
})
