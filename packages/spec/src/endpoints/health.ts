/** How an operator's tools ask the gateway about itself. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { text } from './fields.js'

/** The process runs. Never touches a database or an upstream, so that a slow one does not get the process killed. */
export const healthz = defineEndpoint({
  rule: 'D-40',
  method: 'GET',
  path: '/healthz',
  response: v.strictObject({ status: v.literal('ok') }),
  errors: [],
})

/** Traffic may be sent here: every part that is needed answers. 503 with the same body otherwise. */
export const readyz = defineEndpoint({
  rule: 'D-40',
  method: 'GET',
  path: '/readyz',
  response: v.strictObject({
    status: v.picklist(['ready', 'not-ready', 'draining']),
    checks: v.record(v.string(), v.strictObject({ ok: v.boolean(), reason: v.optional(text()) })),
  }),
  errors: [],
})

/** Prometheus text format. */
export const metrics = defineEndpoint({
  rule: 'D-40',
  method: 'GET',
  path: '/metrics',
  response: v.string(),
  errors: [],
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
})
