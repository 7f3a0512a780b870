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

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

interface Look {
  readonly theme: 'dark' | 'light'
  readonly size: keyof typeof sizes
  /** Absent for all of them. */
  readonly rules?: string[]
}

const ofLooks = ['color-contrast', 'target-size', 'scrollable-region-focusable']

/** All rules in both themes and at both sizes; what neither a theme nor a size can change is not asked four times. */
const looks: readonly Look[] = [
  { theme: 'dark', size: 'desktop' },
  { theme: 'dark', size: 'phone', rules: ofLooks },
  { theme: 'light', size: 'phone' },
  { theme: 'light', size: 'desktop', rules: ofLooks },
]

test.for(scenes.map(({ name }) => name))(
  'axe finds nothing on “%s”, dark or light, on a desktop or a phone, and no policy is violated',
  { timeout: 60_000 },
  async (name) => {
    const { page, complaints } = await playground.open({ reducedMotion: 'reduce' })
    const findings: string[] = []
    await playScene(page, name)
    await dialog(page).getByRole('heading', { level: 2 }).waitFor()
    for (const { theme, size, rules } of looks) {
      await useTheme(page, theme)
      await page.setViewportSize(sizes[size])
      // In the page itself: no frame is checked here, and a second page for each run takes its time.
      const axe = new AxeBuilder({ page }).setLegacyMode().include('latchkey-modal')
      const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
      findings.push(...violations.map(({ id, nodes }) => `${theme} ${size}: ${id} ${nodes[0]?.html ?? ''}`))
    }
    expect(findings).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

/** Puts a theme on the kit whose modal is open. */
const useTheme = (page: Page, mode: 'dark' | 'light') =>
  page.evaluate((wanted) => {
    for (const { kit } of document.querySelectorAll('latchkey-modal')) kit?.setTheme({ mode: wanted })
  }, mode)
