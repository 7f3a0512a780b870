/** The collectibles of accounts, put together. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Chain } from '../chain/chain.js'
import type { Networks } from '../chain/networks.js'
import type { Tokens } from '../chain/tokens.js'
import type { Indexer } from '../indexer/indexer.js'
import type { Cache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Untrusted } from '../ports/untrusted.js'
import { createSealer } from '../store/sealed.js'
import { sharedSecret } from '../store/secrets.js'
import { createImages, type Images } from './images.js'
import { createMetadata } from './metadata.js'
import { createNfts, type Nfts } from './nfts.js'
import { createResolve } from './source.js'

export interface Collectibles extends Nfts {
  readonly images: Images
  close(): Promise<void>
}

export async function openNfts(input: {
  db: Db
  cache: Cache
  clock: Clock
  untrusted: Untrusted
  indexer: Indexer
  tokens: Tokens
  networks: Networks
  chainOf: (networkId: NetworkId) => Chain
  /** Where `ipfs:` addresses are read; undefined: nowhere. */
  ipfsGateway: string | undefined
}): Promise<Collectibles> {
  const { db, cache, clock, untrusted, ipfsGateway, ...rest } = input
  const images = createImages({ db, cache, clock, untrusted })
  const resolve = createResolve(ipfsGateway)
  const metadata = createMetadata({ db, clock, untrusted, images, resolve })
  const sealer = createSealer(await sharedSecret(db, 'nft cursors'), 'nft cursor')
  return { ...createNfts({ ...rest, metadata, clock, sealer }), images, close: metadata.close }
}
