/** Tells a page which origins its project allows, so that a page that is not among them can say so (S5-05, S7-27). */
import { endpoints } from '@latchkey/spec/endpoints'
import { matchesOrigin } from '@latchkey/spec/validation'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../http/refusal.js'
import { type Caller, route } from '../http/route.js'

export function origins(app: FastifyInstance): void {
  const handler = ({ caller }: { caller: Caller }) => ({ allowedOrigins: allowedOrigins(caller) })
  // A page that is refused could not learn that it is not allowed.
  route(app, endpoints.origins, handler, { access: 'any-origin' })
}

/** Clients read an empty list as "everybody", so that "nobody" is said with a name that cannot exist (RFC 6761). */
const nobody = 'https://nobody.invalid'

function allowedOrigins({ project, origin }: Caller): string[] {
  if (!project) throw refuse('project')
  if (!project.isOpen) return project.allowedOrigins.length > 0 ? [...project.allowedOrigins] : [nobody]
  // Everybody is allowed, but some clients want to find themselves on the list.
  return origin !== undefined && matchesOrigin(origin, origin) ? [origin] : []
}
