/** The endings as the tables of the documentation: one for each dependency, journeys down, faults across. */
import { type Dependency, dependencies, dependencyNames } from '../proxy/dependencies.js'
import type { Fault } from '../proxy/faults.js'
import type { Ending, Result } from './result.js'

const marks: Record<Ending['kind'], string> = { succeeded: '✓', recovered: '↻', failed: '✗', unmet: ' ' }

export function renderTable(results: readonly Result[]): string {
  const count = (kind: Ending['kind']) => results.filter(({ ending }) => ending.kind === kind).length
  const counts = `${results.length - count('unmet')} journeys under a fault: ${count('succeeded')} ✓, ${count('recovered')} ↻, ${count('failed')} ✗`
  const parts = dependencyNames.map((dependency) => part(dependency, results)).filter(Boolean)
  return [`${counts}.`, ...parts, ...failures(results)].join('\n\n')
}

function part(dependency: Dependency, all: readonly Result[]): string {
  const results = all.filter((result) => result.dependency === dependency)
  if (results.length === 0) return ''
  const line = dependencies[dependency]
  const journeys = [...new Set(results.map(({ journey }) => journey))]
  const cell = (journey: string, fault: Fault) => {
    const found = results.find((result) => result.journey === journey && result.fault === fault)
    return found ? marks[found.ending.kind] : ' '
  }
  const rows = journeys.map(
    (journey) => `| ${journey} | ${line.faults.map((fault) => cell(journey, fault)).join(' | ')} |`,
  )
  return [
    `**${dependency}**: ${line.about}`,
    '',
    `| | ${line.faults.join(' | ')} |`,
    `|---|${line.faults.map(() => ':-:|').join('')}`,
    ...rows,
    ...said(results),
  ].join('\n')
}

/** What people read when it did not go on by itself; the same text once. */
function said(results: readonly Result[]): string[] {
  const reasons = results.flatMap(({ ending }) => (ending.kind === 'recovered' ? [ending.reason] : []))
  const texts = [...new Set(reasons.map(shorten))]
  return texts.length > 0 ? ['', `Said: ${texts.map((text) => `“${text}”`).join(', ')}.`] : []
}

const shorten = (text: string) => (text.length > 90 ? `${text.slice(0, 89)}…` : text).replaceAll('|', '\\|')

function failures(results: readonly Result[]): string[] {
  return results.flatMap(({ journey, dependency, fault, ending }) =>
    ending.kind === 'failed' ? [`✗ ${journey}, ${dependency}, ${fault}: ${ending.why}`] : [],
  )
}
