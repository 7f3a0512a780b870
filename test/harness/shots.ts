/** Pictures of a page as people see it: light and dark, desktop and phone. For eyes, not for comparison by machine. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { desktop, phone } from './browse.js'
import { shotsFolder } from './paths.js'

const sizes = { desktop, phone }

/** Writes `<name>.<scheme>.<size>.png` four times and leaves the page as it was. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(shotsFolder, { recursive: true })
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [label, size] of Object.entries(sizes)) {
      await page.setViewportSize(size)
      const path = join(shotsFolder, `${name}.${colorScheme}.${label}.png`)
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
