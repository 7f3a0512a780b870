/** The two other processes of the benchmark: a node that answers at once, and a reverse proxy that does nothing but pass on. */
import { Agent, createServer, request } from 'node:http'

const [part, port = '0', target = '0'] = process.argv.slice(2)

/** @param {import('node:http').IncomingMessage} message */
async function readAll(message) {
  const chunks = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** @param {{ id: unknown, method: string }} call */
function answer({ id, method }) {
  const results = /** @type {Record<string, string>} */ ({ eth_chainId: '0x7a69', eth_blockNumber: '0x10' })
  return { jsonrpc: '2.0', id, result: results[method] ?? '0xde0b6b3a7640000' }
}

const node = createServer((message, response) => {
  void readAll(message).then((body) => {
    const asked = JSON.parse(body.toString())
    const said = Array.isArray(asked) ? asked.map(answer) : answer(asked)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(said))
  })
})

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const proxy = createServer((message, response) => {
  const { method, headers } = message
  const upstream = request(
    { host: '127.0.0.1', port: Number(target), method, headers, agent },
    (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    },
  )
  upstream.on('error', () => response.writeHead(502).end())
  message.pipe(upstream)
})

const server = part === 'node' ? node : proxy
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit())
