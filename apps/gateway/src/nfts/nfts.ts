/** The collectibles of an account (D-06): those that the index has met, as far as the chain says that they are held. */
import { accountId, type NetworkId } from '@latchkey/spec/caip'
import { bounds, type EndpointOutput, type Nft } from '@latchkey/spec/endpoints'
import { seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { getAddress } from 'viem'
import type { Chain } from '../chain/chain.js'
import type { Networks } from '../chain/networks.js'
import { chainAddress, type Hex } from '../chain/shapes.js'
import type { Tokens } from '../chain/tokens.js'
import { isLure } from '../chain/tokenText.js'
import { refuse } from '../http/refusal.js'
import type { LookOptions } from '../indexer/account.js'
import type { Indexer } from '../indexer/indexer.js'
import type { CollectiblePlace } from '../indexer/reads.js'
import type { Clock } from '../ports/clock.js'
import type { Sealer } from '../store/sealed.js'
import { keyOf, type Metadata, type Words } from './metadata.js'
import { type HeldCollectible, heldNow } from './ownership.js'

export interface NftQuestion {
  readonly address: Hex
  readonly networkIds: readonly NetworkId[]
  readonly cursor: string | undefined
  readonly isSpamWanted: boolean
}

export interface Nfts {
  page(question: NftQuestion, options: LookOptions): Promise<EndpointOutput<'nfts'>>
}

/** Met collectibles that the chain is asked about at once. */
const askedAtOnce = 100
/** Collectibles of a page; the last look of a page may find a few more that fit. */
const pageSize = 24
/** How long a page looks for more. */
const patience = seconds(6)

interface Place {
  readonly networkId: NetworkId
  readonly after: CollectiblePlace | undefined
}

const place = v.strictTuple([
  v.literal(1),
  v.string(),
  v.nullable(v.strictTuple([chainAddress, v.pipe(v.string(), v.regex(/^\d{1,78}$/))])),
])

export function createNfts(input: {
  indexer: Pick<Indexer, 'look' | 'watched' | 'metCollectibles'>
  metadata: Pick<Metadata, 'describe'>
  tokens: Tokens
  networks: Networks
  clock: Clock
  sealer: Sealer
  chainOf: (networkId: NetworkId) => Chain
}): Nfts {
  const { indexer, metadata, tokens, networks, clock, sealer, chainOf } = input

  /** Where to begin; undefined where there is no network at all. */
  function begin({ address, networkIds, cursor }: NftQuestion): Place | undefined {
    const [first] = networkIds
    if (cursor === undefined) return first && { networkId: first, after: undefined }
    const read = v.safeParse(place, sealer.open(address, cursor))
    const networkId = read.success ? networkIds.find((id) => id === read.output[1]) : undefined
    if (!read.success || networkId === undefined)
      throw refuse('parameter', 'The cursor is not one that this gateway gave for this account')
    const [, , after] = read.output
    return { networkId, after: after ? { token: after[0], tokenId: after[1] } : undefined }
  }

  function cursorOf(address: Hex, { networkId, after }: Place): string {
    return sealer.seal(address, [1, networkId, after ? [after.token, after.tokenId] : null])
  }

  /** Some that are held, from a place on; `next` is undefined at the end of the network. */
  async function some(address: Hex, { networkId, after }: Place, room: number, options: LookOptions) {
    const chain = chainOf(networkId)
    const met = await indexer.metCollectibles(networkId, address, after, askedAtOnce)
    const { multicall } = networks(networkId)
    const held = await heldNow(chain, address, met, { ...options, multicall })
    const taken = held.slice(0, room)
    const isAll = taken.length === held.length
    const last = isAll ? met.at(-1) : taken.at(-1)
    const isEnd = isAll && met.length < askedAtOnce
    return { nfts: await describe(chain, taken, options), next: isEnd ? undefined : last }
  }

  async function describe(
    chain: Chain,
    held: readonly HeldCollectible[],
    options: LookOptions,
  ): Promise<Nft[]> {
    const collections = await tokens.describe(
      chain,
      held.map(({ token }) => token),
      options,
    )
    const words = await metadata.describe(chain, held, options)
    return held.map((item) => {
      const { name, symbol } = collections.get(item.token) ?? {}
      const about = { name: name ?? symbol ?? shortAddress(item.token), symbol: symbol ?? null }
      return wireNft(chain.networkId, item, about, words.get(keyOf(item)))
    })
  }

  return {
    async page(question, options) {
      const { address, networkIds, isSpamWanted } = question
      const until = clock.now() + patience
      const data: Nft[] = []
      let isPartial = false
      let at = begin(question)
      for (let round = 0; at && data.length < pageSize; round++) {
        if (round > 0 && clock.now() >= until) break
        // The request itself has paid for the first.
        if (round > 0) await options.charge?.(1)
        const { networkId, after } = at
        const { watch, isCurrent } = after
          ? { watch: await indexer.watched(networkId, address, options), isCurrent: true }
          : await indexer.look(networkId, address, options)
        if (watch.scannedFrom > 0 || !isCurrent) isPartial = true
        const { nfts, next } = await some(address, at, pageSize - data.length, options)
        data.push(...nfts.filter(({ isSpam }) => isSpamWanted || !isSpam))
        const following = networkIds[networkIds.indexOf(networkId) + 1]
        at = next ? { networkId, after: next } : following && { networkId: following, after: undefined }
      }
      return {
        data,
        next: at ? cursorOf(address, at) : null,
        meta: { completeness: isPartial ? 'partial' : 'full' },
      }
    },
  }
}

function wireNft(
  networkId: NetworkId,
  { token, tokenId, standard, amount }: HeldCollectible,
  collection: Nft['collection'],
  words: Words | undefined,
): Nft {
  const contract = accountId({ networkId, address: getAddress(token) })
  return {
    // Only eip155 networks come here.
    chainId: networkId as Nft['chainId'],
    contract: contract as Nft['contract'],
    tokenId,
    standard,
    amount: amount.toString(),
    name: words?.name ?? `${collection.name} #${shortId(tokenId)}`,
    collection,
    description: words?.description?.slice(0, bounds.description) ?? null,
    image: words?.imageId === undefined ? null : `/v1/nfts/image/${words.imageId}`,
    isSpam: isLure(collection.name, collection.symbol ?? undefined, words?.name),
  }
}

const shortAddress = (address: Hex) => `${address.slice(0, 6)}…${address.slice(-4)}`
/** Some ids are hashes. */
const shortId = (id: string) => (id.length > 12 ? `${id.slice(0, 5)}…${id.slice(-5)}` : id)
