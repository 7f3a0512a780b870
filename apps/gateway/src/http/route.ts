/** Serves an entry of the contract: what comes in is parsed by its schemas, and what goes out is held against them. */
import type { Endpoint, OutputOf, RequestOf } from '@latchkey/spec/endpoints'
import { seconds } from '@latchkey/spec/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Deps } from '../deps.js'
import { type Clock, within } from '../ports/clock.js'
import { type Soon, whenHere } from '../ports/soon.js'
import { abortSignalOf, Stopper, type StopSignal } from '../ports/stop.js'
import type { Project } from '../store/projects.js'
import { addressKey } from './addressKey.js'
import { reasonsTold, refuse, refuseIssues } from './refusal.js'

/** What every handler is given besides the parsed parts of its request. */
export interface Caller {
  readonly requestId: string
  /** The body as it was sent, for what must be passed on character by character. */
  readonly bodyText: string
  /** Aborted when the caller leaves or the deadline of the request passes. Made when it is first asked for. */
  readonly signal: AbortSignal
  /** The same for work that is done thousands of times a second. */
  readonly left: StopSignal
  /** Who is calling; undefined for the operator's own endpoints. */
  readonly project: Project | undefined
  /** The page that calls, as its browser says; undefined for other callers and for pages of the gateway's own origin. */
  readonly origin: string | undefined
  /** As whom the caller's network address is counted. */
  readonly from: string
  /** The network address that the request came from. */
  readonly ip: string
  /** The origin under which the caller reaches this gateway. */
  readonly gatewayOrigin: string
  /** Takes more of the caller's rate limit, for a request that does the work of several; refuses when it is used up. */
  charge(cost: number): Promise<void>
  /** Says which account the body is about; refuses when too much was asked about it. */
  about(account: string): Promise<void>
}

/**
 * `any-origin`: for a project, whatever page it comes from. `optional-project`: for a project where one is named, else
 * for anybody, within the same limits. `anybody`: without a project, and not counted against a limit. `probe`: the
 * same, but no web page may read it. `operator`: like `probe`, and with the operator's token where
 * one is set.
 */
export type Access = 'project' | 'any-origin' | 'optional-project' | 'anybody' | 'probe' | 'operator'

export type HandlerInput<endpoint extends Endpoint> = RequestOf<endpoint> & { readonly caller: Caller }

/** An answer with more than a body. */
export class Answer<body> {
  constructor(
    readonly body: body,
    readonly extra: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {}
}

/** JSON that somebody else wrote and the handler has checked: sent as it is, so that no number in it loses digits (D-14). */
export class JsonText {
  constructor(readonly text: string) {}
}

export type Handler<endpoint extends Endpoint> = (
  input: HandlerInput<endpoint>,
  deps: Deps,
) => Soon<HandlerOutput<endpoint>>

type HandlerOutput<endpoint extends Endpoint> = OutputOf<endpoint> | Answer<OutputOf<endpoint>> | JsonText

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** `text`: the body is left as it came; JSON when absent. */
    body?: 'text'
  }
  interface FastifyRequest {
    project: Project | undefined
    bodyText: string
    charge: (cost: number) => Soon<void>
    about: (account: string) => Soon<void>
  }
  interface FastifyInstance {
    deps: Deps
  }
}

export function route<endpoint extends Endpoint>(
  app: FastifyInstance,
  endpoint: endpoint,
  handler: Handler<endpoint>,
  { access = 'project', bodyBytes }: { readonly access?: Access; readonly bodyBytes?: number } = {},
): void {
  const { cache, contentType = 'application/json; charset=utf-8', status = 200 } = endpoint
  const cacheControl = cache
    ? `public, max-age=${cache.maxAge / 1000}${cache.immutable ? ', immutable' : ''}`
    : 'no-store'

  function serve(request: FastifyRequest, reply: FastifyReply): Soon<FastifyReply> {
    const parts = parseParts(endpoint, request)
    const output = withDeadline(app.deps.clock, reply, (left) => {
      const caller: Caller = new RequestCaller(request, left)
      // The parts were parsed by this endpoint's own schemas, which is what the type says.
      const input = { ...parts, caller } as HandlerInput<endpoint>
      return handler(input, app.deps)
    })
    return whenHere(output, (said) => send(reply, said))
  }

  function send(reply: FastifyReply, output: HandlerOutput<endpoint>): FastifyReply {
    const answer = output instanceof Answer ? output : new Answer(output)
    reply.code(answer.extra.status ?? status).header('cache-control', cacheControl)
    reply.headers(answer.extra.headers ?? {}).type(answer.extra.headers?.['content-type'] ?? contentType)
    return reply.send(write(endpoint, answer.body))
  }

  for (const url of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    const bodyLimit = bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }
    app.route({ method: endpoint.method, url, config: { access }, ...bodyLimit, handler: serve })
  }
}

/** What is said of a caller is found out when somebody asks for it: most handlers want little of it. */
class RequestCaller implements Caller {
  readonly #request: FastifyRequest
  readonly left: StopSignal
  #signal: AbortSignal | undefined

  constructor(request: FastifyRequest, left: StopSignal) {
    this.#request = request
    this.left = left
  }

  get requestId() {
    return this.#request.id
  }
  get project() {
    return this.#request.project
  }
  get bodyText() {
    return this.#request.bodyText
  }
  get origin() {
    return this.#request.headers.origin
  }
  get ip() {
    return this.#request.ip
  }
  get from() {
    return addressKey(this.#request.ip)
  }
  get gatewayOrigin() {
    return `${this.#request.protocol}://${this.#request.host}`
  }
  get signal() {
    this.#signal ??= abortSignalOf(this.left)
    return this.#signal
  }
  // A function by itself: handlers pass it on.
  get charge() {
    const request = this.#request
    return async (cost: number) => request.charge(cost)
  }
  async about(account: string) {
    await this.#request.about(account)
  }
}

/** Every handler has answered after this, or its caller is told so. */
const handlerDeadline = seconds(15)

/**
 * Hands the work a signal that fires when the caller leaves or the time is up. Fastify's own signal fires as soon as
 * the body of a request has been read.
 */
export function withDeadline<value>(
  clock: Clock,
  reply: FastifyReply,
  work: (left: StopSignal) => Soon<value>,
): Soon<value> {
  const stopper = new Stopper()
  const started = work(stopper)
  return started instanceof Promise ? waitFor(clock, reply, started, stopper) : started
}

async function waitFor<value>(
  clock: Clock,
  reply: FastifyReply,
  started: Promise<value>,
  stopper: Stopper,
): Promise<value> {
  const leave = () => stopper.abort(refuse('unavailable', 'The caller has left'))
  reply.raw.once('close', leave)
  try {
    return await within(clock, handlerDeadline, started, () => {
      const late = refuse('unavailable', 'The request took too long')
      stopper.abort(late)
      return late
    })
  } finally {
    reply.raw.off('close', leave)
  }
}

const parts = ['params', 'query', 'headers', 'body'] as const

function parseParts(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const parsed: Record<string, unknown> = {}
  const issues: v.BaseIssue<unknown>[] = []
  for (const part of parts) {
    const schema = endpoint[part]
    if (!schema) continue
    const read = v.safeParse(schema, request[part])
    if (read.success) parsed[part] = read.output
    else issues.push(...read.issues.slice(0, reasonsTold))
  }
  if (issues.length > 0) throw refuseIssues(issues)
  return parsed
}

/** A body that breaks the contract is a bug of ours: it answers 500 and the issues go to the log. */
function write(endpoint: Endpoint, body: unknown): string | Buffer {
  if (body instanceof JsonText) return body.text
  const checked = v.safeParse(endpoint.response, body)
  if (!checked.success) throw new ContractError(endpoint, checked.issues)
  // Over the same memory: a picture is served many times and never written to.
  if (checked.output instanceof Uint8Array) {
    const { buffer, byteOffset, byteLength } = checked.output
    return Buffer.from(buffer, byteOffset, byteLength)
  }
  return typeof checked.output === 'string' && endpoint.contentType
    ? checked.output
    : JSON.stringify(checked.output)
}

class ContractError extends Error {
  override readonly name = 'ContractError'
  constructor(endpoint: Endpoint, issues: readonly v.BaseIssue<unknown>[]) {
    const first = issues.slice(0, 5).map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
    super(`The answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${first.join('; ')}`)
  }
}

/** Answers 405 where a path exists, but not for this method. Call it after the last route. */
export function refuseOtherMethods(app: FastifyInstance, served: readonly Endpoint[]): void {
  for (const url of new Set(served.flatMap(({ path, aliases = [] }) => [path, ...aliases]))) {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
    const allow = methods.filter((method) => app.hasRoute({ method, url })).join(', ')
    const handler = () => {
      throw refuse('method', `The method must be one of ${allow}`, { allow })
    }
    const others = methods.filter((method) => !app.hasRoute({ method, url }))
    app.route({ method: others, url, config: { access: 'anybody' }, handler })
  }
}
