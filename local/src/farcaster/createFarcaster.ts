/** A stand-in for Farcaster’s sign-in relay and for the app on somebody’s phone, in one. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendJson } from '../http.js'
import { people } from '../identity/people.js'
import { type ChannelRequest, type Channels, createChannels } from './channels.js'
import { askPage, endPage } from './page.js'
import { signAs } from './signAs.js'

const base = '/farcaster'
const longestBody = 16_384

/** LATCHKEY_FARCASTER of a gateway that asks this stand-in, whose registry is on `networkId`. */
export const farcasterSettings = (url: string, networkId: string) => ({ relay: `${url}${base}`, networkId })

/** Answers what lies below `/farcaster`; false where the path is somebody else's. `url` is where this is reached. */
export function createFarcaster(url: () => string, channels: Channels = createChannels()) {
  async function openChannel(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = readRequest(await readBody(request, longestBody))
    if (!asked) return void sendJson(response, 400, { errCode: 'bad_request' })
    const { token, nonce } = channels.open(asked)
    const link = `${url()}${base}/siwf?channelToken=${token}`
    sendJson(response, 201, { channelToken: token, url: link, connectUri: link, nonce })
  }

  function tell(request: IncomingMessage, response: ServerResponse): void {
    const token = /^Bearer (\S{1,64})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const channel = channels.read(token)
    if (!channel) return void sendJson(response, 401, { errCode: 'unauthenticated' })
    const { nonce, answer } = channel
    const state = answer ? 'completed' : 'pending'
    sendJson(response, answer ? 200 : 202, { state, nonce, ...answer })
  }

  function ask(token: string, response: ServerResponse): void {
    const channel = channels.find(token)
    if (!channel) return sendPage(response, 404, endPage('This sign-in has expired.'))
    const { domain } = channel.request
    sendPage(response, 200, askPage({ domain, token, action: `${base}/siwf`, people }))
  }

  async function sign(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readBody(request, longestBody))
    const channel = channels.find(form.get('channelToken') ?? '')
    const answer = channel && (await signAs(channel, form.get('person') ?? ''))
    if (!channel || !answer) return sendPage(response, 404, endPage('This sign-in has expired.'))
    channel.answer = answer
    sendPage(response, 200, endPage('Done. Go back to the app.'))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url())
    const what = `${request.method} ${pathname.slice(base.length)}`
    if (what === 'POST /v1/channel') return openChannel(request, response)
    if (what === 'GET /v1/channel/status') return tell(request, response)
    if (what === 'GET /siwf') return ask(searchParams.get('channelToken') ?? '', response)
    if (what === 'POST /siwf') return sign(request, response)
    response.writeHead(404).end()
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!request.url?.startsWith(`${base}/`)) return false
    answer(request, response).catch(() => response.headersSent || response.writeHead(400).end())
    return true
  }
}

function readRequest(text: string): ChannelRequest | undefined {
  // A stand-in for trying things out: what is missing is refused, what is odd is shown.
  const body = JSON.parse(text) as Record<string, unknown>
  const { siweUri, domain, nonce, expirationTime, notBefore } = body
  if (typeof siweUri !== 'string' || typeof domain !== 'string') return undefined
  const own = { siweUri, domain }
  return {
    ...own,
    ...(typeof nonce === 'string' ? { nonce } : {}),
    ...(typeof expirationTime === 'string' ? { expirationTime } : {}),
    ...(typeof notBefore === 'string' ? { notBefore } : {}),
  }
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    })
    .end(html)
}
