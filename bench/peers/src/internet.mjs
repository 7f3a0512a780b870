/** Stands in for every host of the internet, over HTTPS and WSS: answers at once, so that nothing waits and nothing leaves. */
import { createServer } from 'node:https'
import { generate } from 'selfsigned'
import { WebSocketServer } from 'ws'

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32"/></svg>'
const bodyLimit = 1_000_000

/** What a chain's node answers; anything else is an empty result. */
const results = /** @type {Record<string, unknown>} */ ({
  eth_chainId: '0x1',
  net_version: '1',
  eth_blockNumber: '0x1',
  eth_getBalance: '0x0',
  eth_gasPrice: '0x1',
  eth_call: '0x',
})

/** @param {unknown} call */
const answerCall = (call) => {
  const { id, method } = /** @type {{ id?: unknown, method?: string }} */ (call ?? {})
  return { jsonrpc: '2.0', id, result: results[method ?? ''] ?? null }
}

const wallets = Array.from({ length: 40 }, (_, index) => ({
  id: String(index).padStart(64, '0'),
  name: `Wallet ${index + 1}`,
  homepage: 'https://wallet.invalid',
  image_id: `image-${index}`,
  order: index,
  mobile_link: `wallet${index}://`,
  app_store: null,
  play_store: null,
  rdns: null,
  chrome_store: null,
  injected: null,
}))

/**
 * @param {string} path
 * @param {string | undefined} destination what the browser wants it for
 * @returns {{ type: string, body: string }}
 */
function answerGet(path, destination) {
  const json = (/** @type {unknown} */ value) => ({ type: 'application/json', body: JSON.stringify(value) })
  if (path === '/getWallets') return json({ data: wallets, count: 400 })
  if (path === '/appkit/v1/config') return json({ features: [] })
  if (path === '/projects/v1/origins') return json({ allowedOrigins: [] })
  if (path === '/getAnalyticsConfig') return json({ isAnalyticsEnabled: true })
  if (path === '/v1/supported-chains') return json({ http: ['eip155:1', 'eip155:42161'], ws: [] })
  if (destination === 'image' || /image|\.(svg|png|webp)/i.test(path))
    return { type: 'image/svg+xml', body: icon }
  if (destination === 'iframe') return { type: 'text/html', body: '<!doctype html><title>stand-in</title>' }
  if (destination === 'script') return { type: 'text/javascript', body: '' }
  if (destination === 'style') return { type: 'text/css', body: '' }
  return json({})
}

/** @param {string} text @returns {string | undefined} the answer to one JSON-RPC call or a batch of them */
function answerRpc(text) {
  try {
    const calls = JSON.parse(text)
    if (Array.isArray(calls)) return JSON.stringify(calls.map(answerCall))
    return 'jsonrpc' in calls ? JSON.stringify(answerCall(calls)) : undefined
  } catch {
    return undefined
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  let text = ''
  for await (const piece of request) {
    text += piece
    if (text.length > bodyLimit) return ''
  }
  return text
}

/** @returns {Promise<{ resolverRules: string, close: () => void }>} the browser's rules that lead every host here */
export async function startInternet() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'stand-in.invalid' }])
  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  const answer = async (request, response) => {
    const origin = request.headers.origin ?? '*'
    const headers = {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-allow-methods': '*',
    }
    const rpc = request.method === 'POST' ? answerRpc(await readBody(request)) : undefined
    const { pathname } = new URL(request.url ?? '/', 'https://stand-in.invalid')
    const { type, body } = rpc
      ? { type: 'application/json', body: rpc }
      : answerGet(pathname, request.headers['sec-fetch-dest']?.toString())
    response.writeHead(200, { ...headers, 'content-type': type }).end(body)
  }
  const server = createServer({ key, cert }, (request, response) => {
    // A page that leaves in the middle of its question gets no answer.
    answer(request, response).catch(() => response.destroy())
  })
  const sockets = new WebSocketServer({ server, maxPayload: bodyLimit })
  sockets.on('connection', (socket) =>
    socket.on('message', (/** @type {Buffer} */ data) => socket.send(answerRpc(data.toString()) ?? '{}')),
  )
  await /** @type {Promise<void>} */ (new Promise((done) => server.listen(0, '127.0.0.1', done)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.')
  return {
    resolverRules: `MAP * 127.0.0.1:${address.port}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    close() {
      sockets.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
