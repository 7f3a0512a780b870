/** The collectibles of an account, page by page; what looks like spam only for who wants to see it (D-06). */
import { endpointUrl, type Nft, nftImage, nfts as nftsEndpoint } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import { isSupportedOn } from '@latchkey/spec/options'
import type { KitContext } from '../../context.js'
import { sdkType, sdkVersion } from '../../version.js'
import { createPagedLists, type PagedList, type PagedLists } from '../pagedLists.js'
import { networkOf } from '../subject.js'
import { type NftQuery, nftsKey } from './nftQuery.js'

/** A collectible with the whole address of its picture, which the app's own gateway serves. */
export interface HeldNft extends Omit<Nft, 'image'> {
  readonly image: string | undefined
}

export type NftList = PagedList<HeldNft>

export type Nfts = PagedLists<NftQuery, NftList>

export function start(context: KitContext): Nfts {
  const { services, options } = context
  return createPagedLists<NftQuery, HeldNft, NftList>(context, {
    id: 'nfts',
    keyOf: nftsKey,
    idOf: ({ contract, tokenId }) => `${contract}/${tokenId}`,
    every: limits.balanceCache,
    shape: (list) => list,
    // The screen says it, and nothing else was asked for.
    onFailed: () => {},
    async read(query, cursor) {
      const network = networkOf(context, query)
      if (!network || !isSupportedOn('activity', network.chainNamespace)) return undefined
      const [api, queries] = await Promise.all([services.api(), services.queries()])
      const { networkId, address, withSpam = false } = query
      // S7-01
      if (!api || !(await api.supports(networkId))) return undefined
      const { data, next } = await queries.fetch({
        kind: 'list',
        key: ['nfts', networkId, address, withSpam, cursor],
        run: ({ signal }) =>
          api.call(
            nftsEndpoint,
            {
              params: { address },
              query: { chainId: networkId, spam: withSpam, ...(cursor === undefined ? {} : { cursor }) },
            },
            { signal },
          ),
      })
      // D-15: what is on another network is not held here.
      const own = data.filter(({ chainId }) => chainId === networkId)
      return { items: own.map((nft) => held(nft, api.baseUrl)), next: next ?? undefined }
    },
  })

  function held(nft: Nft, gatewayUrl: string): HeldNft {
    const id = nft.image?.split('/').at(-1)
    const query = { projectId: options.projectId, st: sdkType, sv: sdkVersion }
    return {
      ...nft,
      image: id === undefined ? undefined : endpointUrl(gatewayUrl, nftImage, { params: { id }, query }),
    }
  }
}
