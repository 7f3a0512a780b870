/** Ports move together, and the folder and the ports of a running copy are respected. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AlreadyRunning, takeLock } from './lock.js'
import { PortsTaken, requireFree } from './portCheck.js'
import { portBase, ports } from './ports.js'

describe('ports', () => {
  test('follow the base in the order of the house', () => {
    expect(ports(4000)).toEqual({
      playground: 4000,
      gateway: 4001,
      wallet: 4002,
      phone: 4003,
      evm: 4004,
      solana: 4005,
      solanaSocket: 4006,
      bitcoin: 4007,
      docs: 4008,
      postgres: 4009,
      people: 4010,
      smtp: 4011,
    })
    expect(ports().playground).toBe(3000)
  })

  test.each([0, -1, 1.5, 65_525, Number.NaN])('refuse the base %s', (base) => {
    expect(() => ports(base)).toThrow('LATCHKEY_PORT_BASE must be a whole number from 1 to 65524')
  })

  test('the last possible base works', () => expect(ports(65_524).smtp).toBe(65_535))

  test('are read from digits only', () => {
    expect([portBase(undefined), portBase(''), portBase('5000')]).toEqual([3000, 3000, 5000])
    for (const text of ['3000x', '0x10', '-1', '3e3', ' 3000']) expect(portBase(text)).toBeNaN()
  })
})

describe('taken ports', () => {
  let server: Server
  afterEach(() => new Promise((resolve) => server.close(resolve)))
  const occupy = (host: string) =>
    new Promise<number>((resolve, reject) => {
      server = createServer().once('error', reject)
      server.listen(0, host, () => {
        const address = server.address()
        if (address && typeof address === 'object') resolve(address.port)
      })
    })

  test('are named with the part that wants them and the way to move', async () => {
    const port = await occupy('127.0.0.1')
    const failure = await requireFree([{ port, part: 'EVM chain' }], 3000).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PortsTaken)
    expect(String(failure)).toContain(`port ${port}, wanted by the EVM chain, is taken`)
    expect(String(failure)).toContain('LATCHKEY_PORT_BASE=5000 npm start')
  })

  test('are found on the IPv6 loopback too, where browsers look first', async (context) => {
    const port = await occupy('::1').catch(() => context.skip('no IPv6 here'))
    await expect(requireFree([{ port, part: 'gateway' }], 3000)).rejects.toThrow(`port ${port}`)
  })

  test('are found when somebody listens on every address', async () => {
    const port = await occupy('0.0.0.0')
    await expect(requireFree([{ port, part: 'gateway' }], 3000)).rejects.toThrow(`port ${port}`)
  })

  test('free ports pass and stay free', async () => {
    const port = await occupy('127.0.0.1')
    await new Promise((resolve) => server.close(resolve))
    await requireFree([{ port, part: 'gateway' }], 3000)
    await requireFree([{ port, part: 'gateway' }], 3000)
  })
})

describe('the lock on the data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const file = () => join(folder, 'world.lock')

  test('tells a second copy who holds it and how to run beside it', () => {
    const release = takeLock(folder, 'http://localhost:3000')
    const attempt = () => takeLock(folder, 'http://localhost:5000')
    expect(attempt).toThrow(AlreadyRunning)
    expect(attempt).toThrow(`process ${process.pid}, http://localhost:3000`)
    expect(attempt).toThrow('LATCHKEY_PORT_BASE=5000 LATCHKEY_DATA=')
    release()
    takeLock(folder, 'http://localhost:5000')()
    expect(readdirSync(folder)).toEqual([])
  })

  test('of a dead process is taken over', () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(file(), JSON.stringify({ pid, born: '1', address: 'x', nonce: 'old' }))
    takeLock(folder, 'here')()
    expect(existsSync(file())).toBe(false)
  })

  test('of a process whose id now belongs to another is taken over', () => {
    writeFileSync(file(), JSON.stringify({ pid: process.pid, born: 'long ago', address: 'x', nonce: 'old' }))
    const release = takeLock(folder, 'here')
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ address: 'here' })
    release()
  })

  test.each(['', 'nonsense', '{}', '{"pid":-1,"nonce":"x"}', 'null'])(
    'that reads %j is nobody’s',
    (content) => {
      writeFileSync(file(), content)
      takeLock(folder, 'here')()
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('is given back only by its holder', () => {
    const release = takeLock(folder, 'first')
    rmSync(file())
    const second = takeLock(folder, 'second')
    release()
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ address: 'second' })
    second()
  })
})
