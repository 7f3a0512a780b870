/** The wallet origin: static pages of the embedded wallet. Its frame is served for exactly one embedding origin (D-32). */
import { framePath } from '@latchkey/spec/frame'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from '../http/failures.js'
import { refuse } from '../http/refusal.js'
import { isOriginAllowed, type Projects } from '../store/projects.js'
import type { WalletFile } from './files.js'
import { type Ancestor, fileHeaders, pageHeaders, workerHeaders } from './headers.js'

/** Where a social sign-in ends, in the window that it began in. */
const handoffPath = '/handoff'

export interface WalletInput {
  readonly files: ReadonlyMap<string, WalletFile>
  readonly projects: Projects
  readonly isLocal: boolean
}

export function serveWallet(app: FastifyInstance, { files, projects, isLocal }: WalletInput): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(pageHeaders({ ancestor: 'none', isLocal }))
    done()
  })

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const file = files.get(path)
    if (!file) return answerNotFound(request, reply)
    if (!file.isPage) return sendFile(request, reply, file)
    // The only page that may be shown in a frame; all others are windows of their own.
    const ancestor = file === files.get(framePath) ? await findAncestor(request) : 'none'
    // Headers of the strictest kind are already set; opening up replaces them.
    if (ancestor !== 'none') reply.removeHeader('x-frame-options').removeHeader('cross-origin-opener-policy')
    reply.headers(pageHeaders({ ancestor, isLocal }))
    // The end of a social sign-in tells the page that opened it; it holds nothing that an opener could reach.
    if (path === handoffPath) reply.header('cross-origin-opener-policy', 'unsafe-none')
    return reply.type(file.type).send(file.body)
  })

  /** The origin that asks, if its project lists it. */
  async function findAncestor(request: FastifyRequest): Promise<Ancestor> {
    const { projectId, origin: claimed } = request.query as Record<string, unknown> // an object of texts or lists of texts
    const origin = readOrigin(claimed ?? request.headers.referer)
    if (!origin) throw refuse('origin', 'The embedding origin is missing or not readable')
    const project = await projects.find(typeof projectId === 'string' ? projectId : undefined)
    if (!project) throw refuse('project')
    if (!isOriginAllowed(project, origin)) throw refuse('origin')
    return origin
  }

  function sendFile(request: FastifyRequest, reply: FastifyReply, file: WalletFile): FastifyReply {
    for (const name of Object.keys(pageHeaders({ ancestor: 'none', isLocal }))) reply.removeHeader(name)
    reply
      .headers({ ...fileHeaders({ isLocal }), ...(file.isScript ? workerHeaders : {}) })
      .header('etag', file.etag)
    reply.header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    return reply.type(file.type).send(file.body)
  }
}

/** Only what `URL` itself writes as an origin gets into a header, so that nothing can be smuggled into the policy. */
export function readOrigin(value: unknown): Exclude<Ancestor, 'none'> | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { origin, protocol } = new URL(value)
  if (!/^https?:$/.test(protocol) || /[;,\s]/.test(origin)) return undefined
  return origin as Exclude<Ancestor, 'none'> // http and https origins are written that way
}
