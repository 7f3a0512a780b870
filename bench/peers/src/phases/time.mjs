/** How long until the button is there and until the first wallet is, and how long the page was blocked meanwhile. */
import { median } from '../../../src/median.mjs'
import { untilQuiet, watchOthers } from '../quiet.mjs'
import { launch, visit } from '../visit.mjs'

/**
 * @typedef {{ button: number, blocked: number, heap: number, row?: number }} Sample ms, ms, MB, ms
 * @typedef {Sample & { disturbed: number, samples: number }} Timing medians; `disturbed` samples had neighbours
 */

/** How long after the button the page is watched for work that blocks it. */
const settling = 3000
/** More than this many cores of other programs spoil a sample. */
const mostOthers = 0.25
const tries = 4

/**
 * @param {import('../visit.mjs').Rig} rig
 * @param {readonly import('../apps.mjs').App[]} apps
 * @param {{ rounds: number, slowdown: number }} how
 * @returns {Promise<Map<string, Timing>>}
 */
export async function timeApps(rig, apps, { rounds, slowdown }) {
  /** @type {Map<string, { sample: Sample, others: number }[]>} */
  const taken = new Map(apps.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const browser = await launch(rig)
    try {
      // Nobody is always the first after the browser's start.
      for (const app of [...apps.slice(round % apps.length), ...apps.slice(0, round % apps.length)])
        taken.get(app.name)?.push(await bestSample(browser, rig, app, slowdown))
    } finally {
      await browser.close()
    }
  }
  return new Map([...taken].map(([name, samples]) => [name, summarise(samples)]))
}

/**
 * @param {readonly { sample: Sample, others: number }[]} taken
 * @returns {Timing}
 */
function summarise(taken) {
  const of = (/** @type {(sample: Sample) => number | undefined} */ pick) =>
    median(taken.flatMap(({ sample }) => pick(sample) ?? []))
  const row = of((sample) => sample.row)
  return {
    button: of((sample) => sample.button),
    blocked: of((sample) => sample.blocked),
    heap: of((sample) => sample.heap),
    ...(Number.isFinite(row) && { row }),
    disturbed: taken.filter(({ others }) => others > mostOthers).length,
    samples: taken.length,
  }
}

/**
 * A sample beside a busy neighbour is taken again; the least disturbed one is kept.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('../visit.mjs').Rig} rig
 * @param {import('../apps.mjs').App} app
 * @param {number} slowdown
 */
async function bestSample(browser, rig, app, slowdown) {
  /** @type {{ sample: Sample, others: number } | undefined} */
  let best
  for (let attempt = 0; attempt < tries; attempt += 1) {
    await untilQuiet()
    const taken = await takeSample(browser, rig, app, slowdown)
    if (!best || taken.others < best.others) best = taken
    if (taken.others <= mostOthers) break
  }
  if (!best) throw new Error(`${app.name} gave no sample.`)
  return best
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../visit.mjs').Rig} rig
 * @param {import('../apps.mjs').App} app
 * @param {number} slowdown
 * @returns {Promise<{ sample: Sample, others: number }>}
 */
async function takeSample(browser, rig, app, slowdown) {
  const { context, page, go, openModal } = await visit(browser, rig, app)
  try {
    const devTools = await context.newCDPSession(page)
    await devTools.send('Performance.enable')
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const othersWhileLoading = watchOthers()
    await go()
    let others = othersWhileLoading()
    await page.waitForTimeout(settling)
    /** @type {{ button: number, blocked: number }} */
    const loaded = await page.evaluate(`({
      button: peerProbe.buttonAt,
      blocked: peerProbe.longTasks.reduce((sum, duration) => sum + duration - 50, 0),
    })`)
    await devTools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devTools.send('Performance.getMetrics')
    const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
    if (!app.row) return { sample: { ...loaded, heap }, others }
    const othersWhileOpening = watchOthers()
    await openModal()
    others = Math.max(others, othersWhileOpening())
    /** @type {number} */
    const row = await page.evaluate('peerProbe.rowAt - peerProbe.clickAt')
    return { sample: { ...loaded, heap, row }, others }
  } finally {
    await context.close()
  }
}
