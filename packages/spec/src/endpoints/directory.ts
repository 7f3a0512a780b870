/** The wallet directory: listings, and the images of wallets, networks, currencies and tokens. */
import * as v from 'valibot'
import { days, limits, minutes } from '../limits.js'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import { imageUrl, networkId, queryFlag, queryInteger, queryList, text, webUrl } from './fields.js'

const link = v.nullable(text(bounds.url))
const badge = v.picklist(['none', 'certified'])

/** Every field is always sent: clients filter on `chains` and read the links without looking whether they are there. */
export const walletRecord = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Expected 64 hex digits')),
  name: text(),
  homepage: v.nullable(webUrl),
  image_id: v.nullable(text(64)),
  image_url: v.optional(imageUrl),
  order: v.number(),
  mobile_link: link,
  desktop_link: link,
  /** Besides a scheme in `desktop_link`: an address of the web that opens the same program. */
  desktop_universal: v.optional(link),
  webapp_link: link,
  /** Opens a page in the wallet's own browser; `{url}` and `{origin}` stand for the page's, percent-encoded. */
  browse_link: v.optional(link),
  link_mode: link,
  app_store: link,
  play_store: link,
  chrome_store: link,
  firefox_store: v.optional(link),
  edge_store: v.optional(link),
  rdns: v.nullable(text()),
  injected: v.nullable(v.array(v.strictObject({ namespace: text(64), injected_id: text() }))),
  chains: v.array(networkId),
  description: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2048)))),
  badge_type: badge,
  display_index: v.optional(v.number()),
  supports_wc: v.optional(v.boolean()),
})
export type WalletRecord = v.InferOutput<typeof walletRecord>

const maybe = v.nullish(v.string(), null)

const acceptedWallet = v.looseObject({
  id: v.string(),
  name: v.string(),
  homepage: maybe,
  image_id: maybe,
  image_url: maybe,
  order: v.nullish(v.number()),
  mobile_link: maybe,
  desktop_link: maybe,
  desktop_universal: maybe,
  webapp_link: maybe,
  browse_link: maybe,
  link_mode: maybe,
  app_store: maybe,
  play_store: maybe,
  chrome_store: maybe,
  firefox_store: maybe,
  edge_store: maybe,
  rdns: maybe,
  injected: v.nullish(
    v.array(v.looseObject({ namespace: v.optional(v.string()), injected_id: v.optional(v.string()) })),
    null,
  ),
  chains: v.nullish(v.array(v.string()), []),
  badge_type: maybe,
  supports_wc: v.nullish(v.boolean(), true),
})

export const wallets = defineEndpoint({
  rule: 'S7-25',
  method: 'GET',
  path: '/getWallets',
  query: query({
    page: v.optional(queryInteger(1, bounds.walletPages), 1),
    entries: v.optional(queryInteger(1, bounds.walletPage), limits.walletPage),
    include: v.optional(queryList(text(64))),
    exclude: v.optional(queryList(text(64))),
    /** Any of them. */
    chains: v.optional(queryList(networkId)),
    search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
    badge_type: v.optional(badge),
    names: v.optional(queryList(text())),
    rdns: v.optional(queryList(text())),
    include_pay_only: v.optional(queryFlag),
    sort: v.optional(v.picklist(['default', 'wcpay'])),
  }),
  response: v.strictObject({
    data: v.pipe(v.array(walletRecord), v.maxLength(bounds.walletPage)),
    /** How many match, before paging. */
    count: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** Names in `include` and `exclude` that no wallet of the list has. */
    unknown: v.optional(v.pipe(v.array(text(64)), v.maxLength(2 * bounds.filterItems))),
  }),
  accepts: v.looseObject({
    data: v.array(acceptedWallet),
    count: v.optional(v.number(), 0),
    unknown: v.nullish(v.array(v.string()), []),
  }),
  errors: [],
  cache: { maxAge: minutes(5) },
})

const imageId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,128}$/, 'Expected an image id'))

/** Bytes. Files are content-addressed behind the id, so they never change. */
const image = v.pipe(
  v.instance(Uint8Array),
  v.check((bytes) => bytes.byteLength <= bounds.imageBytes, 'Too large'),
)
const imageAnswer = {
  query: plainQuery,
  headers: v.object({ 'if-none-match': v.optional(v.pipe(v.string(), v.maxLength(1024))) }),
  response: image,
  errors: [],
  cache: { maxAge: days(365), immutable: true },
  contentType: 'image/*',
} as const
/** By a name that may get another picture one day. */
const namedImageAnswer = { ...imageAnswer, cache: { maxAge: days(1) } } as const

export const walletImage = defineEndpoint({
  rule: 'S7-26',
  method: 'GET',
  path: '/getWalletImage/:id',
  params: v.object({ id: imageId }),
  ...imageAnswer,
})

export const assetImage = defineEndpoint({
  rule: 'S7-26',
  method: 'GET',
  path: '/public/getAssetImage/:id',
  params: v.object({ id: imageId }),
  ...imageAnswer,
})

export const currencyImage = defineEndpoint({
  rule: 'S7-26',
  method: 'GET',
  path: '/public/getCurrencyImage/:id',
  params: v.object({ id: imageId }),
  ...namedImageAnswer,
})

export const tokenImage = defineEndpoint({
  rule: 'S7-26',
  method: 'GET',
  path: '/public/getTokenImage/:id',
  params: v.object({ id: imageId }),
  ...namedImageAnswer,
})
