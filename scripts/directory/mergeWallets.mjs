/** Makes one wallet of everything that the sources say about it, and remembers who said what. */
import { createHash } from 'node:crypto'
import * as curated from './curated.mjs'

/** @typedef {import('./claim.mjs').Claim} Claim */
/** @typedef {{ claims: Claim[] }} Group */

/** Fields that name a wallet for good: two that share one are the same wallet. */
const keys = /** @type {const} */ (['app_store', 'play_store', 'chrome_store', 'firefox_store'])

/** @param {string} name */
export const plainName = (name) =>
  (curated.sameAs[name] ?? name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(?:wallet|app|extension|the)\b/g, '')
    .replace(/ /g, '')

/**
 * The first source lists each wallet once and is taken as it is; the others add to it or bring new ones.
 * @param {readonly Claim[]} base @param {readonly Claim[]} more
 * @returns {Group[]}
 */
export function groupClaims(base, more) {
  /** @type {Group[]} */
  const groups = []
  for (const claim of base) {
    const twin = groups.find(({ claims: [first] }) => first !== undefined && isTwin(first, claim))
    if (twin) twin.claims.push(claim)
    else groups.push({ claims: [claim] })
  }
  for (const claim of more) {
    const found = findGroup(groups, claim)
    if (found) found.claims.push(claim)
    else groups.push({ claims: [claim] })
  }
  return groups
}

/** Listed twice: the same site and, but for the word, the same name. @param {Claim} a @param {Claim} b */
function isTwin(a, b) {
  const host = ({ homepage = '' }) => homepage.replace(/^https:\/\/(?:www\.)?/, '').replace(/\/.*$/, '')
  const bare = ({ name = '' }) => plainName(name).replace(/wallet$/, '')
  return host(a) === host(b) && bare(a) === bare(b)
}

/** @param {Group[]} groups @param {Claim} claim */
function findGroup(groups, claim) {
  const name = plainName(claim.name)
  const named = groups.filter(({ claims }) => claims.some((other) => plainName(other.name) === name))
  const byRdns = groups.filter(({ claims }) =>
    claims.some((other) => other.rdns?.some((rdns) => claim.rdns?.includes(rdns))),
  )
  const byKey = groups.filter(({ claims }) =>
    claims.some((other) => keys.some((key) => claim[key] !== undefined && claim[key] === other[key])),
  )
  // A store entry may be shared by an exchange and its wallet, so that a name weighs more than a link.
  for (const candidates of [byRdns, named, byKey]) {
    if (candidates.length <= 1 && candidates[0]) return candidates[0]
    const listed = (curated.sameAs[claim.name] ?? claim.name).toLowerCase()
    const best =
      candidates.find((group) => byKey.includes(group) && named.includes(group)) ??
      candidates.find(({ claims }) => claims.some(({ name: other }) => other.toLowerCase() === listed)) ??
      candidates.find((group) => named.includes(group))
    if (best) return best
  }
  return undefined
}

/** Fields that are taken from the first source that has them, in the order of the sources. */
const single = /** @type {const} */ ([
  'homepage',
  'mobile_link',
  'universal_link',
  'desktop_link',
  'desktop_universal',
  'webapp_link',
  'browse_link',
  'app_store',
  'play_store',
  'chrome_store',
  'firefox_store',
  'edge_store',
])

const mainnets = /** @type {Record<string, string>} */ ({
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
})

/**
 * @param {Group} group
 * @returns the wallet without its id, its place and its picture
 */
export function mergeGroup({ claims }) {
  /** @type {Record<string, Set<string>>} */
  const said = {}
  /** @param {string} source @param {string} field */
  const note = (source, field) => void (said[source] ??= new Set()).add(field)
  /** @type {Record<string, any>} */
  const wallet = { name: claims[0]?.name }
  note(claims[0]?.source ?? '', 'name')
  for (const field of single) {
    const claim = claims.find((each) => each[field] !== undefined)
    wallet[field] = claim?.[field] ?? null
    if (claim) note(claim.source, field)
  }
  for (const field of /** @type {const} */ (['rdns', 'chains', 'namespaces', 'aliases', 'imageAliases'])) {
    wallet[field] = gather(claims, field, note)
  }
  /** @type {Map<string, { namespace: string, injected_id: string }>} */
  const injected = new Map()
  for (const { source, injected: ids = [] } of claims) {
    for (const id of ids) {
      const key = `${id.namespace} ${id.injected_id}`
      if (injected.has(key)) continue
      injected.set(key, id)
      note(source, 'injected')
    }
  }
  wallet['injected'] = [...injected.values()]
  for (const namespace of curated.knownNamespaces[wallet['name']] ?? []) {
    if (wallet['namespaces'].includes(namespace)) continue
    wallet['namespaces'].push(namespace)
    note('curated', 'namespaces')
  }
  const publicId = curated.publicIds[wallet['name']]
  if (publicId && !wallet['aliases'].includes(publicId)) {
    wallet['aliases'].push(publicId)
    note('curated', 'aliases')
  }
  const inferred = inferNetworks(wallet)
  const drawn = claims.filter((claim) => claim.icon !== undefined)
  // The pictures of this source carry the badge of a protocol over the wallet's own mark.
  const icon = drawn.find(({ source }) => source !== 'thirdweb') ?? drawn[0]
  if (icon) note(icon.source, 'image')
  return {
    wallet,
    icon: icon?.icon,
    said,
    inferred,
    sourceCount: new Set(claims.map(({ source }) => source)).size,
  }
}

/** @param {readonly Claim[]} claims @param {'rdns' | 'chains' | 'namespaces' | 'aliases' | 'imageAliases'} field @param {(source: string, field: string) => void} note */
function gather(claims, field, note) {
  /** @type {Set<string>} */
  const all = new Set()
  for (const claim of claims) {
    for (const value of claim[field] ?? []) {
      if (all.has(value)) continue
      all.add(value)
      note(claim.source, field)
    }
  }
  return [...all]
}

/** Most sources do not say for which networks a wallet is: a wallet of the explorer is one of Ethereum unless told otherwise. @param {Record<string, any>} wallet */
function inferNetworks(wallet) {
  /** @type {string[]} */
  const inferred = []
  if (wallet['namespaces'].length === 0) {
    wallet['namespaces'].push('eip155')
    inferred.push('namespaces')
  }
  for (const namespace of wallet['namespaces']) {
    const isListed = wallet['chains'].some((/** @type {string} */ id) => id.startsWith(`${namespace}:`))
    const mainnet = mainnets[namespace]
    if (isListed || !mainnet) continue
    wallet['chains'].push(mainnet)
    inferred.push(mainnet)
  }
  wallet['chains'].sort()
  return inferred
}

/** Lower-case words with dashes. @param {string} name */
export const slugOf = (name) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48) || 'wallet'

/** Our own id: it has the length of the explorer's, and the same slug always has the same one. @param {string} slug */
export const idOf = (slug) => createHash('sha256').update(`wallet:${slug}`).digest('hex')
