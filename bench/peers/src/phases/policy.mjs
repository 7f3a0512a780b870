/** Whether the app works, and looks as it should, where the page allows nothing but its own files and its own servers. */
import { launch, visit } from '../visit.mjs'

/** @typedef {{ isUsable: boolean, violations: string[] }} Obedience */

const strict = "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'"

/** @param {import('../apps.mjs').App} app */
function policyOf({ own = [] }) {
  if (own.length === 0) return strict
  const asked = own.map((host) => `https://${host} wss://${host}`).join(' ')
  const shown = own.map((host) => `https://${host}`).join(' ')
  return `${strict}; connect-src 'self' ${asked}; frame-src 'self' ${shown}`
}

/**
 * @param {import('../visit.mjs').Rig} rig
 * @param {readonly import('../apps.mjs').App[]} apps
 * @returns {Promise<Map<string, Obedience>>}
 */
export async function checkPolicy(rig, apps) {
  const browser = await launch(rig)
  /** @type {Map<string, Obedience>} */
  const found = new Map()
  try {
    for (const app of apps) {
      const { context, page, go, openModal } = await visit(browser, rig, app, {
        policy: policyOf(app),
        patience: 15_000,
      })
      const isUsable = await (app.row ? go().then(() => openModal()) : go()).then(
        () => true,
        () => false,
      )
      /** @type {string[]} */
      const violations = await page
        .evaluate('[...new Set(peerProbe.violations)]')
        .catch(() => ['nothing runs'])
      found.set(app.name, { isUsable, violations })
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return found
}
