/**
 * Report: how fast the directory is searched, beside a plain scan of the list that gives the same answers.
 * `npm run bench:directory` fails where an answer differs, or where 1 question in 100 takes 5 ms or longer.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = resolve(fileURLToPath(import.meta.url), '../../..')
const gateway = join(root, 'apps/gateway')
const target = 5

/** @typedef {{ name: string, slug: string, rdns: readonly string[], homepage: string | null }} Wallet */

/** @param {string} source a file of the gateway @param {string} file where it is built to */
async function load(source, file) {
  const bundle = await rolldown({
    input: join(gateway, 'src/directory', source),
    platform: 'node',
    resolve: { conditionNames: ['@latchkey/source', 'import', 'node', 'default'] },
  })
  await bundle.write({ file, format: 'esm' })
  return import(pathToFileURL(file).href)
}

/** The same numbers in every run. @param {number} seed */
function random(seed) {
  let state = seed
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** @param {string} text @param {(below: number) => number} pick */
function slip(text, pick) {
  const at = pick(Math.max(1, text.length - 1))
  const letter = String.fromCodePoint(97 + pick(26))
  const ways = [
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + letter + text.slice(at),
    () => text.slice(0, at) + letter + text.slice(at + 1),
    () => text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2),
  ]
  return (ways[pick(ways.length)] ?? ways[0])?.() ?? text
}

/** What people type into the field, letter by letter and with slips. @param {readonly Wallet[]} wallets */
function questions(wallets) {
  const pick = random(7)
  const asked = wallets.flatMap(({ name, rdns, slug }) => [
    name,
    name.toUpperCase(),
    slug,
    ...rdns,
    ...[1, 2, 3, 5, 8].map((length) => name.slice(0, length)),
    ...name.split(' '),
    slip(name.toLowerCase(), pick),
    slip(slip(name.toLowerCase(), pick), pick),
  ])
  // Every third: a scan is slow, and a bench that nobody waits for is of no use.
  const some = asked.filter((_, at) => at % 3 === 0)
  return [...some, 'wallet', 'a', 'nobody has this name', 'x'.repeat(100), '钱包', '{}', 'w a l l e t']
}

/** The plainest way to the same answer: every name is read anew for every question. */
function createScan(/** @type {readonly Wallet[]} */ wallets, /** @type {any} */ { plainText, slips }) {
  return (/** @type {string} */ typed) => {
    const text = plainText(typed)
    if (text === '') return []
    const joined = text.replaceAll(' ', '')
    const raw = typed.trim().toLowerCase()
    const ranked = wallets.map((wallet, index) => ({ index, rank: rankOf(wallet, { text, joined, raw }) }))
    const found = ranked.filter(({ rank }) => rank < 4)
    const most = joined.length < 4 ? 0 : joined.length < 8 ? 1 : 2
    const near = () =>
      wallets
        .map((wallet, index) => {
          const name = plainText(wallet.name)
          const whole = name.replaceAll(' ', '')
          const meant = [whole, whole.slice(0, joined.length), ...name.split(' ')]
          return { index, rank: 4 + Math.min(...meant.map((word) => slips(joined, word, most))) }
        })
        .filter(({ rank }) => rank <= 4 + most)
    const answer = found.length === 0 && most > 0 ? near() : found
    return answer.sort((a, b) => a.rank - b.rank || a.index - b.index).map(({ index }) => index)
  }

  /** @param {Wallet} wallet @param {{ text: string, joined: string, raw: string }} asked */
  function rankOf({ name, slug, rdns, homepage }, { text, joined, raw }) {
    const plain = plainText(name)
    const whole = plain.replaceAll(' ', '')
    const host = homepage ? new URL(homepage).hostname.replace(/^www\./, '') : ''
    if ([name.toLowerCase(), slug, host, ...rdns].includes(raw) || whole === joined) return 0
    if (whole.startsWith(joined)) return 1
    const words = plain.split(' ')
    if (
      text
        .split(' ')
        .every((/** @type {string} */ start) =>
          words.some((/** @type {string} */ word) => word.startsWith(start)),
        )
    )
      return 2
    return joined.length > 1 && whole.includes(joined) ? 3 : 4
  }
}

/**
 * Each question is asked several times and its best time counts: what others do on the machine meanwhile is not what is
 * measured. The first round is for the compiler.
 * @param {readonly string[]} asked @param {(text: string) => unknown} answer
 */
function measure(asked, answer, rounds = 3) {
  const best = asked.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round <= rounds; round += 1) {
    asked.forEach((text, at) => {
      const before = process.hrtime.bigint()
      answer(text)
      const time = Number(process.hrtime.bigint() - before) / 1e6
      if (round > 0 && time < (best[at] ?? 0)) best[at] = time
    })
  }
  const sorted = best.toSorted((a, b) => a - b)
  const at = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return {
    mean: best.reduce((sum, time) => sum + time, 0) / best.length,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  }
}

const cache = join(root, '.cache/bench')
mkdirSync(cache, { recursive: true })
const { createDirectory } = await load('directory.ts', join(cache, 'directory.mjs'))
const searching = await load('search.ts', join(cache, 'search.mjs'))
const { readStoredWallets } = await load('stored.ts', join(cache, 'stored.mjs'))

const folder = join(gateway, 'data/directory')
/** @type {readonly Wallet[]} */
const wallets = readStoredWallets(folder)
const directory = createDirectory({ folder })
const search = searching.createSearch(wallets)
const scan = createScan(wallets, searching)
const asked = questions(wallets)

const differing = asked.filter((text) => JSON.stringify(search(text)) !== JSON.stringify(scan(text)))
const results = {
  'index, positions only': measure(asked, search),
  'whole answer, 100 entries': measure(asked, (text) =>
    directory.list({ page: 1, entries: 100, search: text }),
  ),
  'plain scan, positions only': measure(asked, scan),
}

const row = (/** @type {readonly string[]} */ cells) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(10))).join('')
const lines = Object.entries(results).map(([name, { mean, p50, p99, max }]) =>
  row([name, ...[mean, p50, p99, max].map((time) => `${time.toFixed(3)} ms`)]),
)
const {
  'index, positions only': own,
  'plain scan, positions only': plain,
  'whole answer, 100 entries': whole,
} = results
process.stdout.write(`${asked.length} questions about ${wallets.length} wallets, Node ${process.version}
${row(['', 'mean', 'p50', 'p99', 'slowest'])}
${lines.join('\n')}
A scan takes ${(plain.mean / own.mean).toFixed(1)} times as long as the index on average, ${(plain.p99 / own.p99).toFixed(1)} times at p99.
Answers that differ: ${differing.length}${differing.length > 0 ? ` (${differing.slice(0, 5).join(', ')})` : ''}
p99 of a whole answer: ${whole.p99.toFixed(3)} ms, target under ${target} ms: ${whole.p99 < target ? 'met' : 'missed'}
`)
if (differing.length > 0 || whole.p99 >= target) process.exitCode = 1
