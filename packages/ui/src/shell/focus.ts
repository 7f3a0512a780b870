/** Keeps Tab inside a dialog and finds what can be focused there, in a shadow root or not. */
import { activeElement, contains } from './dom.js'

const focusable =
  'a[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable], [tabindex]'

/** In document order, without what is disabled, hidden, inert or taken out of the tab order. */
function tabStops(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled, [inert] *, [inert]') && isDrawn(element),
  )
}

/** Moves focus from the last stop to the first and back, instead of letting it leave for the browser's own controls. */
export function wrapTab(event: KeyboardEvent, container: HTMLElement): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
  const stops = tabStops(container)
  const from = activeElement()
  const isAtEdge = event.shiftKey
    ? from === stops[0] || !stops.some((stop) => stop === from)
    : from === stops.at(-1)
  if (stops.length > 0 && !isAtEdge) return
  event.preventDefault()
  const next = event.shiftKey ? stops.at(-1) : stops[0]
  next?.focus()
}

interface Memory {
  readonly dialog: HTMLElement
  element: Element | null
}

/** Of the dialogs that are open, in the order of opening. */
const memories: Memory[] = []

/**
 * Remembers who has focus before `dialog` takes it; the returned function gives it back if that element is still
 * there. Dialogs may close in any order: one below another leaves the focus alone, and hands its own way back to
 * those that would return into it.
 */
export function rememberFocus(dialog: HTMLElement): () => void {
  const memory: Memory = { dialog, element: activeElement() }
  memories.push(memory)
  return () => {
    const at = memories.indexOf(memory)
    if (at === -1) return
    memories.splice(at, 1)
    const later = memories.slice(at)
    for (const above of later) if (contains(dialog, above.element)) above.element = memory.element
    if (later.length > 0) return
    const { element } = memory
    if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
  }
}

function isDrawn(element: HTMLElement): boolean {
  return element.checkVisibility?.() ?? true
}
