/** Every screen of the modal against WCAG 2.2 AA, as far as a browser can tell. `docs/guide/accessibility.md` says what by. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Playground, startPlayground } from '../browse.js'
import { scenes } from '../src/scenes.js'
import { axeOn } from './axe.js'
import { lostInForcedColours, smallTargets, stickingOut, stops } from './measure.js'
import { openStages, type Stage } from './stage.js'

/** As many scenes at a time as there are pages; see `vitest.config.ts`. */
const pages = 2

let playground: Playground
let onStage: Awaited<ReturnType<typeof openStages>>
beforeAll(async () => {
  playground = await startPlayground()
  onStage = await openStages(playground, pages)
}, 180_000)
afterAll(() => playground?.close())

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  /** 1280 × 1024 at 400 %. */
  zoomed: { width: 320, height: 256 },
}

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

/** What a screen reader is told, by view and then by scene. */
const transcripts = new Map<string, Map<string, string>>()

describe.concurrent('every screen', () => {
  test.for(scenes.map(({ name, view }) => [name, view] as const))(
    '“%s” can be read, reached, zoomed and told by all',
    { timeout: 120_000 },
    ([name, view], { expect }) =>
      onStage(async (stage) => {
        await stage.play(name)
        keep(view, name, await stage.page.locator('latchkey-modal dialog').ariaSnapshot())
        const findings = {
          axe: await lookAt(stage),
          movement: [...stage.moved],
          targets: await stage.page.evaluate(smallTargets),
          keyboard: await tabThrough(stage.page),
          forcedColours: await inForcedColours(stage.page),
          zoom: await zoomed(stage.page),
          policy: [...stage.complaints],
        }
        expect(findings).toEqual(Object.fromEntries(Object.keys(findings).map((check) => [check, []])))
      }),
  )
})

/** Compares the file of a view only where all its scenes were played: a part of them would be written as the whole. */
describe('as a screen reader tells it', () => {
  test.for([...new Set(scenes.map(({ view }) => view))])('%s', async (view, { expect, skip }) => {
    const played = transcripts.get(view) ?? new Map<string, string>()
    const missing = scenes.filter((scene) => scene.view === view && !played.has(scene.name))
    if (missing.length > 0) skip(`not played: ${missing.map(({ name }) => name).join(', ')}`)
    const told = [...played].sort(([one], [other]) => one.localeCompare(other, 'en'))
    const text = told.map(([name, transcript]) => `# ${name}\n${transcript}\n`).join('\n')
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'transcripts', `${view}.txt`))
  })
})

function keep(view: string, name: string, transcript: string): void {
  const told = transcripts.get(view) ?? new Map<string, string>()
  transcripts.set(view, told)
  // Numbers count down, and addresses of files carry fingerprints of the build.
  told.set(name, transcript.replaceAll(/\d+/g, '#').replaceAll(/(\/assets\/)[^\s]+/g, '$1…'))
}

async function lookAt(stage: Stage): Promise<string[]> {
  const { page } = stage
  const findings: string[] = []
  for (const { theme, size, rules } of looks) {
    await putTheme(page, theme)
    await page.setViewportSize(sizes[size])
    const violations = await axeOn(stage, rules)
    findings.push(...violations.map((violation) => `${theme} ${size}: ${violation}`))
  }
  await page.setViewportSize(sizes.desktop)
  return findings
}

/** Puts a theme on the kit whose modal is open. */
const putTheme = (page: Page, mode: 'dark' | 'light') =>
  page.evaluate((wanted) => {
    for (const { kit } of document.querySelectorAll('latchkey-modal')) kit?.setTheme({ mode: wanted })
  }, mode)

/** Tab leads to every control, in the order of the page, and each shows that it has the focus. */
async function tabThrough(page: Page): Promise<string[]> {
  const findings: string[] = []
  const { all } = await page.evaluate(stops)
  const reached: number[] = []
  for (let presses = 0; presses < all + 2; presses++) {
    await page.keyboard.press('Tab')
    const { here, isMarked } = await page.evaluate(stops)
    if (here < 0) continue
    if (reached.includes(here)) break
    reached.push(here)
    if (!isMarked) findings.push(`stop ${here} does not show the focus`)
  }
  const missed = Array.from({ length: all }, (_, stop) => stop).filter((stop) => !reached.includes(stop))
  return [...findings, ...missed.map((stop) => `Tab does not lead to stop ${stop} of ${all}`)]
}

async function inForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const findings = await page.evaluate(lostInForcedColours)
  await page.emulateMedia({ forcedColors: 'none' })
  return findings
}

async function zoomed(page: Page): Promise<string[]> {
  await page.setViewportSize(sizes.zoomed)
  const findings = await page.evaluate(stickingOut)
  await page.setViewportSize(sizes.desktop)
  return findings
}
