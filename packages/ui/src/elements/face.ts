/** What a page button shows at one moment, as data. Two equal faces are drawn once. */

import { setHues } from '../parts/hues.js'
import styles from './buttons.sheet.css'

export interface Face {
  readonly look: 'accent' | 'quiet'
  readonly text: string
  /** Shown before the text: the account's colours, the network's letter, a warning, or that something is under way. */
  readonly mark?:
    | { readonly kind: 'avatar' | 'network'; readonly seed: string }
    | { readonly kind: 'warning' }
    | { readonly kind: 'spinner' }
  readonly balance?: string | undefined
  /** Transactions that have not ended (S9-12). */
  readonly pending?: number | undefined
  /** What a screen reader says instead of the text, where the text is shortened. */
  readonly label?: string
  readonly isBusy?: boolean
}

/** Redraws the inside of the button; the button itself stays, and with it the focus. */
export function drawFace(button: HTMLButtonElement, face: Face): void {
  button.dataset.look = face.look
  button.ariaLabel = face.label ?? null
  button.ariaBusy = face.isBusy ? 'true' : null
  const parts = [
    face.balance && amount(face.balance),
    mark(face.mark),
    span('address', face.text),
    face.pending && span('pending', String(face.pending)),
  ]
  button.replaceChildren(...parts.filter((part) => part instanceof Node))
}

function mark(kind: Face['mark']): Node | undefined {
  if (!kind) return undefined
  if (kind.kind === 'spinner') return span('spinner')
  if (kind.kind === 'warning') return span('warning', '!')
  const element = span(kind.kind, kind.kind === 'network' ? kind.seed.slice(0, 1).toUpperCase() : '')
  setHues(element, kind.seed)
  return element
}

/** From left to right, also in a page that runs the other way. */
function amount(text: string): HTMLSpanElement {
  const element = span('balance', text)
  element.dir = 'ltr'
  return element
}

function span(style: string, text = ''): HTMLSpanElement {
  const element = document.createElement('span')
  element.className = styles[style] ?? ''
  element.textContent = text
  // The letter of a network and the dots of a spinner say nothing that the text does not.
  if (style !== 'address' && style !== 'balance') element.ariaHidden = 'true'
  return element
}
