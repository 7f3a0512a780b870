/** Every screen of the modal, in both themes, under the eyes of axe. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Playground, playScene, startPlayground } from './browse.js'
import { scenes } from './src/scenes.js'

let playground: Playground
beforeAll(async () => {
  playground = await startPlayground()
}, 120_000)
afterAll(() => playground?.close())

const dialog = (page: Page) => page.getByRole('dialog')

test.for(scenes.map(({ name }) => name))(
  'axe finds nothing on “%s”, dark or light, and no policy is violated',
  { timeout: 60_000 },
  async (name) => {
    const { page, complaints } = await playground.open({ reducedMotion: 'reduce' })
    const findings: string[] = []
    const note = async (theme: string, check: AxeBuilder) => {
      // In the page itself: no frame is checked here, and a second page for each run takes its time.
      const { violations } = await check.setLegacyMode().include('latchkey-modal').analyze()
      findings.push(...violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes[0]?.html ?? ''}`))
    }
    await playScene(page, name)
    await dialog(page).getByRole('heading', { level: 2 }).waitFor()
    await note('dark', new AxeBuilder({ page }))
    await lighten(page)
    // The other theme changes nothing but colours.
    await note('light', new AxeBuilder({ page }).withRules(['color-contrast']))
    expect(findings).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

/** Puts the light theme on the kit whose modal is open. */
const lighten = (page: Page) =>
  page.evaluate(() => {
    for (const { kit } of document.querySelectorAll('latchkey-modal')) kit?.setTheme({ mode: 'light' })
  })
