/** The collectibles of an account (D-06), and their pictures. */
import * as v from 'valibot'
import { days } from '../limits.js'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import {
  address,
  eip155AccountId,
  eip155NetworkId,
  integerAmount,
  networkId,
  queryFlag,
  text,
} from './fields.js'

/** A path on the gateway that answered: a page shows pictures of its own gateway only. */
const imagePath = v.pipe(
  v.string(),
  v.regex(/^\/v1\/nfts\/image\/[0-9a-f]{40}$/, 'Expected a picture of the gateway'),
)

export const nftStandards = ['erc721', 'erc1155'] as const

const nft = v.strictObject({
  chainId: eip155NetworkId,
  /** The collection: CAIP-10 of its contract. */
  contract: eip155AccountId,
  tokenId: integerAmount,
  standard: v.picklist(nftStandards),
  /** How many of it; one for ERC-721. */
  amount: integerAmount,
  /** What it calls itself, or the collection and its number. */
  name: text(),
  collection: v.strictObject({ name: text(), symbol: v.nullable(text()) }),
  description: v.nullable(text(bounds.description)),
  /** Null where it has no picture that can be shown. */
  image: v.nullable(imagePath),
  /** Advertises something, so that it is hidden until somebody wants to see it. */
  isSpam: v.boolean(),
})

export const nfts = defineEndpoint({
  rule: 'D-06',
  method: 'GET',
  path: '/v1/account/:address/nfts',
  params: v.object({ address }),
  query: query({
    chainId: v.optional(networkId),
    cursor: v.optional(text(bounds.cursor)),
    /** Whether what looks like spam is listed too. */
    spam: v.optional(queryFlag, false),
  }),
  response: v.strictObject({
    data: v.pipe(v.array(nft), v.maxLength(bounds.nftPage)),
    next: v.nullable(text(bounds.cursor)),
    /** `partial` while the past of the account is still being read: more may turn up. */
    meta: v.strictObject({ completeness: v.picklist(['full', 'partial']) }),
  }),
  errors: ['address', 'chain', 'namespace', 'chainUnavailable', 'unavailable'],
})
export type Nft = v.InferOutput<typeof nft>

export const nftImage = defineEndpoint({
  rule: 'D-06',
  method: 'GET',
  path: '/v1/nfts/image/:id',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/, 'Expected an image id')) }),
  query: plainQuery,
  headers: v.object({ 'if-none-match': v.optional(v.pipe(v.string(), v.maxLength(1024))) }),
  response: v.pipe(
    v.instance(Uint8Array),
    v.check((bytes) => bytes.byteLength <= bounds.imageBytes, 'Too large'),
  ),
  errors: ['unavailable'],
  cache: { maxAge: days(1) },
  contentType: 'image/*',
})
