import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config/config.js'
import { defaultKeyFile, openKms } from '../embedded/kms/openKms.js'
import { systemClock } from '../ports/clock.js'
import { createOutbound } from '../ports/outbound.js'
import { kmsCommand } from './kmsCommand.js'

/** What happens when a file is there and nothing is in it yet. */
const disk = vi.hoisted(() => ({ meanwhile: () => {} }))
vi.mock(import('node:fs'), async (importOriginal) => {
  const real = await importOriginal()
  const writeFileSync: typeof real.writeFileSync = (path, data, options) => {
    const file = real.openSync(String(path), 'wx', 0o400)
    try {
      const { meanwhile } = disk
      disk.meanwhile = () => {}
      meanwhile()
      real.writeFileSync(file, data, options)
    } finally {
      real.closeSync(file)
    }
  }
  return { ...real, default: { ...real, writeFileSync }, writeFileSync }
})

const outbound = createOutbound()
afterAll(() => outbound.close())

const newFolder = () => mkdtempSync(join(tmpdir(), 'latchkey-kms-'))
const create = (data: string) =>
  kmsCommand(readConfig({ LATCHKEY_DATA: data }), ['create'], () =>
    Promise.reject(new Error('needs no rows')),
  )
const start = (data: string) =>
  openKms({ setting: undefined, data, isLocal: true, outbound, clock: systemClock })

test('[A-48] a key file is made once, for its owner alone, and leaves nothing beside it', async () => {
  const data = newFolder()
  await create(data)
  const text = readFileSync(defaultKeyFile(data), 'utf8')
  await expect(create(data)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(defaultKeyFile(data), 'utf8')).toBe(text)
  expect(statSync(defaultKeyFile(data)).mode & 0o777).toBe(0o400)
  expect(readdirSync(data)).toHaveLength(1)
})

test('a disk that is full leaves no key file without a key', async () => {
  const data = newFolder()
  disk.meanwhile = () => {
    throw new Error('the disk is full')
  }
  await expect(create(data)).rejects.toThrow('the disk is full')
  expect(readdirSync(data)).toEqual([])
  await create(data)
})

test('two gateways that start at the same moment have the same key', async () => {
  const data = newFolder()
  let neighbour = ''
  disk.meanwhile = () => {
    start(data)
    neighbour = readFileSync(defaultKeyFile(data), 'utf8')
  }
  start(data)
  expect(neighbour).toMatch(/^k1 /)
  expect(readFileSync(defaultKeyFile(data), 'utf8')).toBe(neighbour)
  expect(readdirSync(data)).toHaveLength(1)
})
