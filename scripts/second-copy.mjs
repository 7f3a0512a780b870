/** A second clone of the working tree elsewhere on the disk, with the same dependencies and without anything built. */
import {
  constants,
  copyFileSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow } from './fingerprint.mjs'
import { workspaces } from './workspaces.mjs'

const leftOut = new Set(['node_modules', 'dist', '.cache', '.latchkey', 'coverage', '.git'])

/**
 * @param {string} from
 * @param {string} to
 */
export function copyClone(from, to) {
  for (const file of filesBelow(from, (name, isFolder) => !isFolder || !leftOut.has(name))) {
    const target = join(to, file.slice(from.length))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(file, target)
  }
  for (const folder of ['', ...workspaces(from).map(({ path }) => path)])
    linkModules(join(from, folder, 'node_modules'), join(to, folder, 'node_modules'))
}

/**
 * Every installed package lies where an installation puts it, since a bundler orders modules by their paths. Its files
 * are linked, not copied. Links between rooms are relative, and so lead to the second clone.
 *
 * @param {string} from
 * @param {string} to
 */
function linkModules(from, to) {
  if (!lstatSync(from, { throwIfNoEntry: false })?.isDirectory()) return
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkModules(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkFile(source, target)
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function linkFile(source, target) {
  try {
    linkSync(source, target)
  } catch {
    // On another disk, or on one that knows no links.
    copyFileSync(source, target, constants.COPYFILE_FICLONE)
  }
}
