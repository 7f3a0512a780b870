/** Asks axe-core whether a page can be used by everyone (WCAG 2.2 A and AA), shadow roots included. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Finding {
  id: string
  help: string
  at: string[]
}

/** `within`: the part of the page that is looked at; all of it when absent. */
export async function findBarriers(page: Page, { within }: { within?: string } = {}): Promise<Finding[]> {
  const axe = new AxeBuilder({ page }).withTags(standards)
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page), 'accessibility findings').toEqual([])
}
