/** Asks axe-core about a page, or about the modal of a stage. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Stage } from './stage.js'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Asked {
  /** A selector; all of the page without it. */
  readonly within?: string
  /** Absent for all of them. */
  readonly rules?: string[] | undefined
}

/** What breaks a rule, and where. */
export async function axeIn(page: Page, { within = 'html', rules }: Asked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options: RunOptions = { resultTypes: ['violations'], elementRef: false }
  const asked = rules ? { ...options, runOnly: { type: 'rule' as const, values: rules } } : options
  return page.evaluate(runAxe, [within, asked] as const)
}

/** Of the modal, on a page whose clock stands still. */
export const axeOn = (stage: Stage, rules?: string[]): Promise<string[]> =>
  stage.during(axeIn(stage.page, { within: 'latchkey-modal', rules }))

/** Runs in the page. */
async function runAxe([include, options]: readonly [string, RunOptions]): Promise<string[]> {
  // The library puts itself there.
  const { axe } = window as unknown as { axe: { run(on: object, options: RunOptions): Promise<AxeResults> } }
  const { violations } = await axe.run({ include }, options)
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)
}
