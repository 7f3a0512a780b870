/** Walks a journey as a person does: goes on while there is a way, reads what is said, and tries again when it is mended. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { modal } from '../../harness/app.js'
import { reasonIn } from '../report/reason.js'
import type { Ending } from '../report/result.js'
import type { Course, Move } from './journey.js'

/** Until now at the latest a person has what they want or reads why not. Above every deadline of the product. */
const patience = 60_000
/** And this long the way on may take, the half minute between two mails included. */
const patienceAfter = 75_000
const between = 150

/** Every line that a person can read in the modal, above it, and in the windows that it opened. */
async function shownLines(page: Page): Promise<string[]> {
  const places: Locator[] = [
    modal(page),
    page.locator('latchkey-modal').getByRole('alert'),
    page.locator('latchkey-modal').getByRole('status'),
    page.locator('output'),
    page.frameLocator('#w3m-iframe').locator('body'),
    ...page
      .context()
      .pages()
      .filter((each) => each !== page)
      .map((each) => each.locator('body')),
  ]
  const texts = await Promise.all(
    places.map(async (place) => {
      const isShown = await place
        .first()
        .isVisible()
        .catch(() => false)
      return isShown ? place.allInnerTexts().catch(() => []) : []
    }),
  )
  return texts.flat().flatMap((text) => text.split('\n').map((line) => line.trim()))
}

/** Nobody presses the same thing twice without a look at what comes of it. */
const usualRest = 3000

/** Makes one move after the other, each after its rest. */
function createHands(moves: readonly Move[]): () => Promise<void> {
  const madeAt = new Map<Move, number>()
  return async () => {
    for (const move of moves) {
      const { when, act = press, rest = usualRest, if: isTime = () => true } = move
      const isRested = performance.now() - (madeAt.get(move) ?? -Infinity) >= rest
      if (!isRested || !isTime() || !(await isReady(when.first()))) continue
      // It may go away under the finger; then there is something else to see.
      await act(when.first()).catch(() => {})
      madeAt.set(move, performance.now())
      return
    }
  }
}

const press = (seen: Locator) => seen.click({ timeout: 1500 })
const isReady = async (seen: Locator) =>
  (await seen.isVisible().catch(() => false)) && (await seen.isEnabled().catch(() => false))

const retries = (page: Page): Move[] =>
  [page.locator('latchkey-modal'), page.frameLocator('#w3m-iframe').locator('body')].map((place) => ({
    when: place.getByRole('button', { name: /^(try again|retry|reload|send again)$/i }),
  }))

export async function walkUntilReason(course: Course): Promise<Ending | { readonly reason: string }> {
  const deadline = performance.now() + patience
  const move = createHands(course.moves)
  while (performance.now() < deadline) {
    if (await course.done().catch(() => false)) return { kind: 'succeeded' }
    const reason = reasonIn(await shownLines(course.page))
    if (reason !== undefined) return { reason }
    await move()
    await pause(between)
  }
  return {
    kind: 'failed',
    why: `nothing was said for ${patience / 1000} s; shown: ${await screenOf(course.page)}`,
  }
}

export async function walkAfterMending(course: Course, reason: string): Promise<Ending> {
  const deadline = performance.now() + patienceAfter
  const move = createHands([...retries(course.page), ...course.moves])
  while (performance.now() < deadline) {
    if (await course.done().catch(() => false)) return { kind: 'recovered', reason }
    await move()
    await pause(between)
  }
  return { kind: 'failed', why: `no way on was found; shown: ${await screenOf(course.page)}`, reason }
}

const screenOf = async (page: Page) => (await shownLines(page)).filter(Boolean).join(' | ').slice(0, 400)
