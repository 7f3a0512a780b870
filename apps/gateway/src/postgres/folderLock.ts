/** One gateway a data folder: a lock that a killed holder does not leave shut. */

import { randomUUID } from 'node:crypto'
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isCode } from './binaries.js'
import { processStart } from './processes.js'

const holderSchema = v.object({ pid: v.number(), started: v.string(), nonce: v.string() })
type Holder = v.InferOutput<typeof holderSchema>

/** Gateways that start at once may take a dead holder's lock from each other; no more of them than this. */
const mostTries = 100

/** Takes the lock or throws, naming the process that has it. The returned function gives it back. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'gateway.lock')
  const mine: Holder = { pid: process.pid, started: processStart(process.pid) ?? '', nonce: randomUUID() }
  const draft = `${path}.${mine.nonce}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let tries = 1; !tryLink(draft, path); tries++) {
      if (tries === mostTries) throw new Error(`${path} cannot be taken. Remove it and start again.`)
      const holder = readHolder(path)
      if (holder && isAlive(holder)) throw held(folder, holder)
      if (holder) takeAway(path, holder)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readHolder(path)?.nonce === mine.nonce) rmSync(path, { force: true })
  }
}

/** A hard link is made whole or not at all, and never over another. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) return false
    throw cause
  }
}

/** Two gateways may find the same dead holder; only the one that moves away that very lock may go on to take it. */
function takeAway(path: string, dead: Holder): void {
  const grave = `${path}.${randomUUID()}`
  try {
    renameSync(path, grave)
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return
    throw cause
  }
  if (readHolder(grave)?.nonce !== dead.nonce) tryLink(grave, path)
  rmSync(grave, { force: true })
}

/** The holder; undefined when the lock has just gone. An unreadable lock, or a link to nothing, counts as held by nobody. */
function readHolder(path: string): Holder | undefined {
  try {
    return v.parse(holderSchema, JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    if (isCode(cause, 'ENOENT') && !lstatSync(path, { throwIfNoEntry: false })) return undefined
    return { pid: 0, started: '', nonce: 'unreadable' }
  }
}

/** The start time tells a living holder from a stranger that was given the same process id later. */
function isAlive({ pid, started }: Holder): boolean {
  return pid > 0 && processStart(pid) === started
}

function held(folder: string, { pid }: Holder): Error {
  return new Error(
    `The data folder ${folder} is in use by another gateway (process ${pid}). Stop that one, set LATCHKEY_DATA ` +
      'to another folder, or set DATABASE_URL and REDIS_URL to run several gateways together.',
  )
}
