/** Who an address is: a name and a picture. */
import * as v from 'valibot'
import { limits } from '../limits.js'
import { bounds } from './bounds.js'
import { defineEndpoint, query } from './endpoint.js'
import { address, imageUrl, text, timestamp } from './fields.js'

export const identity = defineEndpoint({
  rule: 'S7-03',
  method: 'GET',
  path: '/v1/identity/:address',
  aliases: ['/v1/account/:address/identity'],
  params: v.object({ address }),
  query: query({ sender: v.optional(text(bounds.address)) }),
  response: v.strictObject({
    name: v.nullable(text()),
    avatar: v.nullable(imageUrl),
    resolvedAt: timestamp,
  }),
  accepts: v.looseObject({ name: v.nullish(v.string(), null), avatar: v.nullish(v.string(), null) }),
  errors: ['address', 'unavailable'],
  // S9-02. That an address has no name is not kept, so that a new one shows at once.
  cache: { maxAge: limits.identityCache },
})
