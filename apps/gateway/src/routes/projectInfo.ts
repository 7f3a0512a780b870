/** What an app may ask about its own project: which features the operator switched, and whether it is beyond its quota. */
import { type EndpointOutput, endpoints, remoteFeatures } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { refuse } from '../http/refusal.js'
import { route } from '../http/route.js'
import type { Project } from '../store/projects.js'

export function appConfig(app: FastifyInstance): void {
  route(app, endpoints.appConfig, ({ caller: { project } }) => {
    if (!project) throw refuse('project')
    return { features: featuresOf(project) }
  })
}

export function projectLimits(app: FastifyInstance): void {
  route(app, endpoints.projectLimits, ({ caller: { project } }, { usage }) => {
    if (!project) throw refuse('project')
    const { perDay = Number.POSITIVE_INFINITY } = project.quotas
    const isAboveRpcLimit = usage.today(project.id) >= perDay
    // There are no plans, and people are not counted.
    return { planLimits: { tier: 'none' as const, isAboveRpcLimit, isAboveMauLimit: false } }
  })
}

type Features = EndpointOutput<'appConfig'>['features']

/** A switch is `true`, `false`, or the list of what is chosen. What the operator has not set is left to the app. */
const featureSwitch = v.union([
  v.boolean(),
  v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(64))), v.maxLength(32)),
])

function featuresOf({ features }: Project): Features {
  return remoteFeatures.flatMap((id) => {
    const read = v.safeParse(featureSwitch, features[id])
    if (!read.success) return []
    const config = Array.isArray(read.output) ? read.output : null
    return [{ id, isEnabled: read.output !== false, config }]
  })
}
