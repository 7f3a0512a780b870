/** What a request must pass before its handler: a known project, an allowed origin, and its share of the limits. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { whenHere } from '../ports/soon.js'
import { createAdmit, type RateLimit, secretOf } from './admission.js'
import { refuse } from './refusal.js'

export { addressKey } from './addressKey.js'

export function guard(app: FastifyInstance, rate: RateLimit, operatorToken?: string): void {
  const admit = createAdmit(app.deps, rate)
  app.decorateRequest('project', undefined)
  app.decorateRequest('charge', freeOfCharge)
  app.decorateRequest('about', freeOfCharge)
  app.addHook('onRequest', (request, _, done) => {
    const { access = 'anybody' } = request.routeOptions.config
    if (request.method === 'OPTIONS' || access === 'anybody' || access === 'probe') return done()
    if (access === 'operator') {
      if (operatorToken === undefined || bearsToken(request, operatorToken)) return done()
      return done(refuse('token', 'The operator’s token is missing or wrong'))
    }
    const asking = {
      ip: request.ip,
      projectId: projectIdOf(request),
      origin: originOf(request),
      secret: secretOf(request.headers),
      account: accountOf(request),
      isAnyOrigin: access === 'any-origin',
    }
    const isNamed = access !== 'optional-project' || asking.projectId !== undefined
    const admitted = whenHere(
      isNamed ? admit(asking) : admit.anybody(asking),
      ({ project, charge, about }) => {
        request.project = project
        request.charge = charge
        request.about = about
      },
    )
    if (admitted instanceof Promise) admitted.then(() => done(), done)
    else done()
  })
}

/** Compares digests, so that the time taken says nothing about the token. */
function bearsToken({ headers: { authorization = '' } }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}

function freeOfCharge(): void {}

function projectIdOf(request: FastifyRequest): string | undefined {
  const { projectId } = request.query as Record<string, unknown> // an object of texts or lists of texts
  return typeof projectId === 'string' && projectId !== '' ? projectId : undefined
}

/**
 * A browser leaves the origin out where a page reads from its own; it says so, and then the page's origin is the one that
 * was asked.
 */
function originOf(request: FastifyRequest): string | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers
  return origin ?? (site === 'same-origin' ? `${request.protocol}://${request.host}` : undefined)
}

/** Paths about one account name it so, and queries about one so. What a body is about, its handler says. */
function accountOf(request: FastifyRequest): string | undefined {
  const { address, account } = request.params as Record<string, string | undefined> // texts by the names in the path
  const { userAddress } = request.query as Record<string, unknown> // an object of texts or lists of texts
  return address ?? account ?? (typeof userAddress === 'string' ? userAddress : undefined)
}
