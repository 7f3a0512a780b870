/** The wire between the gateways and a service, so that a test can cut it and mend it. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Cable {
  /** The same URL, by way of this cable. */
  through(url: string): string
  /** Ends every connection and refuses new ones. */
  cut(): void
  mend(): void
  close(): void
}

export async function startCable(port: number): Promise<Cable> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
    const far = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      // The other end learns of it by its own close.
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port: ownPort } = server.address() as AddressInfo // it listens on TCP
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    through(text) {
      const url = new URL(text)
      url.port = String(ownPort)
      return url.href
    },
    cut() {
      isCut = true
      endAll()
    },
    mend: () => {
      isCut = false
    },
    close() {
      endAll()
      server.close()
    },
  }
}
