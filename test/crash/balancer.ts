/** What stands before several gateways: passes a connection on to one that accepts it. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  readonly port: number
  close(): void
}

export async function startBalancer(port: number, behind: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const track = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  }

  function passOn(near: Socket, tries: number): void {
    const target = behind[turn++ % behind.length] ?? 0
    const far = connect(target, '127.0.0.1')
    track(far)
    let isThrough = false
    far.once('connect', () => {
      isThrough = true
      near.pipe(far).pipe(near)
    })
    far.once('close', () => {
      if (isThrough || tries <= 1) near.destroy()
      else passOn(near, tries - 1)
    })
    near.once('close', () => far.destroy())
  }

  const server = createServer((near) => {
    track(near)
    passOn(near, behind.length)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
