/** How an operator's tools ask the gateway about itself. */
import * as v from 'valibot'
import { minutes } from '../limits.js'
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
    /** Parts that are away and that this process can do without: it works, less well. Absent when there are none. */
    degraded: v.optional(v.pipe(v.array(text()), v.minLength(1))),
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

/** The contract itself, as far as this gateway serves it, in the format of OpenAPI 3.1. */
export const openApi = defineEndpoint({
  rule: 'D-40',
  method: 'GET',
  path: '/openapi.json',
  response: v.looseObject({ openapi: v.literal('3.1.0'), paths: v.record(v.string(), v.unknown()) }),
  errors: [],
  cache: { maxAge: minutes(5) },
})

/** The same as a page for people. */
export const apiPage = defineEndpoint({
  rule: 'D-40',
  method: 'GET',
  path: '/reference',
  response: v.string(),
  errors: [],
  cache: { maxAge: minutes(5) },
  contentType: 'text/html; charset=utf-8',
})
