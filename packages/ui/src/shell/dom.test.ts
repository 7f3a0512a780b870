/** The three helpers see through shadow roots and slots. */
import { beforeEach, expect, test } from 'vitest'
import { activeElement, contains, eventTarget } from './dom.js'

/** A host in a host: `<div>#shadow <section>#shadow <button>`. */
function nest() {
  const outer = document.createElement('div')
  const middle = document.createElement('section')
  const button = document.createElement('button')
  document.body.append(outer)
  outer.attachShadow({ mode: 'open' }).append(middle)
  middle.attachShadow({ mode: 'open' }).append(button)
  return { outer, middle, button }
}

beforeEach(() => document.body.replaceChildren())

test('the focused element is found two shadow roots deep', () => {
  const { button } = nest()
  button.focus()
  expect(activeElement()).toBe(button)
})

test('containment crosses shadow roots, and only downwards', () => {
  const { outer, middle, button } = nest()
  expect(contains(outer, button)).toBe(true)
  expect(contains(middle, button)).toBe(true)
  expect(contains(button, outer)).toBe(false)
  expect(contains(outer, null)).toBe(false)
})

test('an event is traced to the element where it started', () => {
  const { button } = nest()
  const seen: (EventTarget | null)[] = []
  document.body.addEventListener('click', (event) => seen.push(eventTarget(event)), { once: true })
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
  expect(seen).toEqual([button])
})
