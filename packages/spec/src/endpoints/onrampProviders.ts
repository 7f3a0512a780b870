/** Who sells crypto through this gateway, and where, for what and how. */
import * as v from 'valibot'
import { minutes } from '../limits.js'
import { defineEndpoint, query } from './endpoint.js'
import { imageUrl, text, webUrl } from './fields.js'

export const onrampProviders = defineEndpoint({
  rule: 'S7-18',
  method: 'GET',
  path: '/v1/onramp/providers',
  query: query({ countries: v.optional(text(1024)) }),
  response: v.array(
    v.strictObject({
      serviceProvider: text(64),
      name: text(),
      websiteUrl: v.nullable(webUrl),
      logos: v.strictObject({ light: imageUrl, dark: imageUrl }),
      categories: v.array(text(64)),
      /** True for the stand-in of the local world: nobody is charged (D-18). */
      sandbox: v.optional(v.boolean()),
    }),
  ),
  accepts: v.array(v.looseObject({ serviceProvider: v.string(), name: v.optional(v.string()) })),
  errors: ['provider', 'unavailable'],
  cache: { maxAge: minutes(5) },
})

export const onrampPropertyTypes = [
  'countries',
  'crypto-currencies',
  'fiat-currencies',
  'payment-methods',
  'fiat-purchases-limits',
  'countries-defaults',
] as const

/** Each provider's own lists; their items differ by type, and are passed on as they are. */
export const onrampProviderProperties = defineEndpoint({
  rule: 'S7-18',
  method: 'GET',
  path: '/v1/onramp/providers/properties',
  query: query({ type: v.picklist(onrampPropertyTypes), countries: v.optional(text(1024)) }),
  response: v.array(v.record(v.string(), v.unknown())),
  errors: ['provider', 'unavailable'],
  cache: { maxAge: minutes(5) },
})
