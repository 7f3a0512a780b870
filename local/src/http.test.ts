/** Slow and numerous callers of the servers of the local world: they are let go, and the others served. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEvm } from './evm/startEvm.js'
import type { HttpLimits } from './http.js'
import { serveSite } from './static/serveSite.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-http-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const servers = {
  site: (limits: Partial<HttpLimits>) => serveSite({ folder, port: 0, limits }),
  chain: (limits: Partial<HttpLimits>) => startEvm({ seeded: false, limits }),
}
const short = { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 }

/** What a caller hears who sends this and then nothing more, until the server hangs up. */
const hang = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (heard += chunk))
    socket.once('close', () => resolve(heard)).once('error', reject)
  })

describe.each(['site', 'chain'] as const)('the %s', (name) => {
  test('lets go of a caller that does not end its headers or its body', async () => {
    const server = await servers[name](short)
    expect(await hang(server.port, 'GET / HTTP/1.1\r\nhost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /)
    const body = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{'
    // The site refuses the method at once; whoever answers, the connection does not stay.
    expect(await hang(server.port, body)).toMatch(/^HTTP\/1\.1 40[58] /)
    await server.close()
  })

  test('takes no more callers than its limit, and others again when these have gone', async () => {
    const server = await servers[name]({ maxConnections: 1 })
    const first = await new Promise<Socket>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => resolve(socket))
    })
    const turnedAway = connect(server.port, '127.0.0.1')
    await new Promise((resolve) => turnedAway.on('error', () => {}).once('close', resolve))
    const gone = new Promise((resolve) => first.once('close', resolve))
    first.destroy()
    await gone
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${server.port}/healthz`).then(
            ({ ok }) => typeof ok,
            () => 'none',
          ),
        {
          timeout: 30_000,
        },
      )
      .toBe('boolean')
    await server.close()
  })
})
