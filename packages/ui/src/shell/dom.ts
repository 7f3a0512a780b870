/**
 * The three questions that the DOM answers wrongly from inside a shadow root. Everything in this package that asks
 * for focus, containment or the origin of an event asks here.
 */

/** The element that really has focus: `document.activeElement` stops at the outermost shadow host. */
export function activeElement(root: Document | ShadowRoot = document): Element | null {
  const { activeElement: active } = root
  return active?.shadowRoot ? (activeElement(active.shadowRoot) ?? active) : active
}

/** Whether `inner` is `outer` or lies in it, however many shadow roots and slots are in between. */
export function contains(outer: Node, inner: Node | null): boolean {
  for (let node = inner; node; node = parentAcross(node)) if (node === outer) return true
  return false
}

/** Where an event really started: listeners outside a shadow root are told the host instead. */
export function eventTarget(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? event.target
}

function parentAcross(node: Node): Node | null {
  if (node instanceof Element && node.assignedSlot) return node.assignedSlot
  return node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)
}
