/** One hash over the files that a thing is made from: same hash, same thing, wherever the clone lies. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const neverSource = new Set(['node_modules', 'dist', '.cache', '.latchkey', 'coverage', '.git'])

/**
 * @param {string} folder
 * @param {(name: string, isFolder: boolean) => boolean} keep
 * @returns {string[]} absolute paths, always in the same order
 */
export function filesBelow(folder, keep = () => true) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => keep(entry.name, entry.isDirectory()))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path, keep) : [path]
    })
}

/** @param {string} folder */
export function sourcesAndTestsBelow(folder) {
  return filesBelow(folder, (name, isFolder) => !isFolder || !neverSource.has(name))
}

/** @param {string} folder what a build is made from: everything but the tests */
export function sourcesBelow(folder) {
  return sourcesAndTestsBelow(folder).filter((file) => !/\.test\.\w+$|\.tsbuildinfo$|\.log$/.test(file))
}

/**
 * @param {string} base names are hashed relative to it
 * @param {readonly string[]} files a file that does not exist counts as absent, which is a state too
 * @param {readonly string[]} [extra] other strings the thing depends on
 */
export function fingerprint(base, files, extra = []) {
  const hash = createHash('sha256')
  for (const file of files) {
    const isFile = existsSync(file) && statSync(file).isFile()
    hash.update(`${relative(base, file)}\0${isFile ? 'present' : 'absent'}\0`)
    if (isFile) hash.update(createHash('sha256').update(readFileSync(file)).digest())
  }
  for (const text of extra) hash.update(`${text}\0`)
  return hash.digest('hex')
}
