/** The key file: one key a line, newest first, readable by its owner and by nobody else. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

export interface FileKey {
  /** Names the key in every secret it wrapped. */
  readonly kid: string
  readonly key: Buffer
}

const keyBytes = 32
const line = /^([a-z][a-z0-9]{0,15}) ([A-Za-z0-9_-]{43})$/

/** Throws what an operator has to mend; the message never holds what is in the file. */
export function readKeyFile(path: string): FileKey[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) throw new Error(`${path} does not exist. Make it with: latchkey kms create`)
  // A link could lead to a file that somebody else writes.
  if (!stat.isFile()) throw new Error(`${path} is not a file`)
  if ((stat.mode & 0o377) !== 0)
    throw new Error(`${path} can be read or written by others: chmod 400 ${path}`)
  const me = process.geteuid?.()
  if (me !== undefined && stat.uid !== me) throw new Error(`${path} belongs to another user`)
  if (stat.size > 4096) throw new Error(`${path} does not hold keys`)
  const keys = readFileSync(path, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => {
      const [, kid = '', key = ''] = line.exec(text) ?? []
      const bytes = Buffer.from(key, 'base64url')
      if (bytes.length !== keyBytes) throw new Error(`${path} does not hold keys`)
      return { kid, key: bytes }
    })
  if (keys.length === 0) throw new Error(`${path} holds no key`)
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) throw new Error(`${path} names a key twice`)
  return keys
}

/** A new file with one key; never over another. A hard link is made whole or not at all: nobody finds a file without its key. */
export function createKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, lineOf('k1', randomBytes(keyBytes)), { mode: 0o400, flag: 'wx', flush: true })
    // A loose umask cannot widen it, a strict one must not narrow it.
    chmodSync(draft, 0o400)
    linkOrCopy(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Some file systems have no hard links; there a neighbour that starts at the same moment may have to start again. */
function linkOrCopy(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw cause
    copyFileSync(draft, path, constants.COPYFILE_EXCL)
  }
}

/** The same where there is none. Of processes that start at once one makes it, and all read that one. */
export function ensureKeyFile(path: string): void {
  // Looked for first: the folder of one that is there may be one that nobody can write to.
  if (lstatSync(path, { throwIfNoEntry: false })) return
  try {
    createKeyFile(path)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
  }
}

/** Puts a new key first. The ones below still open what they wrapped. */
export function rotateKeyFile(path: string): string {
  const keys = readKeyFile(path)
  const kid = `k${Math.max(...keys.map((each) => Number(each.kid.slice(1)) || 0)) + 1}`
  write(path, [{ kid, key: randomBytes(keyBytes) }, ...keys])
  return kid
}

/** Keeps the newest only: whatever was not wrapped anew can never be opened again. */
export function retireOldKeys(path: string): void {
  write(path, readKeyFile(path).slice(0, 1))
}

function write(path: string, keys: readonly FileKey[]): void {
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  writeFileSync(draft, keys.map(({ kid, key }) => lineOf(kid, key)).join(''), {
    mode: 0o400,
    flag: 'wx',
    flush: true,
  })
  renameSync(draft, path)
}

const lineOf = (kid: string, key: Buffer) => `${kid} ${key.toString('base64url')}\n`
