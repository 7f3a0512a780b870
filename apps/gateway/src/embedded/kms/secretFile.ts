/** Credentials of a key service, in a file that only its owner can read: the environment of a process is too easily seen. */
import { lstatSync, readFileSync } from 'node:fs'

export function readSecretFile(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new Error(`${path} is not a file`)
  if ((stat.mode & 0o077) !== 0) throw new Error(`${path} can be read by others: chmod 400 ${path}`)
  if (stat.size > 16 * 1024) throw new Error(`${path} is too large for credentials`)
  return readFileSync(path, 'utf8').trim()
}
