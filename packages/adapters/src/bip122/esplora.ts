/** Esplora over HTTP: bounded in time and size, and asked elsewhere where one server does not answer. */
import type { AdapterContext } from '@latchkey/core'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'

export interface Esplora {
  /** The answer, parsed; `undefined` where there is no such thing. */
  get(path: `/${string}`): Promise<unknown>
  /** Rejects with the node's reason. */
  send(hex: string): Promise<void>
}

type Context = Pick<AdapterContext, 'fetch' | 'clock' | 'options'>

interface Answer {
  readonly status: number
  readonly text: string
}

export function createEsplora(context: Context, network: Network, signal: AbortSignal): Esplora {
  const urls = urlsOf(context, network)

  /** A server that says no is believed; one that says nothing is not the only one. */
  async function ask(path: string, body?: string): Promise<Answer> {
    let last: unknown = new LatchkeyError('relay.no-rpc-url')
    for (const urlOf of urls) {
      const url = urlOf(path)
      try {
        const answer = await request(context, { url, signal, body })
        if (answer.status < 500 && answer.status !== 429) return answer
        last = new LatchkeyError('http.status', { n: answer.status, url })
      } catch (cause) {
        if (signal.aborted) throw cause
        last = cause
      }
    }
    throw last
  }

  return {
    async get(path) {
      const { status, text } = await ask(path)
      if (status === 404) return undefined
      if (status !== 200) throw new LatchkeyError('http.status', { n: status, url: path })
      try {
        return JSON.parse(text)
      } catch (cause) {
        throw new LatchkeyError('http.answer-malformed', { url: path }, { cause })
      }
    },
    async send(hex) {
      const { status, text } = await ask('/tx', hex)
      // Sent before, by us or by somebody else: it is where it should be.
      if (status === 200 || /already[ -](?:in|known)/i.test(text)) return
      throw new LatchkeyError('rpc.failed', { method: 'sendrawtransaction', reason: reasonIn(text) })
    },
  }
}

/** D-22: with a gateway the page talks to that and to nobody else; without one, to the servers its networks name. */
function urlsOf(
  { options }: Context,
  { caipNetworkId, rpcUrls }: Network,
): readonly ((path: string) => string)[] {
  const { gatewayUrl, projectId } = options
  if (gatewayUrl) {
    const base = `${gatewayUrl.replace(/\/$/, '')}/v1/esplora/${encodeURIComponent(caipNetworkId)}`
    const query = projectId ? `?projectId=${encodeURIComponent(projectId)}` : ''
    return [(path) => `${base}${path}${query}`]
  }
  return rpcUrls.default.http.map((url) => (path) => `${url.replace(/\/$/, '')}${path}`)
}

/** Nodes write their reason as JSON inside a sentence. */
const reasonIn = (text: string): string =>
  /"message":\s*"([^"]{1,200})"/.exec(text)?.[1] ?? text.slice(0, 200)

async function request(
  { fetch, clock }: Context,
  {
    url,
    signal,
    body,
  }: { readonly url: string; readonly signal: AbortSignal; readonly body: string | undefined },
): Promise<Answer> {
  const ends = new AbortController()
  const abort = () => ends.abort(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  const cancel = clock.after(limits.httpTimeout, () =>
    ends.abort(new LatchkeyError('http.timeout', { url, n: limits.httpTimeout })),
  )
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      signal: ends.signal,
      ...(body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
    })
    return { status: response.status, text: await readText(response, url) }
  } catch (cause) {
    if (ends.signal.aborted) throw ends.signal.reason
    throw cause instanceof LatchkeyError ? cause : new LatchkeyError('http.unreachable', { url }, { cause })
  } finally {
    cancel()
    signal.removeEventListener('abort', abort)
  }
}

async function readText(response: Response, url: string): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limits.httpBytes) {
      await reader.cancel().catch(() => {})
      throw new LatchkeyError('http.too-large', { url, n: limits.httpBytes })
    }
    text += decoder.decode(value, { stream: true })
  }
}
