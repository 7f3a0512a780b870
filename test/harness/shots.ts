/** Pictures of a page as people see it: light and dark, desktop and phone. For eyes, not for comparison by machine. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { desktop, phone } from './browse.js'
import { shotsFolder } from './paths.js'

const sizes = { desktop, phone }

/** Writes `<name>.<scheme>.<size>.png` four times, for a page that follows the colours of the system. */
export async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await shootSizes(page, `${name}.${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Writes `<name>.<size>.png` twice, in the look that the page has, and leaves its size as it was. */
export async function shootSizes(page: Page, name: string): Promise<void> {
  mkdirSync(shotsFolder, { recursive: true })
  const before = page.viewportSize()
  for (const [label, size] of Object.entries(sizes)) {
    await page.setViewportSize(size)
    const path = join(shotsFolder, `${name}.${label}.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  }
  if (before) await page.setViewportSize(before)
}
