/** Everything that is read from chains, put together: index, tokens, balances, prices and swaps. */
import type { NetworkId } from '@latchkey/spec/caip'
import { createAccountProvider } from '../accounts/providers.js'
import { type Balances, createBalances } from '../balances/balances.js'
import { createEsplora, type Esplora } from '../bitcoin/esplora.js'
import type { Config } from '../config/config.js'
import { createIndexer, type Indexer } from '../indexer/indexer.js'
import { createLeadership } from '../indexer/leader.js'
import { createSolanaHistory, type SolanaHistory } from '../indexer/solanaHistory.js'
import { startJob } from '../jobs/startJob.js'
import type { Work } from '../jobs/work.js'
import { type Collectibles, openNfts } from '../nfts/openNfts.js'
import { tidyJob } from '../nfts/tidy.js'
import type { Cache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import type { Untrusted } from '../ports/untrusted.js'
import { createPrices, type Prices } from '../prices/prices.js'
import { createPriceProviders } from '../prices/providers.js'
import type { Rpc } from '../rpc/rpc.js'
import { createSealer } from '../store/sealed.js'
import { sharedSecret } from '../store/secrets.js'
import { createJupiter, type SolanaSwaps } from '../swaps/jupiter.js'
import { createSwapProvider } from '../swaps/providers.js'
import { createSwaps, type Swaps } from '../swaps/swaps.js'
import { type Chain, chainOf } from './chain.js'
import { createListed, type Listed } from './listed.js'
import { createNetworks, type Networks } from './networks.js'
import { createSolanaTokens, type SolanaTokens } from './solanaTokens.js'
import { createTokens, type Tokens } from './tokens.js'

export interface ChainData {
  readonly listed: Listed
  readonly solana: SolanaTokens
  readonly esplora: Esplora
  readonly networks: Networks
  readonly tokens: Tokens
  readonly indexer: Indexer
  readonly solanaHistory: SolanaHistory
  readonly balances: Balances
  readonly prices: Prices
  readonly swaps: Swaps
  /** Undefined where nobody quotes them. */
  readonly solanaSwaps: SolanaSwaps | undefined
  readonly nfts: Collectibles
  chainOf(networkId: NetworkId): Chain
  close(): Promise<void>
}

export async function openChainData(input: {
  config: Config
  databaseUrl: string
  rpc: Rpc
  db: Db
  cache: Cache
  outbound: Outbound
  untrusted: Untrusted
  clock: Clock
  log: Log
  work?: Work | undefined
}): Promise<ChainData> {
  const { config, databaseUrl: url, rpc, db, cache, outbound, untrusted, clock, log, work } = input
  const listed = createListed()
  const solana = createSolanaTokens(config.LATCHKEY_SOLANA, listed)
  const esplora = createEsplora({ urls: config.LATCHKEY_ESPLORA, outbound, clock })
  const networks = createNetworks(config.LATCHKEY_NETWORKS, listed)
  const tokens = createTokens({ db, clock, networks })
  const provider =
    config.LATCHKEY_ACCOUNTS &&
    createAccountProvider(config.LATCHKEY_ACCOUNTS, {
      outbound,
      clock,
      key: config.LATCHKEY_ACCOUNTS_KEY,
      urls: config.LATCHKEY_EXPLORERS,
    })
  const indexer = await createIndexer({ rpc, db, clock, log, networks, tokens, provider })
  const cursorKey = await sharedSecret(db, 'history cursors')
  const solanaHistory = createSolanaHistory({
    rpc,
    cache,
    sealer: createSealer(cursorKey, 'solana history cursor'),
    names: (networkId) => solana(networkId).nameOf,
  })
  const served = [...rpc.upstreams]
    .filter(([networkId, { http }]) => networkId.startsWith('eip155:') && http.length > 0)
    .map(([networkId]) => networkId)
  const of = (networkId: NetworkId) => chainOf(rpc, networkId)
  const keys = { coingeckoKey: config.LATCHKEY_COINGECKO_KEY }
  const providers = createPriceProviders(config.LATCHKEY_PRICES, { outbound, clock, ...keys })
  const prices = createPrices({ networks, clock, log, providers, served: () => served, chainOf: of })
  const swapKey = { key: config.LATCHKEY_SWAPS_KEY }
  const jupiterKey = config.LATCHKEY_JUPITER_KEY
  const swapProvider =
    config.LATCHKEY_SWAPS && createSwapProvider(config.LATCHKEY_SWAPS, { outbound, clock, ...swapKey })
  const balances = createBalances({ networks, tokens, indexer, cache, log, provider })
  const reads = { db, cache, clock, untrusted, indexer, tokens, networks }
  const nfts = await openNfts({ ...reads, chainOf: of, ipfsGateway: config.LATCHKEY_IPFS_GATEWAY })

  const stops: (() => Promise<void>)[] = []
  if (config.LATCHKEY_ROLES.has('indexer')) {
    for (const networkId of served) {
      const leadership = createLeadership({ url, name: `index ${networkId}`, log, work })
      work?.following(networkId, () => indexer.behind(networkId))
      const stop = startJob(indexer.followJob(networkId, leadership), { clock, log, work })
      // The lock last, or another process would begin while this one still works.
      stops.push(() => stop().then(() => leadership.close()))
    }
  }
  if (config.LATCHKEY_ROLES.has('jobs')) {
    stops.push(startJob(indexer.forgetJob, { clock, log, work }))
    stops.push(startJob(tidyJob({ db, clock }), { clock, log, work }))
  }
  stops.push(() => nfts.close())

  return {
    listed,
    solana,
    esplora,
    networks,
    tokens,
    indexer,
    solanaHistory,
    balances,
    prices,
    swaps: createSwaps({ networks, clock, provider: swapProvider }),
    solanaSwaps: jupiterKey === undefined ? undefined : createJupiter({ outbound, clock, key: jupiterKey }),
    nfts,
    chainOf: of,
    close: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}
