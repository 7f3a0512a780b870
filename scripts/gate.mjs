/** What every gate script shares: how it knows that it was started, and how it tells its result. */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * True when the module at `url` is the script that Node was started with.
 *
 * @param {string} url
 */
export function isMain(url) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === fileURLToPath(url)
}

/**
 * Prints the breaches and fails, or prints the summary.
 *
 * @param {readonly string[]} breaches
 * @param {string} summary
 */
export function report(breaches, summary) {
  for (const breach of breaches) console.error(`✗ ${breach}`)
  if (breaches.length === 0) console.log(summary)
  else console.error(`${breaches.length} ${breaches.length === 1 ? 'breach' : 'breaches'}`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
