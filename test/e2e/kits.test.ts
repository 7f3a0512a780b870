/** Several kits on a page, and what is left after the last one (D-03). */
import type { Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { expect, test, type Visit } from '../harness/browse.js'
import { countHeld, type Held, readHeld } from '../harness/leaks.js'
import { serve } from '../harness/site.js'
import { until } from '../harness/until.js'

async function openRig(visit: Visit): Promise<Page> {
  const site = await serve({ port: inject('base') + 91, folder: inject('pagesFolder') })
  onTestFinished(() => site.close())
  // The counter must be there before the first script, so the page is opened again under it.
  const { page } = await visit(`${site.origin}/kits.html`)
  await countHeld(page)
  await page.reload()
  await page.waitForFunction(() => 'rig' in window)
  return page
}

test('[D-03] two kits on a page do not share state', async ({ visit }) => {
  const page = await openRig(visit)
  await page.evaluate(() => {
    const [one, two] = [window.rig.create('one'), window.rig.create('two')]
    Object.assign(window, { one, two })
    one.setTheme({ mode: 'light' })
    two.setTheme({ mode: 'dark' })
    one.open()
  })
  await page.getByRole('dialog').waitFor()
  const states = await page.evaluate(() => {
    const stateOf = (name: string) =>
      (Reflect.get(window, name) as ReturnType<typeof window.rig.create>).store.get()
    return ['one', 'two'].map((name) => ({
      isOpen: stateOf(name).modal.isOpen,
      theme: stateOf(name).theme.mode,
      history: stateOf(name).router.history.length,
    }))
  })
  expect(states[0]).toMatchObject({ isOpen: true, theme: 'light' })
  expect(states[1]).toMatchObject({ isOpen: false, theme: 'dark' })
  expect(await page.getByRole('dialog').count()).toBe(1)

  // One is destroyed; the other goes on.
  await page.evaluate(() => {
    const { one, two } = window as unknown as Record<'one' | 'two', ReturnType<typeof window.rig.create>>
    one.destroy()
    two.open()
  })
  await page.getByRole('dialog').waitFor()
  expect(await page.locator('latchkey-modal').count()).toBe(1)
})

test('[D-03] destroy() removes every element, listener, timer, observer and socket', async ({ visit }) => {
  const page = await openRig(visit)
  const empty = await readHeld(page)

  const liveAndDie = async () => {
    await page.evaluate(() => {
      const kit = window.rig.create('short-lived')
      Object.assign(window, { kit })
      kit.open()
    })
    await page.getByRole('dialog').waitFor()
    const alive = await readHeld(page)
    await page.evaluate(() => (window as unknown as { kit: { destroy(): void } }).kit.destroy())
    return alive
  }

  const alive = await liveAndDie()
  const grown = Object.keys(alive).filter((what) => what !== 'element' && alive[what] !== empty[what])
  expect(grown, 'the counter sees the listeners of a kit that lives').not.toEqual([])
  await expectOnly(page, empty)

  for (let round = 0; round < 3; round += 1) await liveAndDie()
  await expectOnly(page, empty)
})

async function expectOnly(page: Page, empty: Held) {
  // React marks a document once, for good, to hear of text selection; it is the page's, not the kit's.
  const ofReact = new Set(['document selectionchange'])
  const left = async () =>
    Object.entries(await readHeld(page)).filter(
      ([what, count]) => count !== (empty[what] ?? 0) && !ofReact.has(what),
    )
  await until(async () => (await left()).length === 0, { what: 'nothing is held', within: 5_000 }).catch(
    () => undefined,
  )
  expect(await left()).toEqual([])
}
