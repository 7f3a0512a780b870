import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folderLock.js'
import { processStart } from './processes.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const writeLock = (holder: unknown) => writeFileSync(join(folder, 'gateway.lock'), JSON.stringify(holder))

test('a folder is locked once, says by whom, and can be locked again when it was given back', () => {
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`is in use by another gateway (process ${process.pid})`)
  unlock()
  lockFolder(folder)()
  expect(readdirSync(folder)).toEqual([])
})

test('the lock of a process that is gone is taken over', () => {
  writeLock({ pid: 2 ** 22 + 1, started: '1', nonce: 'a' })
  lockFolder(folder)()
  expect(readdirSync(folder)).toEqual([])
})

test('a process that was given the id of a dead holder does not hold its lock', () => {
  writeLock({ pid: process.pid, started: 'long ago', nonce: 'a' })
  lockFolder(folder)()
})

test('an unreadable lock is nobody’s', () => {
  writeFileSync(join(folder, 'gateway.lock'), '{"pid":')
  lockFolder(folder)()
})

test('a link to nothing in place of a lock is nobody’s', () => {
  symlinkSync(join(folder, 'nothing'), join(folder, 'gateway.lock'))
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow('in use')
  unlock()
  expect(readdirSync(folder)).toEqual([])
})

test('giving back twice does not take the lock of the next holder', () => {
  const unlock = lockFolder(folder)
  unlock()
  const unlockNext = lockFolder(folder)
  unlock()
  expect(() => lockFolder(folder)).toThrow('in use')
  unlockNext()
})

test('the start of a process is known for living ones only', () => {
  expect(processStart(process.pid)).toMatch(/\d/)
  expect(processStart(2 ** 22 + 1)).toBeUndefined()
})
