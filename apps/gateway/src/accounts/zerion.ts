/** Tokens and activity from Zerion. */
import { operationTypes } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { chainAddress, type Hex } from '../chain/shapes.js'
import type { ActivityRow, StoredTransfer } from '../indexer/activity.js'
import { askProvider, type ProviderInput } from '../prices/provider.js'
import { type AccountProvider, chainIdOf, mostTokens } from './provider.js'

const name = 'zerion'

const chains: Readonly<Record<string, string>> = {
  '1': 'ethereum',
  '10': 'optimism',
  '56': 'binance-smart-chain',
  '100': 'xdai',
  '137': 'polygon',
  '250': 'fantom',
  '324': 'zksync-era',
  '8453': 'base',
  '42161': 'arbitrum',
  '43114': 'avalanche',
  '59144': 'linea',
  '534352': 'scroll',
  '1313161554': 'aurora',
}

const fungible = v.object({
  implementations: v.array(v.object({ chain_id: v.string(), address: v.nullish(chainAddress) })),
})
const positions = v.object({
  data: v.array(v.object({ attributes: v.object({ fungible_info: v.nullish(fungible) }) })),
})

const units = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/i),
  v.transform((text) => text.toLowerCase() as Hex), // lower case of hex is hex
)
const transactions = v.object({
  links: v.optional(v.object({ next: v.nullish(v.string()) }), {}),
  data: v.array(
    v.object({
      attributes: v.object({
        operation_type: v.fallback(v.picklist(operationTypes), 'execute'),
        hash,
        mined_at_block: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
        mined_at: v.pipe(v.string(), v.isoTimestamp()),
        sent_from: chainAddress,
        sent_to: v.nullish(v.union([v.literal(''), chainAddress])),
        status: v.picklist(['confirmed', 'failed', 'pending']),
        nonce: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
        transfers: v.nullish(
          v.array(
            v.object({
              fungible_info: v.nullish(fungible),
              nft_info: v.nullish(
                v.object({
                  contract_address: chainAddress,
                  token_id: v.nullish(units),
                  interface: v.nullish(v.string()),
                }),
              ),
              quantity: v.object({ int: units }),
              sender: chainAddress,
              recipient: chainAddress,
            }),
          ),
          [],
        ),
      }),
    }),
  ),
})
type Told = v.InferOutput<typeof transactions>['data'][number]['attributes']

const pageSize = '50'
const mostTransfers = 200

export function createZerion(input: ProviderInput & { readonly key: string | undefined }): AccountProvider {
  const authorization = `Basic ${Buffer.from(`${input.key ?? ''}:`).toString('base64')}`
  const ask = <schema extends v.GenericSchema>(
    path: string,
    fields: Readonly<Record<string, string>>,
    schema: schema,
    signal: AbortSignal | undefined,
  ) => {
    const url = `https://api.zerion.io/v1/wallets/${path}?${new URLSearchParams(fields)}`
    return askProvider(input, { provider: name, url, headers: { authorization }, schema, signal })
  }

  return {
    name,
    serves: (networkId) => networkId.startsWith('eip155:') && Object.hasOwn(chains, chainIdOf(networkId)),
    async tokens(networkId, address, { signal }) {
      const chain = chains[chainIdOf(networkId)] ?? ''
      const fields = {
        'filter[chain_ids]': chain,
        'filter[positions]': 'only_simple',
        'filter[trash]': 'only_non_trash',
        currency: 'usd',
        sort: 'value',
      }
      const { data } = await ask(`${address}/positions/`, fields, positions, signal)
      const found = data.flatMap(({ attributes }) => tokenOn(chain, attributes.fungible_info) ?? [])
      return [...new Set(found)].slice(0, mostTokens)
    },
    async rows(networkId, address, before, { signal }) {
      const chain = chains[chainIdOf(networkId)] ?? ''
      const fields = {
        'filter[chain_ids]': chain,
        'filter[trash]': 'only_non_trash',
        currency: 'usd',
        'page[size]': pageSize,
        ...(before === undefined ? {} : { 'page[after]': before }),
      }
      const { data, links } = await ask(`${address}/transactions/`, fields, transactions, signal)
      return {
        rows: data
          // What waits is not part of the chain.
          .filter(({ attributes }) => attributes.status !== 'pending')
          .map(({ attributes }) => rowOf(chain, address, attributes)),
        next: afterOf(links.next),
      }
    },
  }
}

/** Undefined for the native coin, whose implementation has no address. */
function tokenOn(chain: string, info: v.InferOutput<typeof fungible> | null | undefined): Hex | undefined {
  return info?.implementations.find(({ chain_id }) => chain_id === chain)?.address ?? undefined
}

/** Only the place is taken from the link: where to ask is ours to say. */
function afterOf(link: string | null | undefined): string | undefined {
  if (!link || !URL.canParse(link)) return undefined
  return new URL(link).searchParams.get('page[after]')?.slice(0, 512) || undefined
}

function rowOf(chain: string, account: Hex, told: Told): ActivityRow {
  const isConfirmed = told.status === 'confirmed'
  const transfers = (told.transfers ?? []).slice(0, mostTransfers).map((item): StoredTransfer => {
    const { sender: from, recipient: to, quantity, nft_info: nft } = item
    const amount = quantity.int
    if (nft) {
      const standard = nft.interface?.toLowerCase() === 'erc1155' ? 'erc1155' : 'erc721'
      return { standard, token: nft.contract_address, id: nft.token_id ?? '0', amount, from, to }
    }
    const token = tokenOn(chain, item.fungible_info)
    return token
      ? { standard: 'erc20', token, amount, from, to }
      : { standard: 'native', token: null, amount, from, to }
  })
  return {
    address: account,
    blockNumber: told.mined_at_block ?? 0,
    transactionIndex: 0,
    transactionHash: told.hash,
    minedAt: new Date(told.mined_at),
    sender: told.sent_from,
    recipient: told.sent_to || null,
    nonce: told.nonce ?? 0,
    operation: told.operation_type,
    isConfirmed,
    isOwn: told.sent_from === account,
    touchedToken: told.operation_type === 'approve' ? told.sent_to || null : null,
    transfers: isConfirmed ? transfers : [],
  }
}
