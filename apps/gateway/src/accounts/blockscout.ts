/** Tokens and activity from Blockscout, an explorer that anybody may run: by the interface that explorers share. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { bytes, chainAddress, type Hex } from '../chain/shapes.js'
import { askProvider, type ProviderInput } from '../prices/provider.js'
import { type Leg, type List, mergeLists } from './merge.js'
import { type AccountProvider, chainIdOf, mostTokens } from './provider.js'

const name = 'blockscout'

/** Instances that the project runs for everybody. */
const publicHosts: Readonly<Record<string, string>> = {
  '1': 'https://eth.blockscout.com',
  '10': 'https://optimism.blockscout.com',
  '100': 'https://gnosis.blockscout.com',
  '137': 'https://polygon.blockscout.com',
  '324': 'https://zksync.blockscout.com',
  '8453': 'https://base.blockscout.com',
  '42161': 'https://arbitrum.blockscout.com',
}

const digits = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const whole = v.pipe(digits, v.transform(Number), v.safeInteger(), v.minValue(0))
const amount = v.pipe(
  digits,
  v.transform((text) => BigInt(text).toString()),
)
const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/i),
  v.transform((text) => text.toLowerCase() as Hex), // lower case of hex is hex
)
/** Empty where there is none. */
const maybeAddress = v.pipe(
  v.nullish(v.union([v.literal(''), chainAddress]), ''),
  v.transform((text) => (text === '' ? null : text)),
)
const common = {
  blockNumber: whole,
  timeStamp: v.pipe(whole, v.maxValue(8_640_000_000)),
  hash,
  from: chainAddress,
  to: maybeAddress,
}

/** An empty list is told as a failure with this status. */
const listed = <const item extends v.GenericSchema>(item: item) =>
  v.object({ status: v.optional(v.string()), result: v.nullish(v.array(item), []) })

const plain = listed(
  v.object({
    ...common,
    nonce: v.optional(whole, '0'),
    transactionIndex: v.optional(whole, '0'),
    value: amount,
    input: v.optional(
      v.union([
        v.pipe(
          v.literal('deprecated'),
          v.transform((): Hex => '0x'),
        ),
        bytes,
      ]),
      '0x',
    ),
    isError: v.optional(v.string(), '0'),
  }),
)
const tokenMoves = listed(v.object({ ...common, contractAddress: chainAddress, value: amount }))
const nftMoves = listed(v.object({ ...common, contractAddress: chainAddress, tokenID: amount }))
const tokenList = listed(v.object({ contractAddress: chainAddress, type: v.optional(v.string(), '') }))

const listLength = 50
const longestList = 1_000

export function createBlockscout(
  input: ProviderInput & {
    readonly key: string | undefined
    /** Instances of one's own. */
    readonly urls: ReadonlyMap<NetworkId, string>
  },
): AccountProvider {
  const baseOf = (networkId: NetworkId) =>
    input.urls.get(networkId)?.replace(/\/+$/, '') ?? publicHosts[chainIdOf(networkId)]

  function ask<schema extends v.GenericSchema>(
    networkId: NetworkId,
    fields: Readonly<Record<string, string>>,
    schema: schema,
    signal: AbortSignal | undefined,
  ): Promise<v.InferOutput<schema>> {
    const query = new URLSearchParams({
      module: 'account',
      ...fields,
      ...(input.key ? { apikey: input.key } : {}),
    })
    return askProvider(input, { provider: name, url: `${baseOf(networkId)}/api?${query}`, schema, signal })
  }

  async function listsOf(
    networkId: NetworkId,
    address: Hex,
    before: string | undefined,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<List[]> {
    const fields = {
      address,
      sort: 'desc',
      page: '1',
      offset: String(length),
      ...(before === undefined ? {} : { startblock: '0', endblock: before }),
    }
    const [own, tokens, nfts] = await Promise.all([
      ask(networkId, { action: 'txlist', ...fields }, plain, signal),
      ask(networkId, { action: 'tokentx', ...fields }, tokenMoves, signal),
      ask(networkId, { action: 'tokennfttx', ...fields }, nftMoves, signal),
    ])
    const cut = (list: { readonly result: readonly unknown[] | null }) => (list.result?.length ?? 0) >= length
    const place = (item: { blockNumber: number; timeStamp: number; hash: Hex }) => ({
      block: item.blockNumber,
      hash: item.hash,
      minedAt: new Date(item.timeStamp * 1000),
    })
    const list = <item>(items: readonly item[] | null, isCut: boolean, leg: (item: item) => Leg): List => ({
      legs: (items ?? []).map(leg),
      isCut,
    })
    return [
      list(own.result, cut(own), (item) => ({
        ...place(item),
        transaction: {
          index: item.transactionIndex,
          nonce: item.nonce,
          sender: item.from,
          recipient: item.to,
          input: item.input,
          value: BigInt(item.value),
          isConfirmed: item.isError === '0',
        },
        ...(item.value === '0' || item.to === null
          ? {}
          : {
              transfer: { standard: 'native', token: null, amount: item.value, from: item.from, to: item.to },
            }),
      })),
      list(tokens.result, cut(tokens), (item) => ({
        ...place(item),
        transfer: {
          standard: 'erc20',
          token: item.contractAddress,
          amount: item.value,
          from: item.from,
          to: item.to ?? zero,
        },
      })),
      list(nfts.result, cut(nfts), (item) => ({
        ...place(item),
        transfer: {
          standard: 'erc721',
          token: item.contractAddress,
          id: item.tokenID,
          amount: '1',
          from: item.from,
          to: item.to ?? zero,
        },
      })),
    ]
  }

  return {
    name,
    serves: (networkId) => networkId.startsWith('eip155:') && baseOf(networkId) !== undefined,
    async tokens(networkId, address, { signal }) {
      const told = await ask(networkId, { action: 'tokenlist', address }, tokenList, signal)
      return (told.result ?? [])
        .filter(({ type }) => type === 'ERC-20')
        .slice(0, mostTokens)
        .map(({ contractAddress }) => contractAddress)
    },
    async rows(networkId, address, before, { signal }) {
      for (const length of [listLength, longestList]) {
        const page = mergeLists(address, await listsOf(networkId, address, before, length, signal))
        if (page) return page
      }
      // A thousand transfers in one block: nobody's history.
      return { rows: [], next: undefined }
    },
  }
}

const zero: Hex = `0x${'0'.repeat(40)}`
