/** A faucet for people: a form in the browser and its answer, without any script; programs speak JSON to the same path. */
import type { IncomingMessage, ServerResponse } from 'node:http'
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

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

function page(network: string, said = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Faucet of ${escaped(network)}</title>
<h1>Test coins on ${escaped(network)}</h1>
<form method="post">
  <p><label>Address <input name="address" size="66" maxlength="120" required autocomplete="off"></label></p>
  <p><button>Get test coins</button></p>
</form>
<p role="status">${escaped(said)}</p>
<p>They are worth nothing anywhere else.</p>
</html>
`
}

function sendPage(response: ServerResponse, status: number, html: string): ServerResponse {
  return response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    .end(html)
}
