/** The way out to services that the operator configured: bounded in time and size, without redirects, failures sorted by kind. */
import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { seconds } from '@latchkey/spec/limits'
import { OutboundError } from './outboundError.js'
import { readBytes } from './readBytes.js'
import { readUtf8 } from './readUtf8.js'
import type { StopSignal } from './stop.js'

export { OutboundError } from './outboundError.js'

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Aborting it ends the request; the caller's deadline belongs here. */
  readonly signal: StopSignal
  /** Answers beyond this are given up, in bytes. */
  readonly maxBytes: number
}

export interface OutboundAnswer {
  readonly status: number
  readonly text: string
  /** As sent: seconds or a date. */
  readonly retryAfter: string | undefined
}

export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundAnswer>
}

/** Connections to one host that are kept open, and how long without use. Most servers close theirs after 60 s. */
const connectionsKept = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: seconds(30) }

/**
 * For addresses that the operator configured: private ones are fine. Addresses of strangers go through `untrusted.ts`,
 * nodes are asked through `quickOutbound.ts`.
 */
export function createOutbound(): Outbound & { close(): void } {
  const agents = { 'http:': new PlainAgent(connectionsKept), 'https:': new TlsAgent(connectionsKept) }

  function exchange(request: OutboundRequest, isSecondTry: boolean): Promise<OutboundAnswer> {
    const { url, method, headers, body, signal, maxBytes } = request
    const target = new URL(url)
    const isTls = target.protocol === 'https:'
    return new Promise((resolve, reject) => {
      const sent = (isTls ? requestTls : requestPlain)(
        target,
        {
          method,
          agent: isTls ? agents['https:'] : agents['http:'],
          headers: {
            ...headers,
            'accept-encoding': 'gzip',
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
        },
        (response) => {
          const { statusCode = 0, headers: said } = response
          readText(response, maxBytes).then(
            (text) => resolve({ status: statusCode, text, retryAfter: said['retry-after'] }),
            reject,
          )
        },
      )
      // By hand: the signal that Node takes itself watches the request with a dozen listeners.
      const leave = () => sent.destroy(new OutboundError('aborted'))
      signal.addEventListener('abort', leave, { once: true })
      sent.on('close', () => signal.removeEventListener('abort', leave))
      if (signal.aborted) leave()
      sent.on('error', (cause: Error & { code?: string }) => {
        // The server closed a kept connection in the moment we chose it: nothing was heard, so it is asked anew.
        const isStale = sent.reusedSocket && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE')
        if (isStale && !isSecondTry && !signal.aborted) resolve(exchange(request, true))
        else reject(cause)
      })
      sent.end(body)
    })
  }

  return {
    async send(request) {
      try {
        return await exchange(request, false)
      } catch (cause) {
        if (cause instanceof OutboundError) throw cause
        throw new OutboundError(request.signal.aborted ? 'aborted' : 'unreachable')
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const isPacked = response.headers['content-encoding'] === 'gzip'
  const length = isPacked ? undefined : response.headers['content-length']
  // What is unpacked is counted as well, since a little may unpack to a lot.
  const stream: Readable = isPacked ? pipeline(response, createGunzip(), () => {}) : response
  return readUtf8(await readBytes(stream, length, maxBytes))
}
