/** Who may open the relay: a known project, an allowed origin or app, and a token that holds. */
import type { IncomingMessage } from 'node:http'
import { type AuthFailureKind, authFailureText, type JwtRefusal, relayQuery } from '@latchkey/spec/relay'
import * as v from 'valibot'
import type { Clock } from '../ports/clock.js'
import { isOriginAllowed, type Project, type Projects } from '../store/projects.js'
import { checkToken } from './clientToken.js'

export interface Admitted {
  readonly client: string
  readonly project: string
}

export interface Refused {
  readonly refusal: JwtRefusal
  /** The client asked for refusals as a close event. */
  readonly byCloseEvent: boolean
}

export interface AdmitInput {
  readonly projects: Projects
  readonly clock: Clock
  readonly audiences: readonly string[]
}

type Query = v.InferOutput<typeof relayQuery>

export async function admit(request: IncomingMessage, input: AdmitInput): Promise<Admitted | Refused> {
  const query = readQuery(request.url ?? '')
  const byCloseEvent = query?.useOnCloseEvent === 'true'
  const verdict = query ? await judge(request, query, input) : failed('jwt-encoding')
  return 'kind' in verdict ? { refusal: verdict, byCloseEvent } : verdict
}

/** A field that is given twice, or is longer than any client makes it, is not read at all. */
function readQuery(target: string): Query | undefined {
  const [, search = ''] = target.split('?', 2)
  const fields = new URLSearchParams(search)
  if (new Set(fields.keys()).size < fields.size) return undefined
  const read = v.safeParse(relayQuery, Object.fromEntries(fields))
  return read.success ? read.output : undefined
}

async function judge(
  { headers }: IncomingMessage,
  query: Query,
  { projects, clock, audiences }: AdmitInput,
): Promise<Admitted | JwtRefusal> {
  const project = await projects.find(query.projectId || undefined)
  if (!project) return failed(query.projectId ? 'project-unknown' : 'project-missing')
  if (!isFromAllowedPlace(project, headers.origin, query)) return failed('origin-not-allowed')
  const token = query.auth || bearer(headers.authorization)
  if (!token) return failed('jwt-missing')
  const known = audiences.length > 0 ? audiences : undefined
  const verdict = await checkToken(token, { now: clock.now(), audiences: known })
  return 'refusal' in verdict ? verdict.refusal : { client: verdict.client, project: project.id }
}

/** Browsers say their origin; apps, which have none, their name. Wallets and servers say nothing: the relay serves both ends of a talk. */
function isFromAllowedPlace(project: Project, origin: string | undefined, query: Query): boolean {
  if (origin !== undefined) return isOriginAllowed(project, origin)
  const app = query.packageName || query.bundleId
  return !app || project.isOpen || project.allowedOrigins.includes(app)
}

function bearer(header = ''): string | undefined {
  return /^bearer +(\S+)$/i.exec(header)?.[1]
}

type PlainFailure = Exclude<AuthFailureKind, 'jwt-early' | 'jwt-expired'>

function failed(kind: PlainFailure): JwtRefusal {
  return { kind, text: authFailureText(kind, {}) }
}
