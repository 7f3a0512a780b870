/** Finds pictures by their content, and by the names that clients have for them (S7-26). */
import type { Image, Images } from './images.js'
import type { StoredNetwork, Wallet } from './stored.js'

/** A picture, and whether the id it was asked by names its content. */
export interface FoundImage {
  readonly image: Image
  readonly isByContent: boolean
}

type ImageKind = 'wallet' | 'asset' | 'currency' | 'token'

export type ImageFinder = (kind: ImageKind, id: string) => FoundImage | undefined

interface ImageSources {
  readonly images: Images
  readonly wallets: readonly Wallet[]
  readonly networks: readonly StoredNetwork[]
  readonly tokenImages: Readonly<Record<string, string>>
  readonly currencies: Readonly<Record<string, string>>
  readonly connectors: Readonly<Record<string, string>>
}

export function createImageFinder(sources: ImageSources): ImageFinder {
  const { images, wallets, networks, tokenImages, currencies, connectors } = sources
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
    ...Object.entries(connectors),
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
  connectors,
  images,
}: ImageSources): ReadonlySet<string> {
  const shown = new Set<string | null>([
    ...wallets.map(({ image }) => image),
    ...networks.map(({ image }) => image),
    ...Object.values(tokenImages),
    ...Object.values(currencies),
    ...Object.values(connectors),
  ])
  return new Set(images.ids().filter((id) => !shown.has(id)))
}
