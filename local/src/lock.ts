/** One world a data folder: a lock that names its holder, and that a killed holder does not leave shut. */
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Holder {
  readonly pid: number
  /** When that process was born, so that a stranger with the same id later is not taken for it. */
  readonly born: string
  readonly address: string
  readonly nonce: string
}

export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
  constructor(
    readonly folder: string,
    readonly pid: number,
    address: string,
  ) {
    super(
      `Latchkey is already running with the data folder ${folder} (process ${pid}, ${address}).\n` +
        'Stop it with Ctrl-C in its terminal, or run a second copy beside it:\n' +
        '  LATCHKEY_PORT_BASE=5000 LATCHKEY_DATA=.latchkey/second npm start',
    )
  }
}

/** Takes the lock or throws AlreadyRunning; the returned function gives it back. */
export function takeLock(folder: string, address: string): () => void {
  // For its owner only, when it is made here; the gateway lets its database's account pass through where it must.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'world.lock')
  const mine: Holder = { pid: process.pid, born: processBirth(process.pid), address, nonce: randomUUID() }
  const draft = `${path}.${mine.nonce}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    // A hard link is made whole or not at all, and never over another.
    while (!tryLink(draft, path)) {
      const holder = readHolder(path)
      if (holder && isAlive(holder)) throw new AlreadyRunning(folder, holder.pid, holder.address)
      removeStale(path, holder)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readHolder(path)?.nonce === mine.nonce) rmSync(path, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Two starts may find the same dead holder: whoever moved away a newer lock by mistake puts it back. */
function removeStale(path: string, dead: Holder | undefined): void {
  const grave = `${path}.${randomUUID()}`
  try {
    renameSync(path, grave)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (readHolder(grave)?.nonce !== dead?.nonce) tryLink(grave, path)
  rmSync(grave, { force: true })
}

/** Undefined when there is none, or nothing that can be read as one. */
function readHolder(path: string): Holder | undefined {
  try {
    const { pid, born, address, nonce } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder> // checked next
    return typeof pid === 'number' && pid > 0 && nonce
      ? { pid, born: String(born), address: String(address), nonce }
      : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, born }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if (!isCode(error, 'EPERM')) return false
  }
  return processBirth(pid) === born
}

/** Ticks since boot on Linux; empty elsewhere, where the process id alone has to do. */
function processBirth(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may hold spaces; the state is the third field, the birth the
    // twenty-second. A zombie has ended and only waits to be counted.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
