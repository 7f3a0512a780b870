/**
 * How an element finds the kit it belongs to without any state shared between modules: it asks the document, and the
 * first kit on the page answers. Works across two copies of this package, and forgets a kit as soon as it is destroyed.
 */
import type { Kit } from '@latchkey/core'

const asked = 'latchkey:kit-asked'
const changed = 'latchkey:kits-changed'

type Answer = (kit: Kit) => void

/** Lets elements that name no kit of their own use this one; the first kit offered wins. */
export function offerKit(kit: Kit): () => void {
  const answer = (event: Event) => {
    if (!(event instanceof CustomEvent) || typeof event.detail !== 'function') return
    event.stopImmediatePropagation()
    // The event's name is ours, and its only sender is `askForKit` below.
    const reply = event.detail as Answer
    reply(kit)
  }
  document.addEventListener(asked, answer)
  document.dispatchEvent(new Event(changed))
  return () => {
    document.removeEventListener(asked, answer)
    document.dispatchEvent(new Event(changed))
  }
}

export function askForKit(): Kit | undefined {
  const found: Kit[] = []
  const answer: Answer = (kit) => found.push(kit)
  document.dispatchEvent(new CustomEvent(asked, { detail: answer }))
  return found[0]
}

/** Calls back when a kit came or went, so that the caller asks again. */
export function whenKitsChange(listener: () => void): () => void {
  document.addEventListener(changed, listener)
  return () => document.removeEventListener(changed, listener)
}
