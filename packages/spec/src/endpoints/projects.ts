/** What the gateway knows of an app: where it may run, what is switched on, what it has used. */
import * as v from 'valibot'
import { minutes } from '../limits.js'
import { defineEndpoint, plainQuery } from './endpoint.js'
import { text } from './fields.js'

/** Patterns such as `https://app.example` and `https://*.example`; a star stands for whole labels (S5-05). */
export const origins = defineEndpoint({
  rule: 'S7-27',
  method: 'GET',
  path: '/projects/v1/origins',
  query: plainQuery,
  response: v.strictObject({ allowedOrigins: v.array(text(255)) }),
  accepts: v.looseObject({ allowedOrigins: v.array(v.string()) }),
  errors: [],
})

/** Features that an operator may switch from the server, by the names clients of this wire know. */
export const remoteFeatures = [
  'activity',
  'swap',
  'onramp',
  'social_login',
  'reown_branding',
  'multi_wallet',
  'email_capture',
  'headless',
  'payments',
  'reown_authentication',
] as const

export const appConfig = defineEndpoint({
  rule: 'S7-24',
  method: 'GET',
  path: '/appkit/v1/config',
  query: plainQuery,
  response: v.strictObject({
    features: v.array(
      v.strictObject({
        id: v.picklist(remoteFeatures),
        isEnabled: v.boolean(),
        config: v.nullable(v.array(text(64))),
      }),
    ),
  }),
  accepts: v.looseObject({
    features: v.array(
      v.looseObject({
        id: v.string(),
        isEnabled: v.boolean(),
        config: v.nullish(v.array(v.string()), null),
      }),
    ),
  }),
  errors: [],
  cache: { maxAge: minutes(5) },
})

/** `enteprise` is spelled so by the clients of this wire. */
export const projectLimits = defineEndpoint({
  rule: 'S7-24',
  method: 'GET',
  path: '/appkit/v1/project-limits',
  query: plainQuery,
  response: v.strictObject({
    planLimits: v.strictObject({
      tier: v.picklist(['none', 'starter', 'pro', 'enteprise']),
      isAboveRpcLimit: v.boolean(),
      isAboveMauLimit: v.boolean(),
    }),
  }),
  accepts: v.looseObject({
    planLimits: v.looseObject({
      tier: v.string(),
      isAboveRpcLimit: v.optional(v.boolean(), false),
      isAboveMauLimit: v.optional(v.boolean(), false),
    }),
  }),
  errors: [],
})
