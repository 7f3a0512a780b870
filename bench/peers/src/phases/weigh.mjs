/** What an app fetches before anybody pressed anything, what more when its modal opens, and from whom. */
import { launch, visit } from '../visit.mjs'

/**
 * @typedef {{ requests: number, gzip: number, brotli: number }} Scripts
 * @typedef {{ first: Scripts, opening: Scripts, strangers: string[] }} Fetched
 */

/** Long enough that a page which loads in steps has taken the next one. */
const silence = 2500

/**
 * @param {import('../visit.mjs').Rig} rig
 * @param {readonly import('../apps.mjs').App[]} apps
 * @param {Map<string, Map<string, import('../buildApps.mjs').Size>>} sizes
 * @returns {Promise<Map<string, Fetched>>}
 */
export async function weighApps(rig, apps, sizes) {
  const browser = await launch(rig)
  /** @type {Map<string, Fetched>} */
  const fetched = new Map()
  try {
    for (const app of apps)
      fetched.set(app.name, await weighApp(browser, rig, app, sizes.get(app.name) ?? new Map()))
  } finally {
    await browser.close()
  }
  return fetched
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../visit.mjs').Rig} rig
 * @param {import('../apps.mjs').App} app
 * @param {Map<string, import('../buildApps.mjs').Size>} sizes
 * @returns {Promise<Fetched>}
 */
async function weighApp(browser, rig, app, sizes) {
  const { context, page, go, openModal } = await visit(browser, rig, app)
  /** @type {Set<string>} */
  const asked = new Set()
  /** @type {Set<string>} */
  const strangers = new Set()
  let last = Date.now()
  /** @param {{ url(): string }} request */
  const note = (request) => {
    const { protocol, hostname, pathname } = new URL(request.url())
    if (!/^(https?|wss?):$/.test(protocol)) return
    last = Date.now()
    if (hostname === 'localhost') asked.add(pathname.slice(1))
    else if (!app.own?.includes(hostname)) strangers.add(hostname)
  }
  page.on('request', note)
  page.on('websocket', note)
  const untilSilent = async () => {
    last = Date.now()
    while (Date.now() - last < silence) await page.waitForTimeout(100)
  }
  /** @param {Iterable<string>} paths @returns {Scripts} */
  const sum = (paths) => {
    const scripts = [...paths].filter((path) => path.endsWith('.js')).map((path) => sizes.get(path))
    return {
      requests: scripts.length,
      gzip: scripts.reduce((total, size) => total + (size?.gzip ?? 0), 0),
      brotli: scripts.reduce((total, size) => total + (size?.brotli ?? 0), 0),
    }
  }
  try {
    await go()
    await untilSilent()
    const first = new Set(asked)
    const met = [...strangers]
    if (app.row) {
      await openModal()
      await untilSilent()
    }
    return {
      first: sum(first),
      opening: sum([...asked].filter((path) => !first.has(path))),
      strangers: met,
    }
  } finally {
    await context.close()
  }
}
