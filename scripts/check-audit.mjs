/**
 * Gate: `npm audit` finds nothing, or only what docs/supply-chain.md explains; and the page explains nothing that is
 * gone. A registry that cannot answer (no network, a mirror without advisories) leaves the question open, and says so.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, report } from './gate.mjs'
import { root } from './install.mjs'
import { npmCommand, run } from './run.mjs'

/**
 * @typedef {{ id: string, package: string, severity: string, title: string }} Finding
 * @typedef {{ source?: number, name?: string, title?: string, url?: string, severity?: string }} Advisory
 * @typedef {{ vulnerabilities?: Record<string, { via?: (string | Advisory)[] }> }} AuditReport
 */

/**
 * @param {string} output of `npm audit --json`, which may begin with warnings
 * @returns {Finding[] | undefined} undefined where nobody answered
 */
export function findingsOf(output) {
  /** @type {AuditReport} */
  let answer
  try {
    answer = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
  if (!answer.vulnerabilities) return undefined
  /** @type {Map<string, Finding>} */
  const found = new Map()
  for (const { via = [] } of Object.values(answer.vulnerabilities))
    for (const advisory of via) {
      // A text names another package of the list, which has the advisory itself.
      if (typeof advisory === 'string') continue
      const id = /GHSA(?:-[0-9a-z]{4}){3}/.exec(advisory.url ?? '')?.[0] ?? String(advisory.source ?? '')
      const { name = '', severity = '', title = '' } = advisory
      found.set(id, { id, package: name, severity, title })
    }
  return [...found.values()]
}

/** @param {string} page */
export const explainedIn = (page) =>
  [...page.matchAll(/^\| (GHSA(?:-[0-9a-z]{4}){3}|\d+) \|/gm)].map(([, id = '']) => id)

/**
 * @param {readonly Finding[]} findings
 * @param {readonly string[]} explained
 */
export function auditBreaches(findings, explained) {
  const open = findings
    .filter(({ id }) => !explained.includes(id))
    .map(
      ({ id, package: name, severity, title }) => `${name}: ${title} (${severity}, ${id}) is not explained`,
    )
  const gone = explained
    .filter((id) => !findings.some((finding) => finding.id === id))
    .map((id) => `docs/supply-chain.md explains ${id}, which is not found any more`)
  return [...open, ...gone]
}

if (isMain(import.meta.url)) {
  const npm = npmCommand()
  const args = [...npm.args, 'audit', '--json', '--package-lock-only', '--fetch-retries=0']
  const { output } = await run(npm.command, args, { cwd: root, timeout: 30_000 })
  const findings = findingsOf(output)
  const explained = explainedIn(readFileSync(join(root, 'docs/supply-chain.md'), 'utf8'))
  if (findings) report(auditBreaches(findings, explained), `${findings.length} findings, each explained`)
  else report([], 'the registry did not answer: nothing is known about advisories')
}
