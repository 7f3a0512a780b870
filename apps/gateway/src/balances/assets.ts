/** What an account holds, as wallets are asked for it (ERC-7811, S3-06): by chain, in exact hex. */
import { type NetworkId, networkId as toNetworkId } from '@latchkey/spec/caip'
import type { getAssetsParams, getAssetsResult } from '@latchkey/spec/endpoints'
import type * as v from 'valibot'
import { getAddress } from 'viem'
import { eip155Address, eip155Networks } from '../chain/account.js'
import type { ChainData } from '../chain/openChainData.js'
import type { LookOptions } from '../indexer/account.js'
import { displayNumber } from '../prices/fixed.js'
import type { Rpc } from '../rpc/rpc.js'
import { type PricedHolding, withPrices } from './worth.js'

export type AssetsQuestion = v.InferOutput<typeof getAssetsParams>
export type Assets = v.InferOutput<typeof getAssetsResult>
type Asset = NonNullable<Assets[`0x${string}`]>[number]

/** Chains that are named and not served are left out: whoever asks for many gets those that are there. */
export async function assetsOf(
  question: AssetsQuestion,
  { chainData, rpc }: { readonly chainData: ChainData; readonly rpc: Pick<Rpc, 'upstreams'> },
  options: LookOptions,
): Promise<Assets> {
  const { assetFilter, assetTypeFilter, chainFilter } = question
  const address = eip155Address(question.account)
  const named = chainFilter ?? (assetFilter && Object.keys(assetFilter))
  const wanted: readonly NetworkId[] | undefined = named?.map((id) =>
    toNetworkId({ namespace: 'eip155', reference: BigInt(id).toString() }),
  )
  const networkIds = eip155Networks(rpc.upstreams, undefined).filter((id) => !wanted || wanted.includes(id))
  const filters = new Map(
    Object.entries(assetFilter ?? {}).map(([id, list]) => [
      BigInt(id),
      new Set((list ?? []).map((token) => token.toLowerCase())),
    ]),
  )
  // The request itself has paid for one of them.
  if (networkIds.length > 1) await options.charge?.(networkIds.length - 1)
  // One that is served and away is an error for the whole: left out, it would look empty.
  const lists = await Promise.all(
    networkIds.map(async (networkId) => {
      const chain = chainData.chainOf(networkId)
      const reference = BigInt(networkId.slice('eip155:'.length))
      const filter = filters.get(reference)
      const holdings = await chainData.balances.of(chain, address, options)
      const chosen = holdings.filter(({ token }) => {
        const isOfType =
          !assetTypeFilter || assetTypeFilter.includes(token === undefined ? 'NATIVE' : 'ERC20')
        return filter ? filter.has(token ?? 'native') : isOfType
      })
      const market = { prices: chainData.prices, currency: 'usd' as const }
      const priced = await withPrices(chain, chosen, market, options)
      return [`0x${reference.toString(16)}`, priced.map(toAsset)] as const
    }),
  )
  return Object.fromEntries(lists)
}

function toAsset({ token, name, symbol, decimals, iconUrl, units, price, value }: PricedHolding): Asset {
  return {
    address: token === undefined ? 'native' : getAddress(token),
    balance: `0x${units.toString(16)}`,
    type: token === undefined ? 'NATIVE' : 'ERC20',
    metadata: {
      name,
      symbol,
      decimals,
      price: displayNumber(price ?? '0'),
      ...(value === undefined ? {} : { value: displayNumber(value) }),
      iconUrl,
    },
  }
}
