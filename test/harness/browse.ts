/** The `test` of every browser journey: a browser per file, a clean context per test, complaints collected. */
import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { type Problems, watchProblems } from './problems.js'

const executables = [
  process.env.LATCHKEY_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]

async function launch(): Promise<Browser> {
  const executablePath = executables.find((path) => path && existsSync(path))
  if (!executablePath)
    throw new Error('no Chromium found; install it (`apt-get install chromium`) or set LATCHKEY_CHROMIUM')
  return chromium.launch({
    executablePath,
    // Names outside this machine do not resolve: a request that slips through the collector still goes nowhere.
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost'],
  })
}

export interface VisitOptions extends BrowserContextOptions {
  /** Origins the page may talk to besides its own. */
  origins?: readonly string[]
}

export interface Visited {
  page: Page
  problems: Problems
}

/** Opens an address in a context of its own. */
export type Visit = (address: string, options?: VisitOptions) => Promise<Visited>

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/** Of one place on a page: what stands in the way is near its beginning. */
const mostWords = 4000

/** Prints what every page of a context shows, as a screen reader has it: what is in front of the rest first. */
async function tellScreens(context: BrowserContext, name: string): Promise<void> {
  for (const page of context.pages()) {
    // A modal stands in the top layer, which is no part of the body's words; a frame is a page of its own.
    const modals = page.getByRole('dialog')
    const count = await modals.count().catch(() => 0)
    const frames = page.frames().filter((frame) => frame !== page.mainFrame())
    const places = [
      ...Array.from({ length: count }, (_, index) => modals.nth(index)),
      ...frames.map((frame) => frame.locator('body')),
      page.locator('body'),
    ]
    const words = await Promise.all(
      places.map((place) =>
        place.ariaSnapshot({ timeout: 2000 }).catch((cause: unknown) => `nothing: ${cause}`),
      ),
    )
    const told = words.map((text) => text.slice(0, mostWords)).join('\n')
    console.error(`${name}: ${page.url().slice(0, 120)} showed\n${told}`)
  }
}

export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from this pattern.
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launch()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('visit', async ({ browser, task }, { onCleanup }): Promise<Visit> => {
    const visits: Visited[] = []
    onCleanup(async () => {
      // Where nobody can look at the screen, its words tell what stood in the way.
      if (task.result?.state === 'fail') {
        for (const { page } of visits) await tellScreens(page.context(), task.name)
      }
      for (const { page } of visits) await page.context().close()
      const complaints = visits.flatMap(({ problems }) => problems.unexpected())
      expect(complaints, 'complaints of the page that the test did not announce').toEqual([])
    })
    const { playground, wallet } = inject('origins')
    return async (address, { origins = [], ...options } = {}) => {
      const context = await browser.newContext({ viewport: desktop, ...options })
      context.setDefaultTimeout(20_000)
      const { origin } = new URL(address)
      // The demo app embeds the wallet's frame.
      const own = origin === playground ? [origin, wallet] : [origin]
      const problems = await watchProblems(context, { origins: [...own, ...origins] })
      const page = await context.newPage()
      const visited = { page, problems }
      visits.push(visited)
      await page.goto(address)
      return visited
    }
  })
  .extend('origins', () => inject('origins'))

export { expect }
