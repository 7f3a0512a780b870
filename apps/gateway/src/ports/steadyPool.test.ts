/** Against a server that talks as PostgreSQL does until it says something else. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isDatabaseAway } from './db.js'
import { SteadyPool } from './steadyPool.js'

function message(kind: string, body: Buffer | string, length = Buffer.byteLength(body) + 4): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}

const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I')])
const done = Buffer.concat([message('C', 'SELECT 0\0'), message('Z', 'I')])
/** More columns than there are bytes. */
const nonsense = message('T', Buffer.from([0xff, 0xff, 1, 2]))
/** A message that was made longer on its way, and never ends. */
const endless = message('C', 'SELECT 0\0', 1_000_000)

/** The answer to the question of each connection, in the order in which they come. */
async function poolOf(...answers: Buffer[]): Promise<pg.Pool> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    const answer = answers[connections++] ?? done
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => {
      socket.write(welcome)
      socket.on('data', () => socket.write(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const pool = new SteadyPool({
    connectionString: `postgres://ada:secret@127.0.0.1:${port}/latchkey`,
    query_timeout: 2_000,
    max: 1,
  })
  pool.on('error', () => {})
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await pool.end()
  })
  return pool
}

test('an answer that makes no sense fails its question, and the next has a new connection', async () => {
  const pool = await poolOf(nonsense)
  const failure = await pool.query('select 1').catch((cause: unknown) => cause)
  expect(isDatabaseAway(failure)).toBe(true)
  await expect(pool.query('select 1')).resolves.toMatchObject({ command: 'SELECT' })
})

test('a connection whose answer never ends is not handed on, also by whoever gives it back as if it were sound', async () => {
  const pool = await poolOf(endless)
  const client = await pool.connect()
  const failure = await client.query('begin').catch((cause: unknown) => cause)
  expect(isDatabaseAway(failure)).toBe(true)
  client.release()
  await expect(pool.query('select 1')).resolves.toMatchObject({ command: 'SELECT' })
})

test.each([
  ['makes no sense', nonsense],
  ['never ends', endless],
])('a transaction whose beginning is answered by what %s leaves its place to the next', async (_, answer) => {
  const pool = await poolOf(answer)
  const work = vi.fn(async () => {})
  const failure = await drizzle(pool)
    .transaction(work)
    .catch((cause: unknown) => cause)
  expect(isDatabaseAway(failure)).toBe(true)
  expect(work).not.toHaveBeenCalled()
  await expect(drizzle(pool).execute(sql`select 1`)).resolves.toMatchObject({ command: 'SELECT' })
  expect(pool.totalCount).toBe(1)
})
