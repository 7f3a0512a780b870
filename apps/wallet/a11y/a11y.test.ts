/** Every page of the wallet's own origin against WCAG 2.2 AA, by the checks of the modal. `docs/guide/accessibility.md` says what by. */
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { asTold, inForcedColours, lookAt, tabThrough, zoomed } from '../../../scripts/a11y/checks.mjs'
import { smallTargets } from '../../../scripts/a11y/measure.mjs'
import { approveScenes } from './approveScenes.js'
import { keepingScenes } from './keepingScenes.js'
import { lockScenes } from './lockScenes.js'
import { signInScenes } from './signInScenes.js'
import { openWalletStage, place, type WalletStage } from './stage.js'

const scenes = [...approveScenes, ...lockScenes, ...keepingScenes, ...signInScenes]
const named = scenes.map((scene) => [`${basename(scene.page)}: ${scene.name}`, scene] as const)

/** What is made of more parts than the first screen of its page. */
const mirrored = new Set([
  'approve: a payment',
  'approve: several calls',
  'enrol: which lock',
  'recover: the ways back',
  'settings: all of it',
  'export: the words, covered',
  'device: who asks',
])

let stage: WalletStage
beforeAll(async () => {
  stage = await openWalletStage()
}, 180_000)
afterAll(() => stage?.close())

/** What a screen reader is told, by page and then by scene. */
const transcripts = new Map<string, Map<string, string>>()

describe.concurrent('every page', () => {
  test.for(named)(
    '“%s” can be read, reached, zoomed and told by all',
    { timeout: 120_000 },
    ([, scene], { expect }) =>
      stage.play(scene, 'en', async ({ page, complaints, moved, during }) => {
        keep(scene.page, scene.name, await page.locator('body').ariaSnapshot())
        const findings = {
          axe: await lookAt(page, {
            include: 'html',
            putTheme: (colorScheme) => page.emulateMedia({ colorScheme }),
            during,
          }),
          movement: moved,
          targets: await page.evaluate(smallTargets, place),
          keyboard: await tabThrough(page, place),
          forcedColours: await inForcedColours(page, place),
          zoom: await zoomed(page, place),
          complaints,
        }
        expect(findings).toEqual(Object.fromEntries(Object.keys(findings).map((check) => [check, []])))
      }),
  )
})

/** One scene of each page that speaks: all of them are drawn from the same parts. */
const pagesOnce = [...new Map(named.map(([name, scene]) => [scene.page, [name, scene] as const])).values()]
const spoken = pagesOnce.filter(([, { page }]) => page !== 'kit')

describe.concurrent('from right to left', () => {
  test.for([...spoken, ...named.filter(([name]) => mirrored.has(name))])(
    '“%s” in Arabic runs the other way, and nothing sticks out',
    { timeout: 120_000 },
    ([, scene], { expect }) =>
      stage.play(scene, 'ar', async ({ page, complaints }) => {
        expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
        const findings = {
          targets: await page.evaluate(smallTargets, place),
          keyboard: await tabThrough(page, place),
          zoom: await zoomed(page, place),
          complaints,
        }
        expect(findings).toEqual(Object.fromEntries(Object.keys(findings).map((check) => [check, []])))
      }),
  )
})

/** Compares the file of a page only where all its scenes were played: a part of them would be written as the whole. */
describe('as a screen reader tells it', () => {
  test.for([...new Set(scenes.map(({ page }) => page))])('%s', async (page, { expect, skip }) => {
    const played = transcripts.get(page) ?? new Map<string, string>()
    const missing = scenes.filter((scene) => scene.page === page && !played.has(scene.name))
    if (missing.length > 0) skip(`not played: ${missing.map(({ name }) => name).join(', ')}`)
    const told = [...played].sort(([one], [other]) => one.localeCompare(other, 'en'))
    const text = told.map(([name, transcript]) => `# ${name}\n${transcript}\n`).join('\n')
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'transcripts', `${basename(page)}.txt`))
  })
})

function keep(page: string, name: string, transcript: string): void {
  const told = transcripts.get(page) ?? new Map<string, string>()
  transcripts.set(page, told)
  told.set(name, asTold(transcript))
}
