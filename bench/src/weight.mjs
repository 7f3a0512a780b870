/** Gate and report: what each public entry point weighs in an app, held against the budgets of `weight.json`. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMain, report } from '../../scripts/gate.mjs'
import { workspaces } from '../../scripts/workspaces.mjs'
import { bundle, weighBrought } from './bundle.mjs'
import { weighCdn } from './weighCdn.mjs'
import { weighPage } from './weighPages.mjs'

/**
 * @typedef {{ modules: string[], budget: number, after?: string }} Opening modules that are loaded together later, by
 *   their ending; `after` names an opening that has come before, whose modules are not counted again
 * @typedef {object} Budget in bytes, compressed
 * @property {number} first more than this at the first load fails
 * @property {string[]} [imports] what an app imports from it; absent: everything
 * @property {string} [beside] an entry that every app with this one has too; what they share is not counted
 * @property {Record<string, Opening>} [openings]
 * @property {Record<string, string[]>} [brought] packages that the app brings, by a name for them: told, not counted
 *
 * @typedef {{ external: string[], entries: Record<string, Budget>,
 *   pages?: Record<string, import('./weighPages.mjs').PageBudget>, cdn?: import('./weighCdn.mjs').CdnBudget }} Budgets
 * @typedef {{ entry: string, first: number, lazy: import('./bundle.mjs').Part[],
 *   openings: { name: string, bytes: number, budget: number }[],
 *   brought?: { name: string, bytes: number }[] }} Weight
 */

const bench = resolve(fileURLToPath(import.meta.url), '../..')

/** @returns {string[]} every specifier that somebody may import from a published package */
export function publicEntries(rooms = workspaces()) {
  return rooms
    .filter(({ manifest }) => !manifest.private)
    .flatMap(({ name, manifest }) =>
      Object.keys(manifest.exports ?? {})
        .filter((entry) => entry !== './package.json')
        .map((entry) => name + entry.slice(1)),
    )
}

/**
 * @param {string} entry
 * @param {Budgets} budgets
 * @param {string} folder from where the entry is resolved
 * @returns {Promise<Weight>}
 */
export async function weigh(entry, budgets, folder = bench) {
  const { openings: budgeted = {}, brought, beside } = budgets.entries[entry] ?? {}
  const { external } = budgets
  /** @param {string} specifier */
  const importing = (specifier) => {
    const names = budgets.entries[specifier]?.imports
    return { specifier, ...(names && { names }) }
  }
  const app = beside === undefined ? {} : { beside: importing(beside) }
  const { first, lazy, opening } = await bundle({ ...importing(entry), ...app, folder, external })
  const there = beside === undefined ? undefined : await bundle({ ...importing(beside), folder, external })
  const known = new Set(there?.lazy.flatMap(({ modules }) => modules))
  const openings = Object.entries(budgeted)
  const others = brought && (await weighBrought({ ...importing(entry), folder, external, brought }))
  return {
    entry,
    first: first - (there?.first ?? 0),
    lazy: lazy.filter(({ modules }) => modules.some((module) => !known.has(module))),
    openings: openings.map(([name, { modules, budget, after }]) => {
      const before = after === undefined ? [] : modulesOf(budgeted, after)
      return { name, bytes: opening([...before, ...modules]) - opening(before), budget }
    }),
    ...(others && { brought: others }),
  }
}

/**
 * @param {Record<string, Opening>} openings
 * @param {string} name
 * @returns {string[]} its modules, and those of what comes before it
 */
function modulesOf(openings, name) {
  const found = openings[name]
  if (!found) throw new Error(`there is no opening ${name}`)
  return [...(found.after === undefined ? [] : modulesOf(openings, found.after)), ...found.modules]
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/**
 * @param {readonly Weight[]} weights
 * @param {Budgets} budgets
 * @returns {string[]}
 */
export function weightBreaches(weights, budgets) {
  const over = weights.flatMap(({ entry, first, openings }) => {
    const budget = budgets.entries[entry]
    if (!budget) return [`${entry} has no budget in weight.json`]
    const tooHeavy = openings.filter(({ bytes, budget: most }) => bytes > most)
    return [
      ...(first > budget.first
        ? [`${entry} weighs ${kilobytes(first)}; its budget is ${kilobytes(budget.first)}`]
        : []),
      ...tooHeavy.map(
        ({ name, bytes, budget: most }) =>
          `${entry}, ${name}: ${kilobytes(bytes)} on top of the first load; the budget is ${kilobytes(most)}`,
      ),
    ]
  })
  const weighed = new Set(weights.map(({ entry }) => entry))
  const gone = Object.keys(budgets.entries).filter((entry) => !weighed.has(entry))
  return [...over, ...gone.map((entry) => `weight.json has a budget for ${entry}, which is no entry point`)]
}

/**
 * @param {Budgets} budgets
 * @returns {{ lines: string[], breaches: string[] }} of pages and files of ours, which nobody imports
 */
export function pageWeights({ pages = {}, cdn }, root = resolve(bench, '..')) {
  const weighed = [
    ...Object.entries(pages).map(([name, budget]) => ({
      name,
      bytes: weighPage(budget, root),
      most: budget.first,
    })),
    ...(cdn ? weighCdn(cdn, root) : []),
  ]
  return {
    lines: weighed.map(({ name, bytes, most }) => `${name}: ${kilobytes(bytes)} of ${kilobytes(most)}`),
    breaches: weighed
      .filter(({ bytes, most }) => bytes > most)
      .map(({ name, bytes, most }) => `${name} weighs ${kilobytes(bytes)}; its budget is ${kilobytes(most)}`),
  }
}

/**
 * @param {readonly Weight[]} weights
 * @param {Budgets} budgets
 */
function table(weights, budgets) {
  const width = Math.max(...weights.map(({ entry }) => entry.length))
  return weights.flatMap(({ entry, first, lazy, openings, brought = [] }) => {
    const { first: most } = budgets.entries[entry] ?? {}
    const later = lazy.reduce((sum, { bytes }) => sum + bytes, 0)
    const parts = lazy.length > 0 ? `, ${kilobytes(later)} in ${lazy.length} lazy parts` : ''
    return [
      `${entry.padEnd(width)} ${kilobytes(first).padStart(9)} of ${most ? kilobytes(most) : 'no budget'}${parts}`,
      ...openings.map(
        ({ name, bytes, budget }) =>
          `${`  ${name}`.padEnd(width)} ${`+${kilobytes(bytes)}`.padStart(9)} of ${kilobytes(budget)}`,
      ),
      ...brought.map(
        ({ name, bytes }) =>
          `${`  ${name}`.padEnd(width)} ${kilobytes(bytes).padStart(9)} that the app brings`,
      ),
      ...(process.argv.includes('--parts')
        ? lazy.map(({ name, bytes }) => `${`    ${name}`.padEnd(width)} ${kilobytes(bytes).padStart(9)}`)
        : []),
    ]
  })
}

if (isMain(import.meta.url)) {
  /** @type {Budgets} */
  const budgets = JSON.parse(readFileSync(join(bench, 'weight.json'), 'utf8'))
  /** @type {Weight[]} */
  const weights = []
  /** @type {string[]} */
  const broken = []
  for (const entry of publicEntries()) {
    try {
      weights.push(await weigh(entry, budgets))
    } catch (error) {
      const [, reason = String(error)] = /\] (.*)/.exec(String(error)) ?? []
      broken.push(`${entry} cannot be weighed: ${reason}`)
    }
  }
  const pages = pageWeights(budgets)
  console.log([...table(weights, budgets), ...pages.lines].join('\n'))
  const breaches = [
    ...broken,
    ...(broken.length > 0 ? [] : weightBreaches(weights, budgets)),
    ...pages.breaches,
  ]
  report(breaches, `${weights.length} entry points within their budgets`)
}
