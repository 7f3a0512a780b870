/** The built playground in a real browser, under the policy it is served with. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'
import { build, type PreviewServer, preview } from 'vite'

export interface Playground {
  /** Opens the page; what it complains about is collected. */
  open(options?: BrowserContextOptions, where?: Where): Promise<Opened>
  close(): Promise<void>
}

export interface Opened {
  readonly page: Page
  readonly complaints: string[]
  /** What it has asked for and not got yet, from its first request on. */
  readonly underWay: ReadonlySet<Request>
}

export interface Where {
  /** A page of the playground beside its first. */
  readonly path?: string
  /** What its clock says; it then stands still until it is moved on. */
  readonly now?: Date
}

export async function startPlayground(): Promise<Playground> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-playground-'))
  const shared = {
    root: import.meta.dirname,
    logLevel: 'silent',
    build: { outDir: folder },
  } as const
  await build({ ...shared, build: { outDir: folder, emptyOutDir: true } })
  const server = await preview({ ...shared, preview: { port: 0, host: '127.0.0.1' } })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  return {
    open: (options, where) => openPage(browser, addressOf(server), options, where),
    async close() {
      await browser.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
  { path = '', now }: Where = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  const underWay = new Set<Request>()
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  page.on('request', (request) => {
    underWay.add(request)
    if (!request.url().startsWith(address)) complaints.push(`foreign request: ${request.url()}`)
  })
  await page.exposeFunction('reportViolation', (text: string) => complaints.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(`${effectiveDirective} ${blockedURI}`)
    })
  })
  if (now) {
    // A clock only goes forward, and it runs until it is told to stop.
    await page.clock.install({ time: now.getTime() - 60_000 })
    await page.clock.pauseAt(now)
  }
  await page.goto(`${address}${path}`)
  return { page, complaints, underWay }
}

function addressOf(server: PreviewServer): string {
  const [address] = server.resolvedUrls?.local ?? []
  if (!address) throw new Error('The preview server has no address')
  return address
}

const chromiumPath = () => process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'

/** Plays a scene of the page and waits until its modal is there. */
export async function playScene(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** The element that has the focus, however many shadow roots deep: its label or its text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  })
}

/** Counts from now on how often the modal shakes: a shake is over before a slow machine looks at it. */
export async function countShakes(page: Page): Promise<() => Promise<number>> {
  const seen = await page.getByRole('dialog').evaluateHandle((dialog) => {
    const shakes = { count: 0 }
    const note = (records: readonly MutationRecord[]) => {
      const set = records.filter(
        ({ target }) => target instanceof Element && target.hasAttribute('data-shaking'),
      )
      shakes.count += set.length
    }
    const options = { attributes: true, attributeFilter: ['data-shaking'], subtree: true }
    new MutationObserver(note).observe(dialog, options)
    return shakes
  })
  return () => seen.evaluate(({ count }) => count)
}
