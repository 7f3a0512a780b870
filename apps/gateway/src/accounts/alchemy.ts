/** Tokens and activity from Alchemy: its methods beside those of a node. */
import { bounds } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { chainAddress, count, type Hex, quantity } from '../chain/shapes.js'
import type { StoredTransfer } from '../indexer/activity.js'
import { askProvider, type ProviderInput } from '../prices/provider.js'
import { type Leg, type List, mergeLists } from './merge.js'
import { type AccountProvider, chainIdOf, mostTokens } from './provider.js'

const name = 'alchemy'

const hosts: Readonly<Record<string, string>> = {
  '1': 'eth-mainnet',
  '10': 'opt-mainnet',
  '56': 'bnb-mainnet',
  '100': 'gnosis-mainnet',
  '137': 'polygon-mainnet',
  '324': 'zksync-mainnet',
  '8453': 'base-mainnet',
  '42161': 'arb-mainnet',
  '43114': 'avax-mainnet',
  '59144': 'linea-mainnet',
  '534352': 'scroll-mainnet',
  '11155111': 'eth-sepolia',
}
/** Coins moved by contracts are listed on these only. */
const withInternal: ReadonlySet<string> = new Set(['1', '137'])

const balances = v.object({
  tokenBalances: v.array(v.object({ contractAddress: chainAddress, tokenBalance: v.nullish(quantity) })),
})

const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/i),
  v.transform((text) => text.toLowerCase() as Hex), // lower case of hex is hex
)
const transfers = v.object({
  transfers: v.array(
    v.object({
      blockNum: count,
      hash,
      from: chainAddress,
      to: v.nullish(chainAddress),
      category: v.picklist(['external', 'internal', 'erc20', 'erc721', 'erc1155', 'specialnft']),
      tokenId: v.nullish(quantity),
      erc1155Metadata: v.nullish(v.array(v.object({ tokenId: quantity, value: quantity }))),
      rawContract: v.object({ value: v.nullish(quantity), address: v.nullish(chainAddress) }),
      metadata: v.object({ blockTimestamp: v.pipe(v.string(), v.isoTimestamp()) }),
    }),
  ),
  pageKey: v.nullish(v.string()),
})
type Told = v.InferOutput<typeof transfers>['transfers'][number]

const listLength = 100
const longestList = 1_000

export function createAlchemy(input: ProviderInput & { readonly key: string | undefined }): AccountProvider {
  async function ask<schema extends v.GenericSchema>(
    chainId: string,
    method: string,
    params: readonly unknown[],
    schema: schema,
    signal: AbortSignal | undefined,
  ): Promise<v.InferOutput<schema>> {
    // The key is part of the address; failures of the way out never tell it.
    const url = `https://${hosts[chainId]}.g.alchemy.com/v2/${encodeURIComponent(input.key ?? '')}`
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = v.object({ result: schema })
    return (await askProvider(input, { provider: name, url, body, schema: answer, signal })).result
  }

  async function listOf(
    chainId: string,
    party: { readonly fromAddress: Hex } | { readonly toAddress: Hex },
    before: string | undefined,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<List> {
    const question = {
      ...party,
      fromBlock: '0x0',
      toBlock: before === undefined ? 'latest' : `0x${BigInt(before).toString(16)}`,
      category: [
        'external',
        'erc20',
        'erc721',
        'erc1155',
        ...(withInternal.has(chainId) ? ['internal'] : []),
      ],
      order: 'desc',
      withMetadata: true,
      excludeZeroValue: true,
      maxCount: `0x${length.toString(16)}`,
    }
    const told = await ask(chainId, 'alchemy_getAssetTransfers', [question], transfers, signal)
    return { legs: told.transfers.flatMap(legsOf), isCut: Boolean(told.pageKey) }
  }

  return {
    name,
    serves: (networkId) => networkId.startsWith('eip155:') && Object.hasOwn(hosts, chainIdOf(networkId)),
    async tokens(networkId, address, { signal }) {
      const params = [address, 'erc20']
      const told = await ask(chainIdOf(networkId), 'alchemy_getTokenBalances', params, balances, signal)
      return told.tokenBalances
        .filter(({ tokenBalance }) => (tokenBalance ?? 0n) > 0n)
        .slice(0, mostTokens)
        .map(({ contractAddress }) => contractAddress)
    },
    async rows(networkId, address, before, { signal }) {
      const chainId = chainIdOf(networkId)
      for (const length of [listLength, longestList]) {
        const lists = await Promise.all([
          listOf(chainId, { fromAddress: address }, before, length, signal),
          listOf(chainId, { toAddress: address }, before, length, signal),
        ])
        const page = mergeLists(address, lists)
        if (page) return page
      }
      // A thousand transfers in one block: nobody's history.
      return { rows: [], next: undefined }
    },
  }
}

function legsOf(told: Told): Leg[] {
  const { blockNum: block, hash: of, from, category, rawContract, metadata } = told
  const common = { block, hash: of, minedAt: new Date(metadata.blockTimestamp) }
  const to = told.to ?? zero
  const token = rawContract.address ?? null
  const moved = (some: Pick<StoredTransfer, 'standard' | 'amount'> & { id?: string }): Leg => ({
    ...common,
    transfer: { token: category === 'external' || category === 'internal' ? null : token, from, to, ...some },
  })
  if (category === 'external' || category === 'internal')
    return [moved({ standard: 'native', amount: (rawContract.value ?? 0n).toString() })]
  if (token === null) return []
  if (category === 'erc20')
    return [moved({ standard: 'erc20', amount: (rawContract.value ?? 0n).toString() })]
  if (category === 'erc1155')
    return (told.erc1155Metadata ?? [])
      .slice(0, bounds.transfers)
      .map(({ tokenId, value }) =>
        moved({ standard: 'erc1155', id: tokenId.toString(), amount: value.toString() }),
      )
  return [moved({ standard: 'erc721', id: (told.tokenId ?? 0n).toString(), amount: '1' })]
}

const zero: Hex = `0x${'0'.repeat(40)}`
