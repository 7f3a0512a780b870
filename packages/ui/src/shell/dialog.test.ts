/** The window's grip on the page: taken once, given back once, in whatever order windows come and go. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDialog, type Dialog } from './dialog.js'
import { activeElement } from './dom.js'

/** Fades wait here until the test lets them end, as a browser's take their time. */
const fades: (() => void)[] = []
const endFades = () => fades.splice(0).map((end) => end())

beforeEach(() => {
  document.body.replaceChildren()
  document.documentElement.style.overflow = ''
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  // The test world draws nothing, and so has no animations of its own.
  Object.assign(HTMLElement.prototype, {
    animate: () => ({ finished: new Promise<void>((end) => fades.push(end)), cancel: () => {} }),
  })
})
afterEach(() => {
  endFades()
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
  vi.unstubAllGlobals()
})

const overflow = () => document.documentElement.style.overflow

function place(): Dialog {
  const dialog = createDialog(() => {})
  document.body.append(dialog.element)
  return dialog
}

function opener(): HTMLButtonElement {
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  return button
}

async function hidden(dialog: Dialog): Promise<void> {
  const hiding = dialog.hide()
  endFades()
  await hiding
}

test('the page is held while the window is there and until it has faded', async () => {
  const dialog = place()
  dialog.show('modal')
  expect(overflow()).toBe('hidden')
  const hiding = dialog.hide()
  expect(overflow()).toBe('hidden')
  endFades()
  await hiding
  expect(overflow()).toBe('')
  expect(dialog.element.open).toBe(false)
})

test('a window opened again while it fades lets go of the page and of the focus when it closes', async () => {
  const button = opener()
  const dialog = place()
  dialog.show('modal')
  const hiding = dialog.hide()
  dialog.show('modal')
  endFades()
  await hiding
  expect(dialog.isShown).toBe(true)
  expect(dialog.element.open).toBe(true)
  expect(overflow()).toBe('hidden')
  expect(activeElement()).toBe(dialog.card)
  await hidden(dialog)
  expect(overflow()).toBe('')
  expect(activeElement()).toBe(button)
})

test('an app that holds its page still itself finds it so afterwards', async () => {
  document.documentElement.style.overflow = 'clip'
  const dialog = place()
  dialog.show('modal')
  void dialog.hide()
  dialog.show('modal')
  await hidden(dialog)
  expect(overflow()).toBe('clip')
})

test.each([
  ['in the order of opening', [0, 1]],
  ['in the reverse order', [1, 0]],
] as const)('two windows closed %s free the page and return the focus', async (_, order) => {
  const button = opener()
  const dialogs = [place(), place()] as const
  for (const dialog of dialogs) dialog.show('modal')
  await hidden(dialogs[order[0]])
  expect(overflow()).toBe('hidden')
  expect(activeElement()).toBe(dialogs[order[1]].card)
  await hidden(dialogs[order[1]])
  expect(overflow()).toBe('')
  expect(activeElement()).toBe(button)
})

test('hiding twice lets go once, and both callers learn of the end', async () => {
  const dialog = place()
  const other = place()
  dialog.show('modal')
  other.show('modal')
  const both = [dialog.hide(), dialog.hide()]
  endFades()
  await Promise.all(both)
  expect(overflow()).toBe('hidden')
  await hidden(other)
  expect(overflow()).toBe('')
})
