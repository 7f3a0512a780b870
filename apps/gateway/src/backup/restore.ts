/** Makes a data folder from a backup; where it holds the database, starts that once to prove that it is whole. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { systemClock } from '../ports/clock.js'
import { createDb } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import { type Account, findAccount } from '../postgres/account.js'
import { findInstalled } from '../postgres/binaries.js'
import { startOwnPostgres } from '../postgres/ownPostgres.js'
import { findPlace, openDataFolder } from '../postgres/place.js'
import { newestApplied } from '../store/migrate.js'
import { type Manifest, manifestSchema } from './manifest.js'

export interface RestoreInput {
  readonly data: string
  readonly file: string
  readonly port: number
  readonly log: Log
  /** Whether the settings name a database, so that only a backup without one belongs here. */
  readonly hasOtherDatabase?: boolean
}

export async function restore(input: RestoreInput): Promise<Manifest> {
  const { data: path, file, port, log, hasOtherDatabase = false } = input
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new Error(`${path} is not empty. Move it away first, or set LATCHKEY_DATA to another folder.`)
  const data = openDataFolder(path)
  // In the folder itself: the one above it need not be writable, as that of a mounted volume is not.
  const staging = mkdtempSync(join(data, '.latchkey-restore.'))
  try {
    unpack(resolve(file), staging)
    const manifest = readManifest(staging)
    checkDatabase(manifest, hasOtherDatabase)
    if (manifest.postgres === undefined) {
      cpSync(join(staging, 'data'), data, { recursive: true })
      return manifest
    }
    const major = Number.parseInt(findInstalled().version, 10)
    if (manifest.postgres !== major)
      throw new Error(`The backup is of PostgreSQL ${manifest.postgres}, and this gateway brings ${major}.`)
    cpSync(join(staging, 'data'), data, { recursive: true })
    const account = findAccount()
    const cluster = join(findPlace({ data, account, log }).folder, `cluster-${major}`)
    moveCluster(join(staging, 'cluster'), cluster, account)
    await prove({ data, port, log }, manifest)
    return manifest
  } catch (cause) {
    // Half a folder would look like one that may be started.
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true, force: true })
    throw cause
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Keys beside a database that is not theirs open nothing, and what was wrapped by others is lost. */
function checkDatabase({ postgres }: Manifest, hasOtherDatabase: boolean): void {
  if (postgres === undefined && !hasOtherDatabase)
    throw new Error(
      'The backup holds keys and no database: set DATABASE_URL to the database that they belong to.',
    )
  if (postgres !== undefined && hasOtherDatabase)
    throw new Error('The backup brings its own database, and DATABASE_URL names another: unset it first.')
}

function unpack(file: string, folder: string): void {
  const flags = ['-xzf', file, '-C', folder, '--no-same-owner']
  const { status, stderr } = spawnSync('tar', flags, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} is no backup, or is damaged: ${stderr.trim()}`)
}

function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json')
  const read = v.safeParse(
    manifestSchema,
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined,
  )
  if (!read.success) throw new Error('The file is no backup of a gateway.')
  return read.output
}

function moveCluster(from: string, to: string, account: Account | undefined): void {
  rmSync(to, { recursive: true, force: true })
  try {
    renameSync(from, to)
  } catch {
    // Another disk.
    cpSync(from, to, { recursive: true })
  }
  chmodSync(to, 0o700)
  if (!account) return
  const { status } = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, to])
  if (status !== 0) throw new Error(`The files of the database in ${to} cannot be given to its account.`)
}

async function prove(
  input: { data: string; port: number; log: Log },
  { migrations }: Manifest,
): Promise<void> {
  const postgres = await startOwnPostgres({ ...input, clock: systemClock })
  const db = createDb({ url: postgres.url, size: 1, clock: systemClock, log: input.log })
  try {
    const newest = await newestApplied(db)
    if (newest !== migrations)
      throw new Error(`The backup should be at migration ${migrations}, and is at ${newest}.`)
  } finally {
    await db.close()
    await postgres.stop()
  }
}
