/** A browser in which every app is met in the same way: empty, with one wallet, and no way out to the internet. */
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findChromium } from '../../../scripts/browser.mjs'

/**
 * @typedef {object} Rig
 * @property {Awaited<ReturnType<typeof import('./site.mjs').startSite>>} site
 * @property {Awaited<ReturnType<typeof import('./internet.mjs').startInternet>>} internet
 *
 * @typedef {object} Visit
 * @property {import('playwright-core').BrowserContext} context
 * @property {import('playwright-core').Page} page
 * @property {() => Promise<void>} go loads the page and waits until its button is visible
 * @property {(by?: 'pointer' | 'keyboard') => Promise<void>} openModal presses the button and waits for the first wallet
 */

const probe = readFileSync(new URL('./probe.js', import.meta.url), 'utf8')

function chromiumPath() {
  const path = findChromium()
  if (!path) throw new Error('There is no Chromium here. Install one, or name it by LATCHKEY_CHROMIUM.')
  return path
}

/**
 * Asks from outside: the browser's own way to wait inside the page would break a strict policy.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} condition
 * @param {{ app: import('./apps.mjs').App, patience: number }} options milliseconds
 */
async function until(page, condition, { app, patience }) {
  const end = Date.now() + patience
  while (!(await page.evaluate(condition))) {
    if (Date.now() > end) throw new Error(`${app.name}: waited in vain for ${condition}`)
    await page.waitForTimeout(100)
  }
}

/** @param {Rig} rig */
export function launch({ internet }) {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--ignore-certificate-errors',
      `--host-resolver-rules=${internet.resolverRules}`,
    ],
  })
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Rig} rig
 * @param {import('./apps.mjs').App} app
 * @param {{ policy?: string, patience?: number }} [options]
 * @returns {Promise<Visit>}
 */
export async function visit(browser, { site }, app, { policy, patience = 60_000 } = {}) {
  site.show(app.name, policy)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ignoreHTTPSErrors: true,
  })
  const page = await context.newPage()
  const told = JSON.stringify({ button: app.button })
  // Frames of the app's own get no probe.
  await page.addInitScript(`if (window === top) { globalThis.peerPage = ${told}; ${probe} }`)
  return {
    context,
    page,
    async go() {
      await page.goto(site.url, { waitUntil: 'commit' })
      await until(page, 'globalThis.peerProbe?.buttonAt !== undefined', { app, patience })
    },
    async openModal(by = 'pointer') {
      const button = `peerProbe.find(${JSON.stringify(app.button)})`
      // Some put another one in its place when they have found their wallets.
      await until(page, `${button} !== undefined`, { app, patience })
      await page.evaluate(`peerProbe.awaitClick(${JSON.stringify(app.row)})`)
      if (by === 'keyboard') {
        await page.evaluate(`${button}.focus()`)
        await page.keyboard.press('Enter')
      } else {
        /** @type {{ x: number, y: number, width: number, height: number }} */
        const box = await page.evaluate(`${button}.getBoundingClientRect().toJSON()`)
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      }
      await until(page, 'peerProbe.rowAt !== undefined', { app, patience })
    },
  }
}
