/** What one source says about one wallet, and how it is written down. */
import { readFileSync } from 'node:fs'

/**
 * @typedef {object} Claim what one source says about one wallet
 * @property {string} source
 * @property {string} name
 * @property {string} [homepage]
 * @property {string[]} [rdns]
 * @property {string} [mobile_link]
 * @property {string} [universal_link]
 * @property {string} [desktop_link]
 * @property {string} [desktop_universal]
 * @property {string} [webapp_link]
 * @property {string} [browse_link] opens a page in the wallet's own browser; `{url}` and `{origin}` stand for the page's
 * @property {string} [app_store]
 * @property {string} [play_store]
 * @property {string} [chrome_store]
 * @property {string} [firefox_store]
 * @property {string} [edge_store]
 * @property {{ namespace: string, injected_id: string }[]} [injected]
 * @property {string[]} [chains]
 * @property {string[]} [namespaces]
 * @property {string} [icon] a data: image
 * @property {string[]} [aliases] other ids, such as those of a public explorer
 * @property {string[]} [imageAliases]
 */

/** @param {string} path */
export const text = (path) => readFileSync(path, 'utf8')

/** Drops what is undefined or empty. @param {Record<string, unknown>} claim @returns {any} */
export const tidy = (claim) =>
  Object.fromEntries(
    Object.entries(claim).filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )

/** @param {unknown} value @returns {string[]} */
export const one = (value) => (typeof value === 'string' ? [value] : [])
