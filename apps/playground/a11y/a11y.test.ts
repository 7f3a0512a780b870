/** Every screen of the modal and the page's own buttons against WCAG 2.2 AA, as far as a browser can tell. `docs/guide/accessibility.md` says what by. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest'
import { asTold, inForcedColours, lookAt, tabThrough, zoomed } from '../../../scripts/a11y/checks.mjs'
import { smallTargets } from '../../../scripts/a11y/measure.mjs'
import { type Playground, startPlayground } from '../browse.js'
import { buttonScenes } from '../src/buttonScenes.js'
import { scenes } from '../src/scenes.js'
import { modal, openStages, pageButtons, type Stage } from './stage.js'

/** As many scenes at a time as there are pages; see `vitest.config.ts`. */
const pages = 2

let playground: Playground
type OnStage = Awaited<ReturnType<typeof openStages>>
let onStage: OnStage
let withButtons: OnStage
beforeAll(async () => {
  playground = await startPlayground()
  onStage = await openStages(playground, pages)
  withButtons = await openStages(playground, 1, { place: pageButtons })
}, 180_000)
afterAll(() => playground?.close())

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
        await isFine(stage, modal, expect)
      }),
  )
})

describe('the buttons of a page', () => {
  test.for(buttonScenes.map(({ name }) => name))(
    '“%s” can be read, reached, zoomed and told by all',
    { timeout: 120_000 },
    (name, { expect }) =>
      withButtons(async (stage) => {
        await stage.play(name)
        keep('Buttons', name, await stage.page.locator('body > p').ariaSnapshot())
        await isFine(stage, pageButtons, expect)
      }),
  )
})

/** Compares the file of a view only where all its scenes were played: a part of them would be written as the whole. */
describe('as a screen reader tells it', () => {
  const files = [...scenes, ...buttonScenes.map(({ name }) => ({ name, view: 'Buttons' }))]
  test.for([...new Set(files.map(({ view }) => view))])('%s', async (view, { expect, skip }) => {
    const played = transcripts.get(view) ?? new Map<string, string>()
    const missing = files.filter((scene) => scene.view === view && !played.has(scene.name))
    if (missing.length > 0) skip(`not played: ${missing.map(({ name }) => name).join(', ')}`)
    const told = [...played].sort(([one], [other]) => one.localeCompare(other, 'en'))
    const text = told.map(([name, transcript]) => `# ${name}\n${transcript}\n`).join('\n')
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'transcripts', `${view}.txt`))
  })
})

function keep(view: string, name: string, transcript: string): void {
  const told = transcripts.get(view) ?? new Map<string, string>()
  transcripts.set(view, told)
  told.set(name, asTold(transcript))
}

/** What is played is what every check finds nothing about. */
async function isFine(stage: Stage, place: typeof modal | typeof pageButtons, expect: ExpectStatic) {
  const { page } = stage
  const findings = {
    axe: await lookAt(page, {
      include: place.host,
      putTheme: (theme) => putTheme(page, theme),
      during: stage.during,
    }),
    movement: [...stage.moved],
    targets: await page.evaluate(smallTargets, place),
    keyboard: await tabThrough(page, place),
    forcedColours: await inForcedColours(page, place),
    zoom: await zoomed(page, place),
    policy: [...stage.complaints],
  }
  expect(findings).toEqual(Object.fromEntries(Object.keys(findings).map((check) => [check, []])))
}

/** Puts a theme on the page, and on the kit whose modal is there, open or not. */
const putTheme = (page: Page, mode: 'dark' | 'light') =>
  page.evaluate((wanted) => {
    document.documentElement.dataset.theme = wanted
    for (const { kit } of document.querySelectorAll('latchkey-modal')) kit?.setTheme({ mode: wanted })
  }, mode)
