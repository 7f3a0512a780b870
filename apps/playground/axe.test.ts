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

test('axe finds nothing on any screen, dark or light, and no policy is violated', {
  timeout: 240_000,
}, async () => {
  const { page, complaints } = await playground.open({ reducedMotion: 'reduce' })
  const findings: string[] = []
  const note = async (scene: string, check: AxeBuilder) => {
    // In the page itself: no frame is checked here, and a second page for each run takes its time.
    const { violations } = await check.setLegacyMode().include('latchkey-modal').analyze()
    findings.push(...violations.map(({ id, nodes }) => `${scene}: ${id} ${nodes[0]?.html ?? ''}`))
  }
  for (const { name } of scenes) {
    await playScene(page, name)
    await dialog(page).getByRole('heading').waitFor()
    await note(`${name}, dark`, new AxeBuilder({ page }))
    await lighten(page)
    // The other theme changes nothing but colours.
    await note(`${name}, light`, new AxeBuilder({ page }).withRules(['color-contrast']))
    // A scene may refuse to close; the next one starts on a fresh page.
    await page.reload()
  }
  expect(findings).toEqual([])
  expect(complaints).toEqual([])
})

/** Puts the light theme on the kit whose modal is open. */
const lighten = (page: Page) =>
  page.evaluate(() => {
    for (const { kit } of document.querySelectorAll('latchkey-modal')) kit?.setTheme({ mode: 'light' })
  })
