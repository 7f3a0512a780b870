/** Which web pages may call the API: all of them, except what is about the gateway itself. Who is served is decided by project and origin, not by the browser. */
import type { FastifyInstance } from 'fastify'
import type { Access } from './route.js'

const allowedHeaders = [
  'content-type',
  'user-agent',
  'referer',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
  'solana-client',
  'sec-fetch-mode',
  'x-sdk-type',
  'x-sdk-version',
  'authorization',
  'x-nonce-jwt',
  'x-otp',
]

const exposedHeaders = ['x-request-id', 'retry-after']

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT',
  'access-control-allow-headers': allowedHeaders.join(', '),
  // Browsers keep it for two hours at most.
  'access-control-max-age': '7200',
}

/** What is said about the gateway itself is for the operator's tools, which are no web pages. */
function isClosedToPages(access: Access | undefined): boolean {
  return access === 'probe' || access === 'operator'
}

export function allowAllOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isClosedToPages(request.routeOptions.config.access)) return done()
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', exposedHeaders.join(', '))
    if (request.method !== 'OPTIONS') return done()
    // A preflight is answered for any path: the call itself then says whether there is something.
    return void reply.code(204).headers(preflightHeaders).send()
  })
}
