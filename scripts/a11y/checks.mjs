/** The checks that every screen goes through, of the modal and of the wallet's pages: each answers with what it found. */
/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { lostInForcedColours, stickingOut, stops } from './measure.mjs'

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('axe-core').RunOptions} RunOptions
 * @typedef {import('axe-core').AxeResults} AxeResults
 * @typedef {import('./measure.mjs').Place} Place
 * @typedef {'dark' | 'light'} Theme
 * @typedef {keyof typeof sizes} Size
 * @typedef {{ theme: Theme, size: Size, rules?: string[] }} Look `rules`: absent for all of them
 */

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  /** 1280 × 1024 at 400 %. */
  zoomed: { width: 320, height: 256 },
}

const ofLooks = ['color-contrast', 'target-size', 'scrollable-region-focusable']

/**
 * All rules in both themes and at both sizes; what neither a theme nor a size can change is not asked four times.
 *
 * @type {readonly Look[]}
 */
const looks = [
  { theme: 'dark', size: 'desktop' },
  { theme: 'dark', size: 'phone', rules: ofLooks },
  { theme: 'light', size: 'phone' },
  { theme: 'light', size: 'desktop', rules: ofLooks },
]

/**
 * All rules of axe, in every look.
 *
 * @param {Page} page
 * @param {object} how
 * @param {string} how.include what of the page is asked about
 * @param {(theme: Theme) => Promise<unknown>} how.putTheme
 * @param {<T>(work: Promise<T>) => Promise<T>} how.during waits while a clock that stands still is moved
 */
export async function lookAt(page, { include, putTheme, during }) {
  /** @type {string[]} */
  const findings = []
  for (const { theme, size, rules } of looks) {
    await putTheme(theme)
    await page.setViewportSize(sizes[size])
    const violations = await during(axeIn(page, { include, ...(rules && { rules }) }))
    findings.push(...violations.map((violation) => `${theme} ${size}: ${violation}`))
  }
  await page.setViewportSize(sizes.desktop)
  return findings
}

/**
 * What breaks a rule of axe, and where.
 *
 * @param {Page} page
 * @param {{ include?: string, rules?: string[] }} [asked] all of the page, by all rules, unless told otherwise
 */
export async function axeIn(page, { include = 'html', rules } = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  /** @type {RunOptions} */
  const options = { resultTypes: ['violations'], elementRef: false }
  const asked = rules
    ? { ...options, runOnly: { type: /** @type {const} */ ('rule'), values: rules } }
    : options
  return page.evaluate(runAxe, { include, options: asked })
}

/**
 * Runs in the page.
 *
 * @param {{ include: string, options: RunOptions }} asked
 */
async function runAxe({ include, options }) {
  // The library puts itself there.
  const { axe } = /** @type {{ axe: { run(on: object, options: RunOptions): Promise<AxeResults> } }} */ (
    /** @type {unknown} */ (window)
  )
  const { violations } = await axe.run({ include }, options)
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)
}

/**
 * Tab leads to every control, in the order of the page, and each shows that it has the focus.
 *
 * @param {Page} page
 * @param {Place} place
 */
export async function tabThrough(page, place) {
  /** @type {string[]} */
  const findings = []
  const { all } = await page.evaluate(stops, place)
  /** @type {number[]} */
  const reached = []
  for (let presses = 0; presses < all + 2; presses++) {
    await page.keyboard.press('Tab')
    const { here, isMarked } = await page.evaluate(stops, place)
    if (here < 0) continue
    if (reached.includes(here)) break
    reached.push(here)
    if (!isMarked) findings.push(`stop ${here} does not show the focus`)
  }
  // It may begin anywhere, and begins anew once.
  const turns = reached.filter((stop, at) => at > 0 && stop < (reached[at - 1] ?? 0))
  if (turns.length > 1) findings.push(`Tab jumps about: ${reached.join(', ')}`)
  const missed = Array.from({ length: all }, (_, stop) => stop).filter((stop) => !reached.includes(stop))
  return [...findings, ...missed.map((stop) => `Tab does not lead to stop ${stop} of ${all}`)]
}

/**
 * @param {Page} page
 * @param {Place} place
 */
export async function inForcedColours(page, place) {
  await page.emulateMedia({ forcedColors: 'active' })
  const findings = await page.evaluate(lostInForcedColours, place)
  await page.emulateMedia({ forcedColors: 'none' })
  return findings
}

/**
 * @param {Page} page
 * @param {Place} place
 */
export async function zoomed(page, place) {
  await page.setViewportSize(sizes.zoomed)
  const findings = await page.evaluate(stickingOut, place)
  await page.setViewportSize(sizes.desktop)
  return findings
}

/**
 * What a screen reader is told, as it is kept in a file: numbers count down, and addresses of files carry fingerprints of
 * the build.
 *
 * @param {string} snapshot
 */
export const asTold = (snapshot) => snapshot.replaceAll(/\d+/g, '#').replaceAll(/(\/assets\/)[^\s]+/g, '$1…')

/**
 * Waits for what the page does, and moves its clock meanwhile.
 *
 * @template T
 * @param {Page} page
 * @param {Promise<T>} work
 */
export async function during(page, work) {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  // oxlint-disable-next-line no-unmodified-loop-condition -- set when the promise above settles.
  while (!isDone) await Promise.race([done, page.clock.runFor(1)])
  return done
}
