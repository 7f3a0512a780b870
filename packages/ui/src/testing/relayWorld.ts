/** A kit with a relay that the test plays, and its views on the screen. */
import type { Kit } from '@latchkey/core'
import { createFakeClock, createTestKit, type TestKitInput } from '@latchkey/core/testing'
import { act } from 'react'
import { afterEach, vi } from 'vitest'
import { type DrawnView, drawView } from './drawView.js'
import { createFakeRelay, pairingUri } from './fakeRelay.js'

/** Taken down after each test. */
export const drawn: DrawnView[] = []
export const kits: Kit[] = []

afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
  vi.restoreAllMocks()
})

export async function world(input: TestKitInput = {}) {
  const relay = createFakeRelay()
  const clock = createFakeClock()
  const { kit, adapters } = createTestKit({ ...input, wallets: [relay], clock })
  kits.push(kit)
  return {
    kit,
    relay,
    clock,
    adapter: adapters[0],
    async draw(...view: Parameters<typeof drawView> extends [Kit, ...infer Rest] ? Rest : never) {
      kit.open({ view: view[0], ...(view[1] && { data: view[1] }) })
      const shown = await drawView(kit, ...view)
      drawn.push(shown)
      return shown
    },
    /** The relay hands out a link. */
    async show(view: DrawnView, digit: string) {
      act(() => relay.showLink(pairingUri(digit)))
      await view.settle()
    },
    async pass(view: DrawnView, ms: number) {
      await act(() => clock.advanceAsync(ms))
      await view.settle()
    },
  }
}

/** What a press opened: the link, the window, and whether it happened in the press itself. */
export function watchLinks() {
  const opened: { readonly href: string; readonly target: string }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push({ href: this.href, target: this.target })
  })
  return opened
}
