/** Cleans addresses: the right host, no tracking, nothing that runs. What is not understood is dropped. */

/** @param {unknown} text */
function url(text) {
  if (typeof text !== 'string' || text.length > 2048) return undefined
  try {
    return new URL(text.trim())
  } catch {
    return undefined
  }
}

const tracking = /^(?:utm_\w+|referrer|ref|pt|ct|mt|hl|gl|authuser|gad_\w+|gclid|fbclid|_branch_match_id)$/i

/** A page on the web. @param {unknown} text */
export function webLink(text) {
  const found = url(
    typeof text === 'string' && /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(text) ? `https://${text}` : text,
  )
  if (!found || (found.protocol !== 'https:' && found.protocol !== 'http:')) return undefined
  if (!/^[a-z0-9.-]+\.[a-z]{2,}$/.test(found.hostname) || found.username || found.password) return undefined
  // Every wallet that still answers answers on https, too.
  found.protocol = 'https:'
  for (const name of [...found.searchParams.keys()]) if (tracking.test(name)) found.searchParams.delete(name)
  found.hash = found.hash.length > 1 && !found.hash.startsWith('#:~') ? found.hash : ''
  return found.href
}

const stores =
  /^(?:(?:apps|itunes)\.apple\.com|(?:play|chrome|chromewebstore)\.google\.com|addons\.mozilla\.org|microsoftedge\.microsoft\.com|addons\.opera\.com|github\.com|t\.me|testflight\.apple\.com)$/

/** @param {string} address */
const hostOf = (address) => new URL(address).hostname.replace(/^www\./, '')

/** A page that opens a wallet, so neither one where it is fetched nor one that is only about it. @param {unknown} text @param {string} [homepage] */
export function openLink(text, homepage) {
  const found = webLink(text)
  if (!found || stores.test(new URL(found).hostname) || hostOf(found) === 'google.com') return undefined
  const { pathname } = new URL(found)
  const isAbout = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(pathname) || /download|install/i.test(pathname)
  return isAbout && homepage && hostOf(found) === hostOf(homepage) ? undefined : found
}

const banned =
  /^(?:javascript|myapp|data|vbscript|file|blob|about|http|https|ws|wss|ftp|mailto|tel|sms|intent|view-source|chrome|wc)$/i

/** The scheme of an app, such as `metamask://`. @param {unknown} text */
export function schemeLink(text) {
  const [, scheme, rest = ''] =
    typeof text === 'string' ? (/^([a-z][a-z0-9+.-]{1,63}):(\S{0,200})$/i.exec(text.trim()) ?? []) : []
  if (!scheme || banned.test(scheme) || /["'<>\\`{}|^,]/.test(rest)) return undefined
  return `${scheme}:${rest.startsWith('//') ? rest : `//${rest.replace(/^\/+/, '')}`}`
}

/**
 * What opens a page in the browser inside an app. The page's address is left open as `{url}`, its origin as `{origin}`;
 * whoever follows it fills them in, percent-encoded. @param {unknown} text
 */
export function browseLink(text) {
  if (typeof text !== 'string' || !text.includes('{url}')) return undefined
  const bare = text.replaceAll('{url}', '-').replaceAll('{origin}', '-')
  if (/[{}]/.test(bare)) return undefined
  return webLink(bare) !== undefined || schemeLink(bare) !== undefined ? text : undefined
}

/** @param {unknown} text */
export function appStore(text) {
  const found = url(text)
  const id = /\bid(\d{6,12})\b/.exec(found?.pathname ?? '')?.[1]
  return found && /(?:^|\.)apple\.com$/.test(found.hostname) && id
    ? `https://apps.apple.com/app/id${id}`
    : undefined
}

/** @param {unknown} text */
export function playStore(text) {
  const found = url(text)
  const id = found?.searchParams.get('id')
  if (found?.hostname !== 'play.google.com' || !id || !/^[A-Za-z]\w*(?:\.\w+)+$/.test(id)) return undefined
  return `https://play.google.com/store/apps/details?id=${id}`
}

/** @param {unknown} text */
export function chromeStore(text) {
  const found = url(text)
  const id = /\b([a-p]{32})\b/.exec(found?.pathname ?? '')?.[1]
  const isStore = found?.hostname === 'chromewebstore.google.com' || found?.hostname === 'chrome.google.com'
  return isStore && id ? `https://chromewebstore.google.com/detail/${id}` : undefined
}

/** @param {unknown} text */
export function firefoxStore(text) {
  const found = url(text)
  const name = /\/addon\/([\w.@{}-]{2,80})/.exec(found?.pathname ?? '')?.[1]
  return found?.hostname === 'addons.mozilla.org' && name
    ? `https://addons.mozilla.org/firefox/addon/${name}/`
    : undefined
}

/** @param {unknown} text */
export function edgeStore(text) {
  const found = url(text)
  const id = /\b([a-p]{32})\b/.exec(found?.pathname ?? '')?.[1]
  return found?.hostname === 'microsoftedge.microsoft.com' && id
    ? `https://microsoftedge.microsoft.com/addons/detail/${id}`
    : undefined
}

/** A reverse domain name. @param {unknown} text */
export function rdnsOf(text) {
  const name = typeof text === 'string' ? text.trim().toLowerCase() : ''
  return /^[a-z0-9-]{2,}(?:\.[a-z0-9_-]+)+$/.test(name) && name.length <= 128 ? name : undefined
}
