/** Names of the gateway's own zone: looking up, suggesting, registering, changing, and resolving them on chain. */
import * as v from 'valibot'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import { address, eip155Address, hex, recordOf, text, timestamp, unixSeconds } from './fields.js'

/** A whole name such as `alice.latch.id`; callers may write it in any case. */
const fullName = v.pipe(
  v.string(),
  v.maxLength(255),
  v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'Expected a name'),
  v.toLowerCase(),
)

/** What a person has typed so far, with or without the zone. */
const partialName = v.pipe(
  v.string(),
  v.minLength(3),
  v.maxLength(255),
  v.regex(/^[a-z0-9.-]+$/i, 'Expected a name'),
  v.toLowerCase(),
)

/** ENSIP-11: 60 for Ethereum, or 0x80000000 | chain id. */
const coinType = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff))
const coinTypeKey = v.pipe(v.string(), v.regex(/^\d{1,10}$/, 'Expected a coin type'))

const attributeKey = v.pipe(v.string(), v.regex(/^[a-z0-9.]{1,64}$/, 'Expected an attribute name'))
const attributeValue = text(255)
const nameAttributes = recordOf(attributeKey, attributeValue, 32)

export const nameRecord = v.strictObject({
  name: fullName,
  registered_at: timestamp,
  updated_at: v.nullable(timestamp),
  attributes: nameAttributes,
  addresses: v.record(coinTypeKey, v.strictObject({ address: eip155Address, created_at: timestamp })),
})
export type NameRecord = v.InferOutput<typeof nameRecord>

const acceptedRecord = v.looseObject({
  name: v.string(),
  attributes: v.nullish(v.record(v.string(), v.string())),
  addresses: v.optional(v.record(v.string(), v.looseObject({ address: v.string() })), {}),
})

/** Version 2 answers an unknown name with an empty list; without it the answer is 404. */
const apiVersion = v.optional(v.picklist(['1', '2']))
const nothing = v.strictTuple([])

export const name = defineEndpoint({
  rule: 'S7-13',
  method: 'GET',
  path: '/v1/profile/account/:name',
  params: v.object({ name: fullName }),
  query: query({ apiVersion }),
  response: v.union([nameRecord, nothing]),
  accepts: v.union([acceptedRecord, v.array(acceptedRecord)]),
  errors: ['name', 'nameNotFound'],
})

export const namesOfAddress = defineEndpoint({
  rule: 'S7-14',
  method: 'GET',
  path: '/v1/profile/reverse/:address',
  params: v.object({ address }),
  query: query({ apiVersion, sender: v.optional(text(bounds.address)) }),
  response: v.array(nameRecord),
  accepts: v.array(acceptedRecord),
  errors: ['address', 'addressNotFound'],
})

export const nameSuggestions = defineEndpoint({
  rule: 'S7-15',
  method: 'GET',
  path: '/v1/profile/suggestions/:name',
  params: v.object({ name: partialName }),
  query: query({ zone: v.optional(text(64)) }),
  response: v.strictObject({
    suggestions: v.pipe(
      v.array(v.strictObject({ name: fullName, registered: v.boolean() })),
      v.maxLength(bounds.suggestions),
    ),
  }),
  accepts: v.looseObject({
    suggestions: v.array(v.looseObject({ name: v.string(), registered: v.optional(v.boolean(), false) })),
  }),
  errors: ['name'],
})

/** A nonce for the signed messages below: single use, five minutes. */
export const nameNonce = defineEndpoint({
  rule: 'D-20',
  method: 'GET',
  path: '/v1/profile/nonce',
  query: plainQuery,
  response: v.strictObject({ nonce: text(bounds.identifier), expiresAt: timestamp }),
  errors: [],
})

/** What is signed, as JSON text. The older form has a time only; the gateway remembers its digest against replay. */
const timed = { timestamp: unixSeconds }

/** What our client signs: bound to a domain, a network and a nonce that the gateway burns (D-20). */
const bound = {
  version: v.literal('2'),
  domain: text(255),
  projectId: v.optional(text(bounds.identifier)),
  chainId: v.pipe(v.string(), v.regex(/^eip155:\d{1,32}$/)),
  nonce: text(bounds.identifier),
  issuedAt: timestamp,
  expiresAt: timestamp,
}

const registration = { name: fullName, attributes: v.optional(nameAttributes) }
const attributesChange = { attributes: nameAttributes }
const addressChange = { coin_type: coinType, address: eip155Address }

/** The JSON inside `message` of the three signed calls; `action` keeps one from being used as another. */
export const nameMessages = {
  register: v.union([
    v.strictObject({ ...registration, ...timed }),
    v.strictObject({ action: v.literal('register'), ...registration, ...bound }),
  ]),
  attributes: v.union([
    v.strictObject({ ...attributesChange, ...timed }),
    v.strictObject({ action: v.literal('attributes'), name: fullName, ...attributesChange, ...bound }),
  ]),
  address: v.union([
    v.strictObject({ ...addressChange, ...timed }),
    v.strictObject({ action: v.literal('address'), name: fullName, ...addressChange, ...bound }),
  ]),
}

/** The gateway verifies the signature over exactly the characters of `message` (EIP-191, ERC-1271, ERC-6492). */
const signedEnvelope = v.object({
  message: text(bounds.message),
  signature: hex(bounds.signatureBytes),
  coin_type: coinType,
  address: eip155Address,
})

export const registerName = defineEndpoint({
  rule: 'S7-16',
  method: 'POST',
  path: '/v1/profile/account',
  query: plainQuery,
  body: signedEnvelope,
  response: nameRecord,
  // Success is the status; other gateways' bodies vary.
  accepts: v.unknown(),
  errors: ['name', 'coinType', 'attributes', 'timestamp', 'nonce', 'signature', 'owner', 'payload'],
})

export const updateNameAttributes = defineEndpoint({
  rule: 'S7-16',
  method: 'POST',
  path: '/v1/profile/account/:name/attributes',
  params: v.object({ name: fullName }),
  query: plainQuery,
  body: signedEnvelope,
  response: nameAttributes,
  accepts: v.unknown(),
  errors: ['attributes', 'timestamp', 'nonce', 'signature', 'owner', 'nameNotFound', 'payload'],
})

export const updateNameAddress = defineEndpoint({
  rule: 'S7-16',
  method: 'POST',
  path: '/v1/profile/account/:name/address',
  params: v.object({ name: fullName }),
  query: plainQuery,
  body: signedEnvelope,
  response: nameRecord.entries.addresses,
  accepts: v.unknown(),
  errors: ['coinType', 'address', 'timestamp', 'nonce', 'signature', 'owner', 'nameNotFound', 'payload'],
})

/** EIP-3668: the resolver contract sends callers here. The last segment is the call data followed by `.json`. */
export const ccipRead = defineEndpoint({
  rule: 'D-20',
  method: 'GET',
  path: '/v1/ccip/:sender/:file',
  params: v.object({
    sender: eip155Address,
    file: v.pipe(
      v.string(),
      v.maxLength(2 + 2 * 4096 + 5),
      v.regex(/^0x(?:[0-9a-f]{2})*\.json$/i, 'Expected call data and .json'),
    ),
  }),
  response: v.strictObject({ data: hex() }),
  errors: ['name'],
})

/** The same, for call data too long for an address. */
export const ccipReadPost = defineEndpoint({
  rule: 'D-20',
  method: 'POST',
  path: '/v1/ccip',
  body: v.object({ sender: eip155Address, data: hex(16 * 1024) }),
  response: v.strictObject({ data: hex() }),
  errors: ['name'],
})
