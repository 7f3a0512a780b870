/**
 * Plays the wallet's own pages in a browser, with answers in the place of its server. The pages are the built ones, and
 * every answer is held against the table of the API: a scene shows nothing that a server could not lead to.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import {
  type WalletErrorBody,
  type WalletRouteName,
  walletApiBase,
  walletErrors,
  walletRoutes,
} from '@latchkey/spec/walletApi'
import { type Browser, chromium, type Page, type Route } from 'playwright-core'
import * as v from 'valibot'
import { build } from 'vite'
import { during } from '../../../scripts/a11y/checks.mjs'
import { movements } from '../../../scripts/a11y/measure.mjs'
import { fillKit, kitTemplatePath } from '../src/kit/template.js'
import { type Answer, type Hand, type Scene } from './scene.js'
import { sayIn } from './words.js'
import { noon, origin } from './world.js'

/** Where the checks look. */
export const place = {
  box: 'body',
  shaped: '.action:not([data-look=plain]), .choice, form button',
} as const

/** Longer than a page takes on a busy machine; then it says what it looked for. */
const patience = 15_000

export interface Played {
  readonly page: Page
  readonly complaints: readonly string[]
  /** What moved although the person asked for none. */
  readonly moved: readonly string[]
  during<T>(work: Promise<T>): Promise<T>
}

export interface WalletStage {
  /** Plays a scene on a page of its own, and closes it when the work is done. */
  play<T>(scene: Scene, language: string, work: (played: Played) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openWalletStage(): Promise<WalletStage> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
  const root = join(import.meta.dirname, '..')
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    // Beside the pages of the product: what the frame draws, without an app around it.
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: ['a11y/panel.html'] } },
  })
  const executablePath = process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  return {
    play: (scene, language, work) => playOn(browser, { folder, scene, language }, work),
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Setting {
  readonly folder: string
  readonly scene: Scene
  readonly language: string
}

async function playOn<T>(
  browser: Browser,
  { folder, scene, language }: Setting,
  work: (played: Played) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: language === 'en' ? 'en-US' : language,
    timezoneId: 'UTC',
  })
  try {
    const complaints: string[] = []
    context.setDefaultTimeout(patience)
    await context.addInitScript(standStill)
    await context.clock.install({ time: noon - 60_000 })
    await context.clock.pauseAt(noon)
    await context.route('**/*', (route) => serve(route, { folder, scene, complaints }))
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
    if (scene.hasAuthenticator) await addAuthenticator(page)
    const hand = handOn(page, language)
    await page.goto(`${origin}/${scene.page}${scene.query ?? ''}${scene.hash ?? ''}`)
    await scene.play?.(hand)
    const [key, slots] = typeof scene.shows === 'string' ? [scene.shows] : scene.shows
    await hand.see(key, slots)
    const moved = await page.evaluate(movements, place)
    return await work({ page, complaints, moved, during: (wait) => during(page, wait) })
  } finally {
    await context.close()
  }
}

/** Runs in the page, before its own code. */
function standStill(): void {
  // Whoever looks at a page that waits has all the time of the world.
  AbortSignal.timeout = () => new AbortController().signal
  // A code that is made reads the same in every run; what goes to a worker is made there.
  crypto.getRandomValues = (array) => {
    if (ArrayBuffer.isView(array)) new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(0x5a)
    return array
  }
}

async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

function handOn(page: Page, language: string): Hand {
  const say = sayIn(language)
  /** Directions of what was filled in are marked by letters that nobody sees. */
  const found = (key: string, slots?: Parameters<typeof say>[1]) => page.getByText(say(key, slots)).first()
  const button = (key: string) =>
    page.getByRole('button', { name: say(key) }).and(page.locator(':not([aria-disabled=true])'))
  return {
    page,
    say,
    see: (key, slots) => found(key, slots).waitFor(),
    async press(key, at = 0) {
      await button(key).nth(at).click()
    },
    fill: (key, text, slots) => page.getByLabel(say(key, slots)).fill(text),
    async tickAll() {
      for (const box of await page.getByRole('checkbox').all()) await box.check()
    },
    pass: (ms) => page.clock.runFor(ms),
  }
}

interface Serving {
  readonly folder: string
  readonly scene: Scene
  readonly complaints: string[]
}

async function serve(route: Route, { folder, scene, complaints }: Serving): Promise<void> {
  const request = route.request()
  const url = new URL(request.url())
  if (url.origin !== origin) {
    complaints.push(`foreign request: ${request.url()}`)
    return route.abort()
  }
  if (url.pathname.startsWith(walletApiBase)) {
    const name = routeOf(request.method(), url.pathname.slice(walletApiBase.length))
    const answer = name && (scene.answers?.[name] ?? usual[name])
    if (!answer) {
      complaints.push(`nobody expected ${request.method()} ${url.pathname}`)
      return route.abort()
    }
    // The table types both ends; the lookup loses it.
    const told = await (answer as Answer)({ body: request.postDataJSON() })
    // The context is closed with it.
    if (told === 'never') return
    return route.fulfill(responseOf(name, told))
  }
  if (url.pathname === '/kit') {
    const template = readFileSync(join(folder, kitTemplatePath.slice(1)), 'utf8')
    return route.fulfill({ contentType: 'text/html', body: fillKit(template, await scene.kit?.()) })
  }
  const path = pathOf(folder, url.pathname)
  if (path === undefined) {
    complaints.push(`there is no ${url.pathname}`)
    return route.fulfill({ status: 404 })
  }
  return route.fulfill({ path, contentType: types[extname(path)] ?? 'application/octet-stream' })
}

/** What most scenes answer, and none shows. */
const usual: Partial<Record<WalletRouteName, Answer>> = {
  nonceRead: () => ({}),
  windowResult: () => ({}),
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
}

function pathOf(folder: string, pathname: string): string | undefined {
  const wanted = pathname === '/' ? '/index.html' : pathname
  return [wanted, `${wanted}.html`].map((name) => join(folder, name)).find((path) => existsSync(path))
}

const routes = Object.entries(walletRoutes).map(([name, { method, path }]) => ({
  // The keys of an object are texts, and its own.
  name: name as WalletRouteName,
  method,
  shape: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

const routeOf = (method: string, path: string): WalletRouteName | undefined =>
  routes.find((each) => each.method === method && each.shape.test(path))?.name

function responseOf(name: WalletRouteName, told: Exclude<Awaited<ReturnType<Answer>>, 'never'>) {
  const headers = { 'dpop-nonce': 'nonce' }
  if (!('refused' in told)) return { headers, json: v.parse(walletRoutes[name].response, told) }
  const { refused, ...more } = told
  const { status, text } = walletErrors[refused]
  const json: WalletErrorBody = { error: { code: refused, message: text, ...more } }
  return { status, headers, json }
}
