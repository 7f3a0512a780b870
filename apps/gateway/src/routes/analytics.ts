/** Takes the events that an app sends to its own gateway, and says whether it wants them (S7-22, S7-28, D-21). */
import { bounds, type EndpointRequest, endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'
import { refuse, refuseForNow } from '../http/refusal.js'
import { type Caller, route } from '../http/route.js'
import type { AnalyticsEvent } from '../store/analytics.js'

/** A beacon takes 64 KiB; a batch of errors by fetch may be larger. */
const limits = { bodyBytes: bounds.analyticsBytes }

export function analyticsEvent(app: FastifyInstance): void {
  route(app, endpoints.analyticsEvent, ({ body, ...from }, deps) => take([body], from, deps), limits)
}

export function analyticsBatch(app: FastifyInstance): void {
  route(app, endpoints.analyticsBatch, ({ body, ...from }, deps) => take(body, from, deps), limits)
}

export function analyticsConfig(app: FastifyInstance): void {
  route(app, endpoints.analyticsConfig, ({ caller: { project } }, { analytics }) => ({
    isAnalyticsEnabled: project !== undefined && analytics.isKept(project),
  }))
}

/** Events of one project: how many at once, and how many a second after that. Bounds what strangers can make us store. */
const burst = 5_000
const perSecond = 100

async function take(
  events: readonly AnalyticsEvent[],
  { query, caller }: { query: EndpointRequest<'analyticsEvent'>['query']; caller: Caller },
  { analytics, limiter }: Deps,
): Promise<Record<never, never>> {
  const { project } = caller
  if (!project) throw refuse('project')
  // Taken and let go: a refusal would alarm a page that has done nothing wrong (S8-29).
  if (!analytics.isKept(project)) return {}
  const bucket = { key: `analytics|${project.id}`, capacity: burst, perSecond, cost: events.length }
  const { isAllowed, retryAfter } = await limiter.take(bucket)
  if (!isAllowed) throw refuseForNow(retryAfter)
  await analytics.add({ project, sdkType: query.st, sdkVersion: query.sv }, events)
  return {}
}
