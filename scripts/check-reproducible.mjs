/**
 * Gate: what we publish and what the wallet origin serves is the same, byte for byte, when it is built a second time in
 * another folder. Whoever doubts a release can build it and compare.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build } from './build.mjs'
import { filesBelow } from './fingerprint.mjs'
import { isMain, report } from './gate.mjs'
import { ensureInstalled, root } from './install.mjs'
import { endWithSignals } from './run.mjs'
import { copyClone } from './second-copy.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * @param {string} folder of a clone
 * @param {readonly string[]} paths of the rooms in it
 * @returns {Map<string, string>} built file → its hash
 */
export function builtFiles(folder, paths) {
  const files = paths.flatMap((path) => filesBelow(join(folder, path, 'dist')))
  return new Map(
    files.map((file) => [
      relative(folder, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  )
}

/**
 * @param {ReadonlyMap<string, string>} first
 * @param {ReadonlyMap<string, string>} second
 * @returns {string[]} one sentence per difference
 */
export function differences(first, second) {
  return [...new Set([...first.keys(), ...second.keys()])].sort().flatMap((file) => {
    const [one, other] = [first.get(file), second.get(file)]
    if (one === other) return []
    if (!one || !other) return [`${file} is there only ${one ? 'here' : 'in the second build'}`]
    return [`${file} differs between two builds`]
  })
}

if (isMain(import.meta.url)) {
  endWithSignals()
  await ensureInstalled()
  const rooms = workspaces().filter(({ path, manifest }) => !manifest.private || path === 'apps/wallet')
  const paths = rooms.map(({ path }) => path)
  const names = rooms.map(({ name }) => name)
  const second = mkdtempSync(join(tmpdir(), 'latchkey-second-'))
  try {
    const first = await build({ names })
    copyClone(root, second)
    const results = await build({ folder: second, names })
    const failed = [...first, ...results]
      .filter(({ state }) => state === 'failed')
      .map(({ name }) => `${name} does not build`)
    const [here, there] = [builtFiles(root, paths), builtFiles(second, paths)]
    // What was not built at all says nothing about the rest.
    const breaches = failed.length > 0 ? failed : differences(here, there)
    report(breaches, `${here.size} built files of ${names.length} rooms are the same twice`)
  } finally {
    rmSync(second, { recursive: true, force: true })
  }
}
