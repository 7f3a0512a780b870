/** For the tests of the gates: a house of a few files in a temporary folder, gone when the test ends. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * @param {Record<string, string | object>} files path → text, or an object to be written as JSON
 * @returns {string} the folder
 */
export function makeHouse(files) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-house-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}

/**
 * @param {string} folder
 * @param {Record<string, string | object>} files
 */
export function writeFiles(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(file, 0o755)
  }
}
