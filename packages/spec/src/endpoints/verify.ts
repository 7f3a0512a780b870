/** Origin attestation for relay wallets: a page proves where it runs, a wallet asks. */
import * as v from 'valibot'
import { bounds } from './bounds.js'
import { defineEndpoint } from './endpoint.js'
import { text, webUrl } from './fields.js'

const attestationId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Expected 64 hex digits'))
const csrfToken = text(bounds.message)

/** The script of the hidden page; it learns the origin from the browser's message event, never from the page. */
export const verifyScript = defineEndpoint({
  rule: 'S8-28',
  method: 'GET',
  path: '/verify/index.js',
  query: v.object({ token: csrfToken }),
  response: v.string(),
  errors: ['token'],
  contentType: 'text/javascript; charset=utf-8',
})

/** The hidden page. Its `frame-ancestors` are the project's verified domains; empty when verification is off. */
export const verifyPage = defineEndpoint({
  rule: 'S8-28',
  method: 'GET',
  path: '/verify/:projectId',
  params: v.object({
    projectId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a project id')),
  }),
  response: v.string(),
  errors: [],
  contentType: 'text/html; charset=utf-8',
})

export const attest = defineEndpoint({
  rule: 'S8-28',
  method: 'POST',
  path: '/verify/attestation',
  headers: v.object({
    'x-csrf-token': csrfToken,
    /** What browsers add by themselves: whether the page that asks is one of the gateway's own. */
    'sec-fetch-site': v.optional(v.pipe(v.string(), v.maxLength(32))),
  }),
  body: v.object({ attestationId, origin: webUrl }),
  response: v.literal('OK'),
  errors: ['token'],
  contentType: 'text/plain; charset=utf-8',
})

/** `isScam` is null when nobody has said. */
export const attestation = defineEndpoint({
  rule: 'S8-28',
  method: 'GET',
  path: '/verify/attestation/:id',
  params: v.object({ id: attestationId }),
  query: v.object({ v2Supported: v.optional(v.picklist(['true', 'false'])) }),
  response: v.strictObject({ attestationId, origin: webUrl, isScam: v.nullable(v.boolean()) }),
  accepts: v.looseObject({ origin: v.string(), isScam: v.nullish(v.boolean(), null) }),
  errors: [],
})
