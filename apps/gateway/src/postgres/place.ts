/** Decides in which folder the own database lives, and keeps its identity: an id and a password. */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Log } from '../ports/log.js'
import { type Account, can } from './account.js'

const identitySchema = v.object({
  /** Names this database where it lives outside of the data folder. */
  id: v.pipe(v.string(), v.uuid()),
  password: v.pipe(v.string(), v.regex(/^[0-9a-f]{48}$/)),
})

export interface Place {
  /** Holds the cluster; the account may enter and write it. */
  readonly folder: string
  readonly password: string
  /** Where a copy of the programs may be put. */
  readonly copies: string
}

/** Roots outside of the data folder, best first. Only a gateway that runs as root uses them. */
const outerRoots = () => ['/var/lib/latchkey', join(tmpdir(), 'latchkey')]

export function findPlace(input: {
  data: string
  account: Account | undefined
  log: Log
  roots?: readonly string[]
}): Place {
  const { data, account, log, roots = outerRoots() } = input
  const { id, password } = readIdentity(data)
  const inside = { folder: join(data, 'postgres'), password, copies: join(data, 'postgres-programs') }
  if (!account || canEnter(data, account)) {
    own(inside.folder, account)
    return inside
  }
  const root = roots.map((folder) => hostOf(folder, account)).find((folder) => folder !== undefined)
  if (!root) {
    throw new Error(
      `PostgreSQL runs as the system user "postgres", which can enter neither ${data} nor any of ${roots.join(', ')}. ` +
        'Set LATCHKEY_DATA to a folder that it can enter, run the gateway as an ordinary user, or set DATABASE_URL.',
    )
  }
  const outside = { folder: join(root, id), password, copies: join(root, 'programs') }
  forgetReplaced(root, id, data, log)
  own(outside.folder, account)
  writeFileSync(sourceNote(outside.folder), `${data}\n`)
  writeFileSync(join(data, 'postgres-is-elsewhere.txt'), `${outside.folder}\n`)
  log.info(
    { data, folder: outside.folder },
    'the database lies outside of the data folder, because its account cannot enter that one',
  )
  return outside
}

/** The data folder is the gateway's own, so it may be opened for passing through (not for listing) when only that is missing. */
function canEnter(data: string, account: Account): boolean {
  if (can(account, '-x', data)) return true
  const { mode } = statSync(data)
  chmodSync(data, (mode & 0o777) | 0o011)
  if (can(account, '-x', data)) return true
  chmodSync(data, mode & 0o777)
  return false
}

/** The real path of a root that will do. */
function hostOf(root: string, account: Account): string | undefined {
  try {
    mkdirSync(root, { recursive: true, mode: 0o755 })
    // In a shared folder such as /tmp somebody else may have made it first, or a link to a folder of ours there, and
    // could swap what lies in it.
    const found = lstatSync(root)
    const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
    return isOurs && can(account, '-x', root) ? realpathSync(root) : undefined
  } catch {
    return undefined
  }
}

function own(folder: string, account: Account | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
}

const sourceNote = (folder: string) => `${folder}.source`

/** A data folder that was deleted and made anew has a new id; the database of the old id can never be opened again. */
function forgetReplaced(root: string, id: string, data: string, log: Log): void {
  for (const name of readdirSync(root)) {
    const folder = join(root, name)
    if (name === id || !existsSync(sourceNote(folder))) continue
    if (readFileSync(sourceNote(folder), 'utf8').trim() !== data) continue
    log.warn({ folder, data }, 'the database of an earlier data folder at the same place is removed')
    rmSync(folder, { recursive: true, force: true })
    rmSync(sourceNote(folder), { force: true })
  }
}

function readIdentity(data: string): v.InferOutput<typeof identitySchema> {
  const path = join(data, 'postgres.json')
  if (existsSync(path)) {
    const read = v.safeParse(identitySchema, JSON.parse(readFileSync(path, 'utf8')))
    if (read.success) return read.output
    throw new Error(
      `${path} is damaged. Restore it from a backup, or delete ${data} to start with an empty database.`,
    )
  }
  // Hex only, so that the password needs no quoting anywhere.
  const identity = { id: randomUUID(), password: randomBytes(24).toString('hex') }
  writeFileSync(path, `${JSON.stringify(identity)}\n`, { mode: 0o600, flag: 'wx' })
  return identity
}

/** The data folder, made if it is missing, without symbolic links in its path. */
export function openDataFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return realpathSync(path)
  } catch (cause) {
    throw new Error(`LATCHKEY_DATA ${path} cannot be made or opened: ${(cause as Error).message}`, { cause })
  }
}
