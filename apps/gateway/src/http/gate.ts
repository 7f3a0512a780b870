/** What a request must pass before its handler: a known project, an allowed origin, and its share of the rate limit. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOriginAllowed } from '../store/projects.js'
import { refuse, refuseForNow } from './refusal.js'

export interface RateLimit {
  /** 0: unlimited. */
  readonly perMinute: number
  readonly burst: number
}

export function guard(app: FastifyInstance, rate: RateLimit, operatorToken?: string): void {
  app.decorateRequest('project', undefined)
  app.decorateRequest('charge', freeOfCharge)
  app.addHook('onRequest', async (request) => {
    const { access = 'anybody' } = request.routeOptions.config
    if (request.method === 'OPTIONS' || access === 'anybody' || access === 'probe') return
    if (access === 'operator') {
      if (operatorToken === undefined || bearsToken(request, operatorToken)) return
      throw refuse('token', 'The operator’s token is missing or wrong')
    }
    const { limiter, metrics, projects } = app.deps
    const project = await projects.find(projectIdOf(request))
    if (rate.perMinute > 0) {
      // Strangers share one bucket per address, so that inventing ids gains nothing.
      const key = `${addressKey(request.ip)}|${project?.id ?? ''}`
      const bucket = { key, capacity: rate.burst, perSecond: rate.perMinute / 60 }
      request.charge = async (cost) => {
        // What is dearer than a full bucket empties it, or it could never be had.
        const verdict = await limiter.take({ ...bucket, cost: Math.min(cost, rate.burst) })
        if (verdict.isAllowed) return
        metrics.observeRefusal('rate')
        throw refuseForNow(verdict.retryAfter)
      }
    }
    await request.charge(1)
    if (!project) {
      metrics.observeRefusal('project')
      throw refuse('project')
    }
    const { origin } = request.headers
    if (access === 'project' && origin !== undefined && !isOriginAllowed(project, origin)) {
      metrics.observeRefusal('origin')
      throw refuse('origin')
    }
    request.project = project
  })
}

/** Compares digests, so that the time taken says nothing about the token. */
function bearsToken({ headers: { authorization = '' } }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}

async function freeOfCharge(): Promise<void> {}

function projectIdOf(request: FastifyRequest): string | undefined {
  const { projectId } = request.query as Record<string, unknown> // an object of texts or lists of texts
  return typeof projectId === 'string' && projectId !== '' ? projectId : undefined
}

/** One household has a whole /64 of IPv6, and could otherwise have a bucket for each of its addresses. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice('::ffff:'.length)
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter((group) => group !== '')
  const right = tail.split(':').filter((group) => group !== '')
  const middle = ip.includes('::') ? Array(8 - left.length - right.length).fill('0') : []
  return `${[...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
