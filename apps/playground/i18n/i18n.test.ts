/**
 * Every screen of the modal in the pseudo language: nothing stays untranslated, and nothing that is longer is cut off;
 * and from right to left, as the mirror of itself.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest'
import { stickingOut } from '../../../scripts/a11y/measure.mjs'
import { outOfOrder, unmirrored } from '../../../scripts/i18n/mirror.mjs'
import { hidden, saidPlainly } from '../../../scripts/i18n/read.mjs'
import { takeShots } from '../../../scripts/i18n/shots.mjs'
import { axeOn } from '../a11y/axe.js'
import { modal, openStages } from '../a11y/stage.js'
import { type Playground, startPlayground } from '../browse.js'
import { scenes } from '../src/scenes.js'
import { saidByOthers } from './saidByOthers.js'
import { straight } from './straight.js'

const pages = 2
/** Nobody looks at what moves meanwhile. */
const stride = 1250
const timeout = 120_000
const sizes = { desktop: { width: 1280, height: 800 }, narrow: { width: 320, height: 640 } }
const phone = { width: 390, height: 844 }

let playground: Playground
beforeAll(async () => {
  playground = await startPlayground()
}, 180_000)
afterAll(() => playground?.close())

/** Asked again: words that are on their way, and sizes that are still followed, are no fault. */
async function nothing(expect: ExpectStatic, look: () => Promise<string[]>, message: string): Promise<void> {
  let found: string[] = []
  const count = async () => {
    found = await look()
    return found.length
  }
  await expect
    .poll(count)
    .toBe(0)
    .catch(() => {
      throw new Error([`${message}:`, ...found].join('\n'))
    })
}

/** In brackets, or in letters of Hebrew and Arabic: words of ours, and no name. */
const ours = { pseudo: '\\[', rightToLeft: '[\u0590-\u06ff]' }

/** The modal, and the buttons beside it. */
const hosts = 'latchkey-'
const dialog = { host: modal.host, turned: 'dialog', box: '[part=card]' }

describe.concurrent('in the pseudo language', () => {
  const shots = takeShots('en-XA')
  let onStage: Awaited<ReturnType<typeof openStages>>
  beforeAll(async () => {
    onStage = await openStages(playground, pages, { query: 'language=en-XA', stride })
  }, timeout)
  afterAll(() => shots.end())

  const fits = async (expect: ExpectStatic, page: Page) => {
    await nothing(expect, () => page.evaluate(saidPlainly, { hosts, others: saidByOthers }), 'said plainly')
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size)
      await nothing(expect, () => page.evaluate(hidden, { hosts, pattern: ours.pseudo }), `${size.width} px`)
    }
  }

  test.for(scenes.map(({ name }) => name))(
    '“%s” has every word from the catalogue, and room for longer ones',
    { timeout },
    (name, { expect }) =>
      onStage(async ({ page, play }) => {
        await page.setViewportSize(sizes.desktop)
        await play(name)
        await shots.watch(page, name, () => fits(expect, page))
      }),
  )

  test('[S4-10] so has a message on the page, and the buttons beside it', { timeout }, ({ expect }) =>
    onStage(async ({ page }) => {
      await playOnPage(page)
      await shots.watch(page, 'On the page', () => fits(expect, page))
    }),
  )
})

/** All of one language; of the other, every view once. */
const played = {
  ar: scenes,
  he: scenes.filter(({ view }, at) => scenes.findIndex((scene) => scene.view === view) === at),
}

/** Of every kind: a list, a form, words, numbers, a picture. */
const forAxe = [
  'Wallets found',
  'Connected',
  'Recent activity',
  'Settings of email',
  'Swap: quoted',
  'Choose',
]

describe.concurrent.for(Object.entries(played))('from right to left, in “%s”', ([language, list]) => {
  const shots = takeShots(language)
  let onStage: Awaited<ReturnType<typeof openStages>>
  beforeAll(async () => {
    onStage = await openStages(playground, pages, {
      query: `language=${language}`,
      stride,
      context: { viewport: phone },
    })
  }, timeout)
  afterAll(() => shots.end())

  test.for(list.map(({ name }) => name))('“%s” is the mirror of itself', { timeout }, (name, { expect }) =>
    onStage(async (stage) => {
      const { page, play } = stage
      await play(name)
      await shots.watch(page, name, async () => {
        await nothing(expect, () => page.evaluate(straight, language), 'runs from left to right')
        await nothing(expect, () => page.evaluate(unmirrored, dialog), 'stands on the wrong side')
        await nothing(expect, () => page.evaluate(outOfOrder, { hosts }), 'does not run from left to right')
        await nothing(
          expect,
          () => page.evaluate(hidden, { hosts, pattern: ours.rightToLeft }),
          'not seen whole',
        )
        await nothing(expect, () => page.evaluate(stickingOut, modal), 'sticks out')
        if (language === 'ar' && forAxe.includes(name)) expect(await axeOn(stage)).toEqual([])
      })
    }),
  )

  test('[S4-10] so is a message on the page', { timeout }, ({ expect }) =>
    onStage(async ({ page }) => {
      await playOnPage(page)
      const toast = page.locator('latchkey-modal [part=toast]')
      const direction = () => toast.evaluate((element) => getComputedStyle(element).direction)
      await expect.poll(direction).toBe('rtl')
      await nothing(expect, () => page.evaluate(outOfOrder, { hosts }), 'does not run from left to right')
      await nothing(
        expect,
        () => page.evaluate(hidden, { hosts, pattern: ours.rightToLeft }),
        'not seen whole',
      )
    }),
  )
})

/** No dialog opens, so that nothing is waited for but the message. */
async function playOnPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = encodeURIComponent('On the page')
  })
  await page.locator('latchkey-modal [part=toast]').waitFor()
}
