/** The one way out over HTTP: bounded in time and size, without redirects, with failures sorted by kind. */
export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Aborting it ends the request; the caller's deadline belongs here. */
  readonly signal: AbortSignal
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

export type OutboundFailure = 'aborted' | 'unreachable' | 'too-large' | 'not-text'

/** Says what kind of thing went wrong, and nothing else: addresses and keys of upstreams stay out of logs and answers. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  constructor(readonly kind: OutboundFailure) {
    super(kind)
  }
}

/** For addresses that the operator configured: private ones are fine. */
export const systemOutbound: Outbound = {
  async send({ url, maxBytes, signal, ...request }) {
    try {
      const response = await fetch(url, { ...request, signal, redirect: 'manual', credentials: 'omit' })
      return {
        status: response.status,
        text: await readText(response, maxBytes),
        retryAfter: response.headers.get('retry-after') ?? undefined,
      }
    } catch (cause) {
      if (cause instanceof OutboundError) throw cause
      throw new OutboundError(signal.aborted ? 'aborted' : 'unreachable')
    }
  },
}

/** Counts while reading: an announced length may be missing, or a lie. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel()
    throw new OutboundError('too-large')
  }
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (length > maxBytes) throw new OutboundError('too-large')
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new OutboundError('not-text')
  }
}
