/** Asks whether a page fits its window. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Nothing sticks out sideways. Polled, because a resize reaches the page a moment after it was asked for. */
export async function expectFits(page: Page): Promise<void> {
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overhang).toBeLessThanOrEqual(0)
}
