/** Writes what was measured as tables, and holds our own apps against the targets. */

/**
 * @typedef {object} Measured
 * @property {readonly import('./apps.mjs').App[]} apps
 * @property {Map<string, import('./install.mjs').Footprint>} footprints
 * @property {Map<string, import('./phases/weigh.mjs').Fetched>} fetched
 * @property {Map<string, import('./phases/time.mjs').Timing> | undefined} fast as the machine is
 * @property {Map<string, import('./phases/time.mjs').Timing> | undefined} slow at a quarter of its speed
 * @property {Map<string, import('./phases/access.mjs').Access>} access
 * @property {Map<string, import('./phases/policy.mjs').Obedience>} obedience
 *
 * @typedef {{ text: string, holds: boolean }} Verdict
 */

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(0)
const round = (/** @type {number | undefined} */ value) => (value === undefined ? '–' : value.toFixed(0))

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** @param {Measured} measured @returns {string} Markdown */
export function writeTables({ apps, footprints, fetched, fast, slow, access, obedience }) {
  const weights = apps.map(({ name, label }) => {
    const { first, opening, strangers } = fetched.get(name) ?? nothing
    const { packages, megabytes } = footprints.get(name) ?? { packages: Number.NaN, megabytes: Number.NaN }
    return [
      label,
      kilobytes(first.gzip),
      kilobytes(first.brotli),
      String(first.requests),
      kilobytes(opening.gzip),
      String(packages),
      round(megabytes),
      strangers.length === 0 ? 'none' : strangers.join(', '),
    ]
  })
  const times = apps.map(({ name, label }) => {
    const [quick, late] = [fast?.get(name), slow?.get(name)]
    return [
      label,
      round(quick?.button),
      round(late?.button),
      round(late?.blocked),
      round(quick?.row),
      round(late?.row),
      quick ? quick.heap.toFixed(1) : '–',
      quick && late ? `${quick.disturbed + late.disturbed} of ${quick.samples + late.samples}` : '–',
    ]
  })
  const use = apps
    .filter(({ row }) => row)
    .map(({ name, label }) => {
      const { nodes, grave, lacks } = access.get(name) ?? { nodes: Number.NaN, grave: Number.NaN, lacks: [] }
      const { isUsable, violations } = obedience.get(name) ?? { isUsable: false, violations: [] }
      return [
        label,
        String(nodes),
        String(grave),
        lacks.join(', ') || 'nothing',
        isUsable ? 'yes' : 'no',
        String(violations.length),
      ]
    })
  const weightHead = [
    'App',
    'first load, kB gzip',
    'kB brotli',
    'requests',
    'more when the modal opens, kB gzip',
    'packages',
    'MB installed',
    'other hosts before a click',
  ]
  const timeHead = [
    'App',
    'button, ms',
    'button at 4x, ms',
    'blocked at 4x, ms',
    'click to first wallet, ms',
    'click to first wallet at 4x, ms',
    'heap, MB',
    'disturbed samples',
  ]
  const useHead = [
    'App',
    'axe: elements, any impact',
    'axe: critical and serious ones',
    'a keyboard misses',
    'works under a strict policy',
    'violations',
  ]
  const parts = [`### Weight\n\n${table(weightHead, weights)}`]
  if (fast || slow) parts.push(`### Time\n\n${table(timeHead, times)}`)
  parts.push(`### Use by everybody, and under a strict policy\n\n${table(useHead, use)}`)
  return parts.join('\n\n')
}

const nothing = /** @type {import('./phases/weigh.mjs').Fetched} */ ({
  first: { requests: Number.NaN, gzip: Number.NaN, brotli: Number.NaN },
  opening: { requests: Number.NaN, gzip: Number.NaN, brotli: Number.NaN },
  strangers: [],
})

/** What our apps may add to React at the first load, in kB. */
const budgets = /** @type {Record<string, number>} */ ({
  latchkey: 60,
  'latchkey-four': 75,
  'latchkey-all': 75,
})

/** @param {Measured} measured @returns {Verdict[]} what was promised, and whether it holds */
export function judge({ apps, footprints, fetched, fast, slow, access, obedience }) {
  const floor = fetched.get('react')?.first.gzip ?? Number.NaN
  const adapter = slow?.get('solana-wallet-adapter')
  return apps
    .filter(({ kind }) => kind === 'ours')
    .flatMap(({ name, label }) => {
      /** @type {(text: string, holds: boolean) => Verdict} */
      const say = (text, holds) => ({ text: `${label}: ${text}`, holds })
      const added = ((fetched.get(name)?.first.gzip ?? Number.NaN) - floor) / 1000
      const packages = footprints.get(name)?.packages ?? Number.NaN
      const verdicts = [
        say(`${added.toFixed(1)} kB beyond React, at most ${budgets[name]}`, added <= (budgets[name] ?? 0)),
        say(`${packages} packages, at most 60`, packages <= 60),
        say(
          `${fetched.get(name)?.strangers.length} other hosts, none`,
          fetched.get(name)?.strangers.length === 0,
        ),
        say(
          `${access.get(name)?.nodes} elements of which axe complains, none`,
          access.get(name)?.nodes === 0,
        ),
        say(
          `a keyboard misses ${access.get(name)?.lacks.join(', ') || 'nothing'}`,
          access.get(name)?.lacks.length === 0,
        ),
        say(
          `${obedience.get(name)?.violations.length} violations of a strict policy, none`,
          obedience.get(name)?.isUsable === true && obedience.get(name)?.violations.length === 0,
        ),
      ]
      for (const [speed, times] of /** @type {const} */ ([
        ['', fast],
        [' at 4x', slow],
      ])) {
        const ratio =
          (times?.get(name)?.button ?? Number.NaN) / (times?.get('wagmi-core')?.button ?? Number.NaN)
        if (times)
          verdicts.push(
            say(`button${speed} ${ratio.toFixed(2)} times the baseline, at most 1.15`, ratio <= 1.15),
          )
      }
      if (!slow) return verdicts
      const { row = Number.NaN, blocked = Number.NaN } = slow.get(name) ?? {}
      const baseline = slow.get('wagmi-core')?.blocked ?? Number.NaN
      verdicts.push(
        say(`first wallet at 4x after ${row.toFixed(0)} ms, under 150`, row < 150),
        say(
          `blocked at 4x for ${blocked.toFixed(0)} ms: at most 1.3 times ${baseline.toFixed(0)} and below ${round(adapter?.blocked)}`,
          blocked <= baseline * 1.3 && !(blocked >= (adapter?.blocked ?? Number.POSITIVE_INFINITY)),
        ),
      )
      return verdicts
    })
}
