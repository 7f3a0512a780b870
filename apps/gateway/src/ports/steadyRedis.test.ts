/** Against a server that talks as Redis does until one length is spoiled. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { keepSteady } from './steadyRedis.js'

/** After its greeting the first connection promises more than ever comes; every answer after that is taken for the rest. */
async function startServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const isFirst = sockets.length === 0
    let asked = 0
    sockets.push(socket.on('error', () => {}))
    socket.on('data', () => socket.write(isFirst && asked++ === 1 ? '$1000000\r\n' : '+PONG\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets } // it listens on a port
}

async function connect(port: number, late: number): Promise<Redis> {
  const redis = keepSteady(
    new Redis(port, '127.0.0.1', {
      commandTimeout: 2_000,
      enableReadyCheck: false,
      disableClientInfo: true,
      // As both of the gateway's have it: nothing is asked again behind their backs.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => 1,
    }),
    late,
  )
  onTestFinished(() => redis.disconnect())
  await once(redis, 'ready')
  return redis
}

test('a connection whose answers stay away is made anew, after as many as it may miss', async () => {
  const { port, sockets } = await startServer()
  const redis = await connect(port, 2)
  await expect(redis.ping()).rejects.toThrow('Command timed out')
  expect(sockets).toHaveLength(1)
  await expect(redis.ping()).rejects.toThrow('Command timed out')
  await expect.poll(() => redis.ping().catch(String)).toBe('PONG')
  expect(sockets).toHaveLength(2)
})

test('those that miss their answers together break it once', async () => {
  const { port, sockets } = await startServer()
  const redis = await connect(port, 1)
  await Promise.allSettled([redis.ping(), redis.ping(), redis.ping()])
  await expect.poll(() => redis.ping().catch(String)).toBe('PONG')
  expect(sockets).toHaveLength(2)
})
