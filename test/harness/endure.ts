/** Does one thing very often, and holds what the page weighs afterwards against what it weighed before. */
import { appendFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { countHeld } from './leaks.js'
import { until } from './until.js'
import { createScales, type PageWeight } from './weighPage.js'

/** `npm run test:endurance` asks for the long form; without it these are the short ones of the gate. */
export const isLong = process.env.LATCHKEY_ENDURANCE === 'long'
const report = process.env.LATCHKEY_ENDURANCE_REPORT
/** For one trial. */
export const patience = isLong ? 3_600_000 : 180_000

/** Bytes: what engines keep of code that ran (feedback, compiled functions) and of their own books. */
const heapSlack = 1_500_000
/**
 * Bytes a round in the second half, when everything has run often: less than anything that a round could leave. Of the
 * long form only, whose halves are long enough to tell a leak from the books of the engine.
 */
const heapPerRound = 2_000
/** Fewer than one a round in the shortest trial. Of objects, one is made late that is kept for good, so the second half counts. */
const nodeSlack = 20
const objectSlack = 14
const listenerSlack = 10

interface Trial {
  readonly what: string
  readonly times: number
  readonly page: Page
  /** One round, after which the page is where it was. */
  round(index: number): Promise<void>
  /** Rounds before the first weighing: what is loaded once is not a leak. */
  readonly warmUp?: number
  /** Rounds that are added where the second half gained objects; as many as in that half when absent. */
  readonly more?: number
}

/** Call `countEverywhere` before the page is loaded. */
export async function endure({ what, times, page, round, warmUp = 5, more }: Trial): Promise<void> {
  const scales = await createScales(page)
  for (let index = 0; index < warmUp; index += 1) await round(index)
  const before = await scales.weigh()
  const half = Math.ceil(times / 2)
  let index = warmUp
  const rounds = async (count: number) => {
    for (const end = index + count; index < end; index += 1) await round(index)
  }
  await rounds(half)
  let middle = await scales.weigh()
  await rounds(times - half)
  // What is renewed by the clock may fall into one stretch; what a round leaves is left in the next one too.
  const late = await scales.weigh()
  if (late.objects > middle.objects + objectSlack) {
    middle = late
    await rounds(more ?? times - half)
  }
  const mostHeap = isLong ? middle.heap + heapPerRound * (times - half) : before.heap + heapSlack
  const isSame = (after: PageWeight) =>
    after.heap <= mostHeap &&
    after.objects <= middle.objects + objectSlack &&
    after.nodes <= before.nodes + nodeSlack &&
    after.listeners <= before.listeners + listenerSlack &&
    after.documents <= before.documents
  // Promises and transitions of the last round settle first.
  const weighed: PageWeight[] = []
  const settle = async () => {
    const after = await scales.weigh()
    weighed.push(after)
    return isSame(after) && JSON.stringify(after.held) === JSON.stringify(before.held)
  }
  await until(settle, { what: 'the page is light again', within: 15_000, every: 500 }).catch(() => {})
  const after = weighed.at(-1) ?? before
  if (report) appendFileSync(report, `${JSON.stringify({ what, times, before, middle, after })}\n`)
  expect(after.held, what).toEqual(before.held)
  expect.soft(after.documents, `documents after ${what}`).toBeLessThanOrEqual(before.documents)
  expect.soft(after.objects, `objects after ${what}`).toBeLessThanOrEqual(middle.objects + objectSlack)
  expect.soft(after.nodes, `nodes after ${what}`).toBeLessThanOrEqual(before.nodes + nodeSlack)
  expect
    .soft(after.listeners, `listeners after ${what}`)
    .toBeLessThanOrEqual(before.listeners + listenerSlack)
  expect.soft(after.heap, `heap after ${what}`).toBeLessThanOrEqual(mostHeap)
  expect(page.isClosed()).toBe(false)
}

/** Before the first script of the page. */
export async function countEverywhere(context: BrowserContext): Promise<void> {
  const [page] = context.pages()
  if (page) await countHeld(page)
}
