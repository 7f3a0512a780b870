/** What can be pressed in Account stays where it is while tokens, hint and name come. */
import type { Page } from 'playwright-core'
import { button, inModal, modal } from '../harness/app.js'
import { expect } from '../harness/browse.js'
import { isGone, test } from '../harness/embeddedApp.js'

const controls = ['Account details', 'Disconnect', 'Send']

test('the controls of an account never move while the rest of it arrives', async ({ enter }) => {
  const { page } = await enter({ prepare: (context) => context.addInitScript(watch, controls) })
  await isGone(page)
  await button(page).click()
  await modal(page).getByText('No tokens yet').waitFor()
  await modal(page).getByRole('heading', { name: 'Make your wallet yours for good' }).waitFor()
  for (const name of controls) await inModal(page, name).waitFor()
  const places = await seen(page)
  expect(Object.keys(places).toSorted()).toEqual(controls.toSorted())
  for (const [name, tops] of Object.entries(places)) expect(tops, name).toHaveLength(1)
})

type Places = Record<string, number[]>

const seen = (page: Page) => page.evaluate(() => (window as unknown as { places: Places }).places)

/** Notes, with every frame that is drawn, where each control is. */
function watch(names: string[]): void {
  if (window !== window.top) return
  const places: Places = {}
  Object.assign(window, { places })
  const buttonsIn = (root: ParentNode): HTMLButtonElement[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element instanceof HTMLButtonElement ? [element] : []),
      ...(element.shadowRoot ? buttonsIn(element.shadowRoot) : []),
    ])
  const note = () => {
    for (const each of buttonsIn(document)) {
      const name = names.find((text) => each.textContent?.trim() === text)
      if (!name) continue
      const tops = (places[name] ??= [])
      const top = Math.round(each.getBoundingClientRect().top)
      if (tops.at(-1) !== top) tops.push(top)
    }
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}
