/** The wallet directory: listings by any of their names, pictures by content, and what is known of networks and tokens. */
import { join } from 'node:path'
import { applyOperatorFile } from './applyOperatorFile.js'
import { createImageFinder, type ImageFinder } from './imageFinder.js'
import { createImages } from './images.js'
import {
  readStoredImages,
  readStoredNetworks,
  readStoredTokens,
  readStoredWallets,
  type StoredNetwork,
} from './stored.js'
import { createWalletList, type WalletList } from './walletList.js'

export interface Token {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Id of its picture, where there is one. */
  readonly image: string | undefined
}

export interface Directory {
  readonly list: WalletList
  readonly image: ImageFinder
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
  const { tokens: tokenImages, currencies, connectors } = readStoredImages(folder)
  const images = createImages(join(folder, 'images'), added)
  const findImage = createImageFinder({ images, wallets, networks, tokenImages, currencies, connectors })
  const findTokens = lazily(() => indexTokens(folder))

  return {
    list: createWalletList(wallets),
    image: findImage,
    network: (id) => byNetwork.get(id),
    token(networkId, address) {
      const key = networkId.startsWith('eip155:') ? address.toLowerCase() : address
      const found = findTokens().get(networkId)?.get(key)
      return found && { ...found, image: tokenImages[found.symbol.toUpperCase()] }
    },
  }
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
