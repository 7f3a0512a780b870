/** Draws one view of a kit, for tests. */
import type { Kit, RouteData } from '@latchkey/core'
import { settle } from '@latchkey/core/testing'
import type { ViewId } from '@latchkey/spec/views'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { CurrentKit } from '../context.js'
import { findView } from '../views/index.js'

export interface DrawnView {
  readonly text: string
  /** The button with this name or text; throws when there is none. */
  button(name: string): HTMLButtonElement
  press(name: string): Promise<void>
  type(label: string, value: string): Promise<void>
  /** By a CSS selector. */
  find(selector: string): Element | null
  all(selector: string): readonly Element[]
  /** Waits for a button that comes with something loaded. */
  seen(name: string): Promise<HTMLButtonElement>
  /** Lets chunks that are on their way arrive. */
  loaded(): Promise<void>
  /** Lets everything that was started come to an end. */
  settle(): Promise<void>
  remove(): void
}

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export async function drawView(kit: Kit, view: ViewId, data: RouteData = {}): Promise<DrawnView> {
  const found = await findView(view)?.load()
  if (!found) throw new Error(`${view} is not drawn yet`)
  const { View } = found
  const container = document.createElement('div')
  const root = createRoot(container)
  act(() =>
    root.render(
      <CurrentKit.Provider value={kit}>
        <View data={data} />
      </CurrentKit.Provider>,
    ),
  )
  const settled = () => act(settle)
  const loaded = () =>
    act(async () => {
      await vi.dynamicImportSettled()
      await settle()
    })
  await settled()
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
  const button = (name: string) => {
    const shown = [...container.querySelectorAll('button')].find((each) => nameOf(each).includes(name))
    if (!shown) throw new Error(`No button ${name} in: ${container.textContent}`)
    return shown
  }
  return {
    get text() {
      return container.textContent ?? ''
    },
    button,
    async press(name) {
      act(() => button(name).click())
      await settled()
    },
    async type(label, value) {
      const named = [...container.querySelectorAll('label')].find((each) => each.textContent === label)
      const field = named
        ? container.querySelector<HTMLInputElement>(`[id="${named.htmlFor}"]`)
        : container.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
      if (!field) throw new Error(`No field ${label}`)
      // React listens to the property of the class, not to the one it put on the element.
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      act(() => {
        set?.call(field, value)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await settled()
    },
    find: (selector) => container.querySelector(selector),
    all: (selector) => [...container.querySelectorAll(selector)],
    loaded,
    seen: (name) =>
      vi.waitFor(
        async () => {
          await loaded()
          return button(name)
        },
        { timeout: 10_000 },
      ),
    settle: settled,
    remove: () => act(() => root.unmount()),
  }
}
