/** PostgreSQL refuses to run as root, so a root gateway runs it as the system user `postgres`. */
import { execFileSync, spawnSync } from 'node:child_process'

/** Whom the database processes run as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const accountName = 'postgres'

/** The account to switch to; undefined when the gateway is not root and nothing needs switching. */
export function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  return lookUp() ?? create()
}

function lookUp(): Account | undefined {
  const uid = id('-u')
  const gid = id('-g')
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function id(option: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [option, accountName], { encoding: 'utf8' })
  return status === 0 ? Number(stdout.trim()) : undefined
}

function create(): Account {
  try {
    execFileSync('groupadd', ['--force', '--system', accountName], { stdio: 'pipe' })
    const flags = ['--system', '--gid', accountName, '--no-create-home', '--shell', '/usr/sbin/nologin']
    execFileSync('useradd', [...flags, accountName], { stdio: 'pipe' })
  } catch (cause) {
    // Another gateway starting at the same moment may have been faster.
    const account = lookUp()
    if (account) return account
    throw new Error(
      `PostgreSQL cannot run as root and the system user "${accountName}" could not be created. ` +
        'Create it, run the gateway as an ordinary user, or set DATABASE_URL.',
      { cause },
    )
  }
  const account = lookUp()
  if (!account) throw new Error(`The system user "${accountName}" was created but cannot be found.`)
  return account
}

/** Asks the system itself, as that account: mode bits alone do not tell of access lists and mount options. */
export function can(account: Account | undefined, test: '-x' | '-r' | '-w', path: string): boolean {
  const run = spawnSync('/bin/sh', ['-c', `test ${test} "$0"`, path], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  return run.status === 0
}
