/** The baseline: a bare `ws` server that sends back what it hears, and tells what that cost. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const http = createServer((_, response) => {
  const { user, system } = process.cpuUsage()
  response.end(JSON.stringify({ cpu: user + system, memory: process.memoryUsage.rss() }))
})
const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false })
server.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
})
http.listen(Number(process.env.PORT), '127.0.0.1')
