/** Copies a data folder while its gateway runs: the own PostgreSQL, if it has one, by its online backup, and every other file. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import pg from 'pg'
import { isCode } from '../postgres/binaries.js'
import type { Manifest } from './manifest.js'

/** Made anew by every server, or of this moment only. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(?:.*\/)?pgsql_tmp.*|(?:.*\/)?pg_internal\.init.*)$/
/** Of the data folder: the database is copied in its own way, programs come with the gateway, locks are of now. */
const notKept = new Set(['postgres', 'postgres-programs', 'gateway.lock', 'postgres-is-elsewhere.txt'])

export interface BackupInput {
  readonly data: string
  /** Of the superuser, on the own PostgreSQL of that folder; undefined where the database is elsewhere. */
  readonly adminUrl: string | undefined
  /** The archive that is written: whole, or not at all. */
  readonly file: string
  readonly now: number
}

export async function backUp({ data, adminUrl, file, now }: BackupInput): Promise<Manifest> {
  const target = resolve(file)
  if (existsSync(target)) throw new Error(`${target} exists already; choose another name.`)
  if (!relative(data, target).startsWith('..'))
    throw new Error(`${target} lies in the folder that it is a copy of; choose a place outside of ${data}.`)
  const staging = mkdtempSync(join(dirname(target), `.${basename(target)}.`))
  try {
    const cluster = adminUrl === undefined ? {} : await copyCluster(adminUrl, join(staging, 'cluster'))
    copyFolder(data, join(staging, 'data'))
    const manifest: Manifest = { format: 1, createdAt: new Date(now).toISOString(), ...cluster }
    writeFileSync(join(staging, 'manifest.json'), `${JSON.stringify(manifest)}\n`)
    pack(staging, `${target}.part`)
    renameSync(`${target}.part`, target)
    return manifest
  } finally {
    rmSync(staging, { recursive: true, force: true })
    rmSync(`${target}.part`, { force: true })
  }
}

/** The files may change while they are copied: what the log of the server says about that time is copied last. */
async function copyCluster(url: string, to: string): Promise<Pick<Manifest, 'postgres' | 'migrations'>> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const folder = await ask(client, 'show data_directory', 'data_directory')
    // Temporary, so that it goes with this connection: until then no part of the log is recycled.
    await client.query(`select pg_create_physical_replication_slot('latchkey_backup', true, true)`)
    await client.query(`select pg_backup_start('latchkey', true)`)
    copyFiles(folder, to)
    const { rows } = await client.query<{ lsn: string; labelfile: string; last: string }>(
      'select lsn, labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(true)',
    )
    const [{ labelfile, last } = { labelfile: '', last: '' }] = rows
    writeFileSync(join(to, 'backup_label'), labelfile)
    const [, first = ''] = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(labelfile) ?? []
    copyLog(join(folder, 'pg_wal'), join(to, 'pg_wal'), first, last)
    const version = await ask(
      client,
      `select current_setting('server_version_num')::int / 10000 as major`,
      'major',
    )
    const newest = await ask(
      client,
      'select coalesce(max(number), 0) as newest from latchkey_migrations',
      'newest',
    )
    return { postgres: Number(version), migrations: Number(newest) }
  } finally {
    await client.end()
  }
}

async function ask(client: pg.Client, text: string, column: string): Promise<string> {
  const { rows } = await client.query<Record<string, unknown>>(text)
  return String(rows[0]?.[column])
}

function copyFiles(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 })
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath, entry.name))
    if (leftOut.test(path)) continue
    try {
      if (entry.isDirectory()) mkdirSync(join(to, path), { recursive: true, mode: 0o700 })
      else if (entry.isFile()) cpSync(join(from, path), join(to, path))
    } catch (cause) {
      // Tables are dropped and files renamed meanwhile; the log tells of that.
      if (!isCode(cause, 'ENOENT')) throw cause
    }
  }
}

function copyLog(from: string, to: string, first: string, last: string): void {
  const segments = readdirSync(from).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  if (first === '' || !segments.includes(first) || !segments.includes(last))
    throw new Error('The log of the database has gaps; try again.')
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of segments) cpSync(join(from, name), join(to, name))
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 })
  for (const name of filesBeside(from)) cpSync(join(from, name), join(to, name), { recursive: true })
}

/** What a data folder holds apart from the database: keys, above all. */
export function filesBeside(data: string): string[] {
  return existsSync(data)
    ? readdirSync(data)
        .filter((name) => !notKept.has(name))
        .sort()
    : []
}

function pack(folder: string, file: string): void {
  // It holds the password of the database and every key of the gateway.
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  const { status, stderr } = spawnSync('tar', ['-czf', file, '-C', folder, '.'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar could not write ${file}: ${stderr.trim()}`)
}
