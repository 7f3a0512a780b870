/** Finds taken ports before anything starts, on both loopback addresses: `localhost` may lead to either. */
import { createServer } from 'node:net'

export interface WantedPort {
  readonly port: number
  readonly part: string
}

export class PortsTaken extends Error {
  override readonly name = 'PortsTaken'
  constructor(
    readonly taken: readonly WantedPort[],
    base: number,
  ) {
    const lines = taken.map(({ port, part }) => `  port ${port}, wanted by the ${part}, is taken`)
    const suggestion = base === 5000 ? 6000 : 5000
    super(
      `Latchkey cannot start:\n${lines.join('\n')}\n` +
        `Free ${taken.length > 1 ? 'them' : 'it'} (\`lsof -i :${taken[0]?.port}\` shows who has it), or move all ports together:\n` +
        `  LATCHKEY_PORT_BASE=${suggestion} npm start`,
    )
  }
}

const hosts = ['127.0.0.1', '::1']

export async function requireFree(wanted: readonly WantedPort[], base: number): Promise<void> {
  const free = await Promise.all(
    wanted.map(async ({ port }) =>
      (await Promise.all(hosts.map((host) => isFree(port, host)))).every(Boolean),
    ),
  )
  const taken = wanted.filter((_, index) => !free[index])
  if (taken.length > 0) throw new PortsTaken(taken, base)
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else if (error.code === 'EACCES')
        reject(new Error(`Port ${port} needs special rights; set LATCHKEY_PORT_BASE to 1024 or more.`))
      // A machine without IPv6 has no ::1 for anybody to listen on.
      else resolve(true)
    })
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
