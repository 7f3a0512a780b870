/** The data files of the directory, as `npm run directory` writes them; read once, and held to their shape. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
export const networkIdText = v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
const imageHash = v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)))

/** A page on the web. */
const webLink = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^https:\/\/[^\s/]+/, 'Expected an https address'),
)
/** The scheme of an app; none that a browser would run or fetch. */
const schemeLink = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\]*$/i, 'Expected an address such as app://'),
  v.regex(
    /^(?!(?:https?|wss?|ftp|javascript|data|file|blob|about|vbscript|intent):)/i,
    'Expected the scheme of an app',
  ),
)

/** What opens a page in the browser inside an app: `{url}` and `{origin}` stand for the page's. */
const browseLink = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^[^{}]*(?:\{(?:url|origin)\}[^{}]*)+$/, 'Expected {url} and {origin} as the only slots'),
  v.includes('{url}', 'Expected {url} where the address of the page goes'),
  v.union([webLink, schemeLink]),
)

export const linkFields = {
  homepage: v.nullable(webLink),
  mobile_link: v.nullable(schemeLink),
  universal_link: v.nullable(webLink),
  desktop_link: v.nullable(schemeLink),
  desktop_universal: v.nullable(webLink),
  webapp_link: v.nullable(webLink),
  browse_link: v.nullable(browseLink),
  app_store: v.nullable(webLink),
  play_store: v.nullable(webLink),
  chrome_store: v.nullable(webLink),
  firefox_store: v.nullable(webLink),
  edge_store: v.nullable(webLink),
}

export const rdnsText = v.pipe(v.string(), v.maxLength(128), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9_-]+)+$/))
export const injectedId = v.strictObject({
  namespace: v.pipe(v.string(), v.maxLength(64)),
  injected_id: text,
})

const storedWallet = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/)),
  name: text,
  ...linkFields,
  rdns: v.array(rdnsText),
  injected: v.array(injectedId),
  chains: v.array(networkIdText),
  namespaces: v.array(v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}$/))),
  aliases: v.array(text),
  image: imageHash,
  imageAliases: v.array(text),
  inferred: v.array(text),
  provenance: v.record(text, v.array(text)),
})
type StoredWallet = v.InferOutput<typeof storedWallet>

/** A wallet of the list. Where it came from is for those who read the data, not for those who are served. */
export interface Wallet extends Omit<StoredWallet, 'inferred' | 'provenance'> {
  readonly badge: 'none' | 'certified'
  readonly description: string | null
}

const storedNetwork = v.strictObject({
  id: networkIdText,
  name: text,
  currency: v.tuple([text, text, v.pipe(v.number(), v.integer())]),
  explorer: v.nullable(v.strictObject({ name: text, url: webLink })),
  testnet: v.boolean(),
  source: text,
  image: imageHash,
  imageAliases: v.array(text),
})
export type StoredNetwork = v.InferOutput<typeof storedNetwork>

const storedImages = v.strictObject({
  connectors: v.record(text, v.nonNullable(imageHash)),
  tokens: v.record(text, v.nonNullable(imageHash)),
  currencies: v.record(text, v.nonNullable(imageHash)),
})

const storedToken = v.tuple([
  text,
  text,
  text,
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
])
const storedTokens = v.record(networkIdText, v.array(storedToken))

export function readStoredWallets(folder: string): readonly Wallet[] {
  return read(folder, 'wallets.json', v.array(storedWallet)).map(
    ({ inferred: _, provenance: __, ...wallet }) => ({
      ...wallet,
      badge: 'none',
      description: null,
    }),
  )
}

export const readStoredNetworks = (folder: string): readonly StoredNetwork[] =>
  read(folder, 'networks.json', v.array(storedNetwork))

export const readStoredImages = (folder: string) => read(folder, 'images.json', storedImages)

export const readStoredTokens = (folder: string) => read(folder, 'tokens.json', storedTokens)

function read<schema extends v.GenericSchema>(
  folder: string,
  name: string,
  schema: schema,
): v.InferOutput<schema> {
  const path = join(folder, name)
  const parsed = v.safeParse(schema, JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.output
  const issue = parsed.issues[0]
  throw new Error(
    `${path} is not what this gateway reads: ${v.getDotPath(issue) ?? 'file'}: ${issue.message}`,
  )
}
