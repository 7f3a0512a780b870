/** Draws one view of a kit, for tests. */
import type { Kit, RouteData } from '@latchkey/core'
import { settle } from '@latchkey/core/testing'
import type { ViewId } from '@latchkey/spec/views'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { CurrentKit } from '../context.js'
import { findView } from '../views/index.js'

export interface DrawnView {
  readonly text: string
  /** The button with this name or text; throws when there is none. */
  button(name: string): HTMLButtonElement
  press(name: string): Promise<void>
  type(label: string, value: string): Promise<void>
  /** Lets everything that was started come to an end. */
  settle(): Promise<void>
  remove(): void
}

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export async function drawView(kit: Kit, view: ViewId, data: RouteData = {}): Promise<DrawnView> {
  const loaded = await findView(view)?.load()
  if (!loaded) throw new Error(`${view} is not drawn yet`)
  const { View } = loaded
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
  await settled()
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
  const button = (name: string) => {
    const found = [...container.querySelectorAll('button')].find((each) => nameOf(each).includes(name))
    if (!found) throw new Error(`No button ${name} in: ${container.textContent}`)
    return found
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
      const field = container.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
      if (!field) throw new Error(`No field ${label}`)
      // React listens to the property of the class, not to the one it put on the element.
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      act(() => {
        set?.call(field, value)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await settled()
    },
    settle: settled,
    remove: () => act(() => root.unmount()),
  }
}
