/** Every way a request can go wrong before, in or after its handler, answered in the one failure shape. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type FailureKind, failure } from '@latchkey/spec/endpoints'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../ports/db.js'
import { NetworkNotServed, NetworkUnavailable, NoRoom, RpcError } from '../rpc/errors.js'
import { Refusal, refuse } from './refusal.js'

/** What the framework itself refuses, in the contract's words. */
const frameworkFailures: Readonly<Record<string, { kind: FailureKind; description: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { kind: 'tooLarge', description: 'The body is too large' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    kind: 'parameter',
    description: 'The body does not have the announced length',
  },
  FST_ERR_BAD_URL: { kind: 'parameter', description: 'The path is not readable' },
}

function toRefusal(error: FastifyError | Refusal | Error): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof NetworkNotServed) return refuse('chain', error.message)
  if (error instanceof NetworkUnavailable) return refuse('chainUnavailable', error.message)
  if (error instanceof NoRoom)
    return refuse('tooLarge', 'The answers are too large together; ask for fewer at once')
  // A handler that expects the node to say no catches it; elsewhere the network does not give what is needed.
  if (error instanceof RpcError) return refuse('chainUnavailable', 'The network refused a call')
  if (isDatabaseAway(error))
    return refuse('unavailable', 'The database is away, try again soon', { 'retry-after': '1' })
  const known = 'code' in error ? frameworkFailures[error.code] : undefined
  return known ? refuse(known.kind, known.description) : refuse('internal')
}

/** A bug answers 500 without details; they are in the log, under the id that the answer carries. */
export function answerError(
  error: FastifyError | Refusal | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = toRefusal(error)
  if (refusal.status >= 500 && !(error instanceof Refusal))
    request.log.error({ err: error, reqId: request.id }, 'a request failed')
  if (isLongBodyOnItsWay(request)) reply.header('connection', 'close')
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(refusal.body)
}

/** What a connection may still bring after a refusal, in bytes: read and dropped, so that the client surely gets its answer. */
const dropped = 64 * 1024

/** A longer body that nobody wants would have to be read before the connection is of use again. */
function isLongBodyOnItsWay({ raw }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
  return !raw.complete && (encoding !== undefined || Number(length) > dropped)
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  return answerError(refuse('notFound', 'There is nothing here'), request, reply)
}

const socketFailures: Readonly<Record<string, { status: string; description: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    description: 'The request took too long to arrive',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    description: 'The headers are too large',
  },
}
const unreadable = { status: '400 Bad Request', description: 'The request is not readable' }

/** Requests that never became one: the parser gave up, so the answer is written to the socket by hand. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, description } = socketFailures[error.code ?? ''] ?? unreadable
  const body = JSON.stringify(failure('parameter', description).body)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
    'access-control-allow-origin': '*',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
