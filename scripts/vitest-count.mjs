/** Counts single tests in the report of Vitest's JSON reporter; a run that proves nothing counts as a failure. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, reasons: string[], tests?: string[] }} Count `tests`: the
 *   names of those that failed
 * @typedef {{ status: string, fullName?: string }} Assertion
 * @typedef {{ name: string, status: string, message?: string, assertionResults?: Assertion[] }} TestFile
 */

/**
 * @param {string} file where the report was to be written
 * @param {number} code the exit code of Vitest
 * @returns {Count}
 */
export function countVitest(file, code) {
  /** @type {TestFile[]} */
  let files
  try {
    files = JSON.parse(readFileSync(file, 'utf8')).testResults
  } catch {
    return { passed: 0, failed: 1, skipped: 0, reasons: ['Vitest wrote no report: it crashed or was ended'] }
  }
  const tests = files.flatMap((one) => one.assertionResults ?? [])
  /** @param {string} status */
  const count = (status) => tests.filter((test) => test.status === status).length
  // A file that fails outside its tests (an import, a hook) has no failed test to be counted by.
  const brokenFiles = files.filter(
    (one) => one.status === 'failed' && !one.assertionResults?.some((test) => test.status === 'failed'),
  )
  const reasons = brokenFiles.map((one) => `${one.name} failed outside its tests`)
  if (tests.length === 0 && reasons.length === 0) reasons.push('no test was collected')
  const failedTests = count('failed')
  if (code !== 0 && failedTests === 0 && reasons.length === 0) {
    reasons.push(`Vitest ended with exit code ${code} although no test failed (an unhandled error?)`)
  }
  const passed = count('passed')
  return {
    passed,
    failed: failedTests + reasons.length,
    skipped: tests.length - passed - failedTests,
    reasons,
    tests: files.flatMap(({ name, assertionResults = [] }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName = '' }) => `${basename(name)} > ${fullName}`),
    ),
  }
}
