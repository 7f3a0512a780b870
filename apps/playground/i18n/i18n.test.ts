/** Every screen of the modal in the pseudo language: nothing stays untranslated, and nothing that is longer is cut off. */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openStages } from '../a11y/stage.js'
import { type Playground, startPlayground } from '../browse.js'
import { scenes } from '../src/scenes.js'
import { cutOff, saidPlainly } from './read.js'
import { saidByOthers } from './saidByOthers.js'

const pages = 2

let playground: Playground
let onStage: Awaited<ReturnType<typeof openStages>>
beforeAll(async () => {
  playground = await startPlayground()
  onStage = await openStages(playground, pages, { query: 'language=en-XA', stride: 1250 })
}, 180_000)
afterAll(() => playground?.close())

const sizes = { desktop: { width: 1280, height: 800 }, narrow: { width: 320, height: 640 } }

describe.concurrent('in the pseudo language', () => {
  test.for(scenes.map(({ name }) => name))(
    '“%s” has every word from the catalogue, and room for longer ones',
    { timeout: 120_000 },
    (name, { expect }) =>
      onStage(async ({ page, play }) => {
        await page.setViewportSize(sizes.desktop)
        await play(name)
        // Asked again: words that are on their way, and sizes that are still followed, are no fault.
        await expect.poll(() => page.evaluate(saidPlainly, saidByOthers)).toEqual([])
        for (const size of Object.values(sizes)) {
          await page.setViewportSize(size)
          await expect.poll(() => page.evaluate(cutOff), { message: `${size.width} px` }).toEqual([])
        }
      }),
  )
})
