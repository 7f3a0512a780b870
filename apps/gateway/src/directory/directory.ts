/** The wallet directory: listings by any of their names, pictures by content, and what is known of networks and tokens. */
import { join } from 'node:path'
import type { EndpointRequest, WalletRecord } from '@latchkey/spec/endpoints'
import { createImages, type Image, type Images } from './images.js'
import { applyOperatorFile } from './operatorFile.js'
import { createSearch } from './search.js'
import {
  readStoredImages,
  readStoredNetworks,
  readStoredTokens,
  readStoredWallets,
  type StoredNetwork,
  type Wallet,
} from './stored.js'
import { toRecord } from './toRecord.js'

export type WalletQuery = Pick<
  EndpointRequest<'wallets'>['query'],
  'page' | 'entries' | 'include' | 'exclude' | 'chains' | 'search' | 'badge_type' | 'names' | 'rdns'
>

export interface Token {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Id of its picture, where there is one. */
  readonly image: string | undefined
}

/** A picture, and whether the id it was asked by names its content. */
export interface FoundImage {
  readonly image: Image
  readonly isByContent: boolean
}

export interface Directory {
  /** One page of the list; `count` is how many match in all (S7-25). */
  list(query: WalletQuery): { data: WalletRecord[]; count: number }
  /** S7-26; by content, or by an id that clients of this wire know. */
  image(kind: 'wallet' | 'asset' | 'currency' | 'token', id: string): FoundImage | undefined
  network(id: string): StoredNetwork | undefined
  /** What is known of a token contract; undefined for one that nobody listed. */
  token(networkId: string, address: string): Token | undefined
}

export interface DirectoryInput {
  readonly folder: string
  /** The operator's own list, where there is one. */
  readonly operatorFile?: string | undefined
}

export function createDirectory({ folder, operatorFile }: DirectoryInput): Directory {
  const stored = readStoredWallets(folder)
  const { wallets, images: added } = operatorFile
    ? applyOperatorFile(operatorFile, stored)
    : { wallets: stored, images: [] }
  const networks = readStoredNetworks(folder)
  const byNetwork = new Map(networks.map((network) => [network.id, network]))
  const { tokens: tokenImages, currencies } = readStoredImages(folder)
  const images = createImages(join(folder, 'images'), added)
  const findImage = createImageFinder({ images, wallets, networks, tokenImages, currencies })
  const findTokens = lazily(() => indexTokens(folder))

  return {
    list: createList(wallets),
    image: findImage,
    network: (id) => byNetwork.get(id),
    token(networkId, address) {
      const key = networkId.startsWith('eip155:') ? address.toLowerCase() : address
      const found = findTokens().get(networkId)?.get(key)
      return found && { ...found, image: tokenImages[found.symbol.toUpperCase()] }
    },
  }
}

function createList(wallets: readonly Wallet[]): Directory['list'] {
  const search = createSearch(wallets)
  const positions = new Map(
    wallets.flatMap(({ id, slug, aliases, rdns }, index) =>
      [...aliases, ...rdns, slug, id].map((name) => [name.toLowerCase(), index] as const),
    ),
  )
  const find = (names: readonly string[]) =>
    new Set(names.flatMap((name) => positions.get(name.toLowerCase()) ?? []))

  return ({ page, entries, include, exclude, chains = [], search: text, badge_type, names, rdns }) => {
    // Clients write a filter without items where they mean none.
    const included = include?.length ? find(include) : undefined
    const excluded = find(exclude ?? [])
    const namespaces = new Set(chains.map((id) => id.slice(0, id.indexOf(':'))))
    const named = names?.length || rdns?.length ? namedBy(wallets, names ?? [], rdns ?? []) : undefined
    // Without a search the app's own order is kept; with one the best match comes first.
    const order = text ? search(text) : (included ?? wallets.keys())
    const matches: number[] = []
    for (const index of order) {
      const wallet = wallets[index] as Wallet // every position is one of this list
      const isWanted =
        (!included || included.has(index)) &&
        !excluded.has(index) &&
        (!named || named.has(index)) &&
        (badge_type === undefined || wallet.badge === badge_type) &&
        (chains.length === 0 || wallet.namespaces.some((namespace) => namespaces.has(namespace)))
      if (isWanted) matches.push(index)
    }
    const shown = matches.slice((page - 1) * entries, page * entries)
    const data = shown.map((index) => toRecord(wallets[index] as Wallet, index, chains)) // as above
    return { data, count: matches.length }
  }
}

/** Any of the names, or any of the reverse domain names. */
function namedBy(
  wallets: readonly Wallet[],
  names: readonly string[],
  rdns: readonly string[],
): ReadonlySet<number> {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const domains = new Set(rdns.map((name) => name.toLowerCase()))
  return new Set(
    wallets.flatMap((wallet, index) =>
      wanted.has(wallet.name.toLowerCase()) || wallet.rdns.some((name) => domains.has(name)) ? [index] : [],
    ),
  )
}

interface ImageSources {
  readonly images: Images
  readonly wallets: readonly Wallet[]
  readonly networks: readonly StoredNetwork[]
  readonly tokenImages: Readonly<Record<string, string>>
  readonly currencies: Readonly<Record<string, string>>
}

function createImageFinder(sources: ImageSources): Directory['image'] {
  const { images, wallets, networks, tokenImages, currencies } = sources
  const aliasesOf = (listed: readonly { image: string | null; imageAliases: readonly string[] }[]) =>
    listed.flatMap(({ image, imageAliases }) =>
      image === null ? [] : imageAliases.map((alias) => [alias, image] as const),
    )
  const hidden = hiddenImages(sources)
  // Networks are asked for by clients as assets, and wallets by some as well.
  const assets = new Map([
    ...aliasesOf(wallets),
    ...networks.flatMap(({ id, image }) => (image ? [[id.replace(':', '-'), image] as const] : [])),
    ...aliasesOf(networks),
  ])
  const named = { wallet: assets, asset: assets } as const
  const byCode = {
    token: new Map(Object.entries(tokenImages)),
    currency: new Map(Object.entries(currencies)),
  }

  return (kind, id) => {
    const isCode = kind === 'token' || kind === 'currency'
    const alias = isCode ? byCode[kind].get(id.toUpperCase()) : named[kind].get(id)
    const image = images.get(alias ?? id)
    if (!image || hidden.has(image.id)) return undefined
    return { image, isByContent: alias === undefined }
  }
}

/** Pictures of wallets that the operator has hidden or given another one: they are not to be seen here. */
function hiddenImages({
  wallets,
  networks,
  tokenImages,
  currencies,
  images,
}: ImageSources): ReadonlySet<string> {
  const shown = new Set<string | null>([
    ...wallets.map(({ image }) => image),
    ...networks.map(({ image }) => image),
    ...Object.values(tokenImages),
    ...Object.values(currencies),
  ])
  return new Set(images.ids().filter((id) => !shown.has(id)))
}

function indexTokens(folder: string): ReadonlyMap<string, ReadonlyMap<string, Omit<Token, 'image'>>> {
  return new Map(
    Object.entries(readStoredTokens(folder)).map(([networkId, tokens]) => [
      networkId,
      new Map(tokens.map(([address, symbol, name, decimals]) => [address, { symbol, name, decimals }])),
    ]),
  )
}

/** Twenty thousand tokens are read when the first is asked for. */
function lazily<value>(make: () => value): () => value {
  let made: { value: value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
