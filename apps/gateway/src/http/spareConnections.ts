/** Which connections of a server may be closed while it stops: those that carry nothing, and no others. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** Answers that are not wholly sent. */
  answering: number
  /** Bytes that had arrived when the last answer was out. */
  heard: number
}

/**
 * Node's own `closeIdleConnections`, which `close` calls, is wrong both ways: it keeps connections that never said a
 * word, as browsers open them in advance, and it cuts answers that are written but not yet sent. This one closes a
 * connection when no answer is on its way and nothing has arrived since the last.
 */
export function spareConnections(server: Server): void {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answering: 0, heard: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.answering++
    response.once('close', () => {
      connection.answering--
      connection.heard = socket.bytesRead
      // An answer that was begun before the server stopped did not tell its client to leave.
      if (!server.listening && connection.answering === 0) socket.destroySoon()
    })
  })
  server.closeIdleConnections = () => {
    for (const [socket, { answering, heard }] of connections) {
      if (answering === 0 && socket.bytesRead === heard) socket.destroy()
    }
  }
}
