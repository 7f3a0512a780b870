/** The contract itself, for programs and for people. */
import { type Endpoint, endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { Answer, JsonText, route } from '../http/route.js'
import { openApiOf } from '../openapi/document.js'
import { pageOf, pagePolicy } from '../openapi/page.js'

const forAnybody = { access: 'anybody' } as const

/** Written once: what is served does not change while the gateway runs. */
export function openApi(app: FastifyInstance): void {
  const text = lazily(() => JSON.stringify(documentOf(app)))
  route(app, endpoints.openApi, () => new JsonText(text()), forAnybody)
}

const pageHeaders = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

export function apiPage(app: FastifyInstance): void {
  const page = lazily(() => pageOf(documentOf(app)))
  route(app, endpoints.apiPage, () => new Answer(page(), { headers: pageHeaders }), forAnybody)
}

/** What this process serves, in the order of the contract. */
function documentOf(app: FastifyInstance) {
  const all = Object.entries(endpoints) as [string, Endpoint][] // the entries of the table, by name
  return openApiOf(all.filter(([, { method, path }]) => app.hasRoute({ method, url: path })))
}

function lazily(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}
