/**
 * Every page of the wallet's own origin in the pseudo language: nothing stays untranslated, and nothing that is longer is
 * cut off; and from right to left, as the mirror of itself. The scenes are those of `../a11y`.
 */
import { basename } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest'
import { stickingOut } from '../../../scripts/a11y/measure.mjs'
import { outOfOrder, unmirrored } from '../../../scripts/i18n/mirror.mjs'
import { hidden, saidPlainly } from '../../../scripts/i18n/read.mjs'
import { takeShots } from '../../../scripts/i18n/shots.mjs'
import { approveScenes } from '../a11y/approveScenes.js'
import { keepingScenes } from '../a11y/keepingScenes.js'
import { lockScenes } from '../a11y/lockScenes.js'
import { signInScenes } from '../a11y/signInScenes.js'
import { openWalletStage, place, type WalletStage } from '../a11y/stage.js'
import { pseudo, sayIn, wordsIn } from '../a11y/words.js'
import { crampedLists, spilling } from './fit.js'
import { saidByOthers } from './saidByOthers.js'
import { straight } from './straight.js'

const timeout = 120_000
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** In brackets, or in letters of Hebrew and Arabic: words of ours, and no name. */
const ours = { pseudo: '\\[', rightToLeft: '[\u0590-\u06ff]' }
const turned = { turned: 'html', box: 'body' }

const scenes = [...approveScenes, ...lockScenes, ...keepingScenes, ...signInScenes].filter(
  ({ isEnglish }) => !isEnglish,
)
const named = scenes.map((scene) => [`${basename(scene.page)}: ${scene.name}`, scene] as const)

let stage: WalletStage
beforeAll(async () => {
  stage = await openWalletStage()
}, 180_000)
afterAll(() => stage?.close())

type Findings = Record<string, readonly string[]>

const nothing = (expect: ExpectStatic, findings: Findings) =>
  expect(findings).toEqual(Object.fromEntries(Object.keys(findings).map((check) => [check, []])))

async function seenWhole(page: Page, pattern: string): Promise<Findings> {
  const findings: Record<string, string[]> = {}
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    findings[`${size}: not seen whole`] = await page.evaluate(hidden, { pattern })
    findings[`${size}: longer than its box`] = await page.evaluate(spilling)
    findings[`${size}: cut off in a list`] = await page.evaluate(crampedLists)
    findings[`${size}: sticks out`] = await page.evaluate(stickingOut, place)
  }
  return findings
}

describe.concurrent('in the pseudo language', () => {
  const shots = takeShots('wallet-pseudo')
  afterAll(() => shots.end())

  test.for(named)(
    '“%s” has every word from the catalogue, and room for longer ones',
    { timeout },
    ([name, scene], { expect }) =>
      stage.play(scene, pseudo, ({ page, complaints }) =>
        shots.watch(page, name, async () => {
          const plain = await page.evaluate(saidPlainly, { others: saidByOthers })
          nothing(expect, {
            'said plainly': plain,
            ...(await seenWhole(page, ours.pseudo)),
            complaints,
          })
        }),
      ),
  )
})

test('words that are not those of the build are not spoken', { timeout }, ({ expect }) => {
  const scene = scenes.find(({ page, name }) => page === 'handoff' && name === 'nothing to do')
  if (!scene) throw new Error('There is no such scene')
  return stage.play(scene, pseudo, async ({ page }) => {
    const title = page.getByRole('heading')
    expect(await title.innerText()).toBe(sayIn(pseudo)('handoff.nothing'))
    const words = JSON.stringify({ ...wordsIn(pseudo), 'handoff.nothing': 'Approve everything' })
    const files = '**/assets/words-*.json'
    await page.route(files, (route) => route.fulfill({ contentType: 'application/json', body: words }))
    await page.reload()
    await title.waitFor()
    expect(await title.innerText()).toBe(sayIn('en')('handoff.nothing'))
    await page.unroute(files)
  })
})

/** All of one language; of the other, every page once. */
const played = {
  ar: named,
  he: named.filter(([, { page }], at) => scenes.findIndex((scene) => scene.page === page) === at),
}

describe.concurrent.for(Object.entries(played))('from right to left, in “%s”', ([language, list]) => {
  const shots = takeShots(`wallet-${language}`)
  afterAll(() => shots.end())

  test.for(list)('“%s” is the mirror of itself', { timeout }, ([name, scene], { expect }) =>
    stage.play(scene, language, ({ page, complaints }) =>
      shots.watch(page, name, async () => {
        nothing(expect, {
          'runs from left to right': await page.evaluate(straight, language),
          ...(await seenWhole(page, ours.rightToLeft)),
          'stands on the wrong side': await page.evaluate(unmirrored, turned),
          'does not run from left to right': await page.evaluate(outOfOrder, {}),
          complaints,
        })
      }),
    ),
  )
})
