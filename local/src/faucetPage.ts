/** A faucet for people: a form in the browser and its answer, without any script; programs speak JSON to the same path. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from './escapeHtml.js'
import type { Faucet } from './faucet.js'
import { readBody, sendJson } from './http.js'
import { refuseMethod } from './loopbackServer.js'

const bodyLimit = 4096

export async function serveFaucet(
  request: IncomingMessage,
  response: ServerResponse,
  { faucet, network }: { faucet: Faucet; network: string },
): Promise<unknown> {
  const { origin, accept = '', 'content-type': type = '' } = request.headers
  if (request.method === 'GET') return sendPage(response, 200, page(network))
  if (request.method !== 'POST') return refuseMethod(response, 'GET, POST, OPTIONS')
  const body = await readBody(request, bodyLimit)
  const isForm = type.startsWith('application/x-www-form-urlencoded') && accept.includes('text/html')
  const asked = isForm ? JSON.stringify({ address: new URLSearchParams(body).get('address')?.trim() }) : body
  const { status, headers = {}, body: told } = await faucet.handle(asked, origin)
  if (!isForm) return sendJson(response, status, told, headers)
  const said = status === 200 ? 'Sent. It is on the chain already.' : reasonOf(told)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  return sendPage(response, status, page(network, said))
}

const reasonOf = (told: unknown): string =>
  typeof told === 'object' && told !== null && 'error' in told ? String(told.error) : 'Something went wrong.'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { margin: 0 0 1.5rem; font-size: 1.25rem; }
label { display: grid; gap: .375rem; font-size: .875rem; }
input, button { box-sizing: border-box; width: 100%; padding: .75rem; border-radius: .75rem; font: inherit; }
input { border: 1px solid GrayText; background: Canvas; color: CanvasText; }
button { border: 0; background: #4f46e5; color: #fff; font-weight: 600; cursor: pointer; }
:is(input, button):focus-visible { outline: 2px solid #818cf8; outline-offset: 2px; }
.note { color: GrayText; font-size: .875rem; }
`

function page(network: string, said = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Faucet of ${escapeHtml(network)}</title>
<style>${style}</style>
<h1>Test coins on ${escapeHtml(network)}</h1>
<form method="post">
  <p><label>Address <input name="address" maxlength="120" required autocomplete="off"></label></p>
  <p><button>Get test coins</button></p>
</form>
<p role="status">${escapeHtml(said)}</p>
<p class="note">They are worth nothing anywhere else.</p>
</html>
`
}

/** The page's own style, and no other. */
const styleHash = createHash('sha256').update(style).digest('base64')

function sendPage(response: ServerResponse, status: number, html: string): ServerResponse {
  return response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
    })
    .end(html)
}
