/** Plays the wallet's own pages in a browser: the built ones, with answers in the place of their server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { during } from '../../../scripts/a11y/checks.mjs'
import { movements } from '../../../scripts/a11y/measure.mjs'
import { readLanguages, wordFiles } from '../wordFiles.js'
import type { Hand, Scene } from './scene.js'
import { type Serving, serve } from './serve.js'
import { pseudo, sayIn, wordsIn } from './words.js'
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
  /** Plays a scene on a page that nobody else has meanwhile. */
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
    // Asked before the product's own: one language more, with a hash like the others.
    plugins: [{ ...wordFiles(withPseudo), enforce: 'pre' }],
    // Beside the pages of the product: what the frame draws, without an app around it.
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: ['a11y/panel.html'] } },
  })
  const executablePath = process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const free: Seat[] = []
  return {
    async play(scene, language, work) {
      const at = free.findIndex((each) => each.playing.language === language)
      const playing = { folder, scene, language, complaints: [] }
      const seat = free.splice(at, at < 0 ? 0 : 1)[0] ?? (await openSeat(browser, playing))
      seat.playing = playing
      try {
        return await playOn(seat, work)
      } catch (error) {
        // Nobody knows what state it is in.
        seat.isUsed = true
        throw error
      } finally {
        // One that cannot be made fresh is not used again.
        const isFresh = !seat.isUsed && (await freshen(seat))
        if (isFresh) free.push(seat)
        else await seat.context.close()
      }
    },
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const withPseudo = () => [...readLanguages(), { code: pseudo, source: JSON.stringify(wordsIn(pseudo)) }]

/** A page takes longer to open than most scenes to play, so the next one has it, if nothing can tell. */
interface Seat {
  readonly context: BrowserContext
  readonly page: Page
  playing: Serving
  /** Its clock has moved, or it has what cannot be taken away. */
  isUsed: boolean
}

const desktop = { width: 1280, height: 800 }

async function openSeat(browser: Browser, playing: Serving): Promise<Seat> {
  const { language } = playing
  const context = await browser.newContext({
    viewport: desktop,
    reducedMotion: 'reduce',
    // To the browser the pseudo language is English: it has no names of months for it.
    locale: language === 'en' || language === pseudo ? 'en-US' : language,
    timezoneId: 'UTC',
  })
  context.setDefaultTimeout(patience)
  await context.addInitScript(standStill)
  if (language === pseudo) await context.addInitScript(readOnly, pseudo)
  await context.clock.install({ time: noon - 60_000 })
  await context.clock.pauseAt(noon)
  const page = await context.newPage()
  const seat: Seat = { context, page, playing, isUsed: false }
  await context.route('**/*', (route) => serve(route, seat.playing))
  page.on('pageerror', (error) => seat.playing.complaints.push(`error: ${error.message}`))
  return seat
}

/** Leaves the page, and takes away what the scene has kept; false where that fails. */
async function freshen({ context, page }: Seat): Promise<boolean> {
  try {
    await page.goto('about:blank')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devtools.detach()
    await page.setViewportSize(desktop)
    return true
  } catch {
    return false
  }
}

async function playOn<T>(seat: Seat, work: (played: Played) => Promise<T>): Promise<T> {
  const { page, playing } = seat
  const { scene, language, complaints } = playing
  if (scene.hasAuthenticator) {
    seat.isUsed = true
    await addAuthenticator(page)
  }
  const hand = handOn(seat, language)
  await page.goto(`${origin}/${scene.page}${scene.query ?? ''}${scene.hash ?? ''}`)
  await scene.play?.(hand)
  const [key, slots] = typeof scene.shows === 'string' ? [scene.shows] : scene.shows
  await hand.see(key, slots)
  const moved = await page.evaluate(movements, place)
  const played: Played = {
    page,
    complaints,
    moved,
    during(wait) {
      seat.isUsed = true
      return during(page, wait)
    },
  }
  return work(played)
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

/** Runs in the page, before its own code. */
function readOnly(language: string): void {
  Object.defineProperty(navigator, 'languages', { value: [language] })
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

/** A short word of one button may be part of a long one of another. */
const beginsWith = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

function handOn(seat: Seat, language: string): Hand {
  const { page } = seat
  const say = sayIn(language)
  /** Directions of what was filled in are marked by letters that nobody sees. */
  const found = (key: string, slots?: Parameters<typeof say>[1]) => page.getByText(say(key, slots)).first()
  const button = (key: string) =>
    page.getByRole('button', { name: beginsWith(say(key)) }).and(page.locator(':not([aria-disabled=true])'))
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
    pass(ms) {
      seat.isUsed = true
      return page.clock.runFor(ms)
    },
  }
}
