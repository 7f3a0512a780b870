/** A gate in front of the phone's site: lets everything through, and the relay only while it is open. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface RelayGate {
  /** The phone behind the gate. */
  readonly origin: string
  /** Cuts the connections to the relay and lets no new one through, as a relay that has died. */
  shut(): void
  open(): void
  close(): Promise<void>
}

export async function openRelayGate(phone: string): Promise<RelayGate> {
  const { hostname, port } = new URL(phone)
  let isShut = false
  const all = new Set<Socket>()
  const toRelay = new Set<Socket>()
  const server = createServer((near) => {
    all.add(near)
    near.on('error', () => near.destroy())
    near.once('close', () => {
      all.delete(near)
      toRelay.delete(near)
    })
    // Browsers open a connection of its own for a WebSocket, so its first bytes say what it is for.
    near.once('data', (first: Buffer) => {
      const isRelay = first.toString('latin1').startsWith('GET /gateway/relay')
      if (isRelay && isShut) return void near.destroy()
      if (isRelay) toRelay.add(near)
      const far = connect(Number(port), hostname, () => far.write(first))
      far.on('error', () => near.destroy())
      far.once('close', () => near.destroy())
      near.once('close', () => far.destroy())
      near.pipe(far)
      far.pipe(near)
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A server that listens on a port has an address of this kind.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    shut() {
      isShut = true
      for (const socket of toRelay) socket.destroy()
    },
    open() {
      isShut = false
    },
    async close() {
      for (const socket of all) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
