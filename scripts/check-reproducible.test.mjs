/** What two builds are compared by. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { builtFiles, differences } from './check-reproducible.mjs'
import { copyClone } from './second-copy.mjs'

/** @type {string[]} */
const folders = []
function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-reproducible-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/**
 * @param {string} folder
 * @param {Record<string, string>} files
 */
function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

test('a file that differs or is missing is named', () => {
  const [one, other] = [temporary(), temporary()]
  write(one, {
    'packages/a/dist/index.js': '1',
    'packages/a/dist/only.js': '',
    'packages/b/dist/index.js': '2',
  })
  write(other, { 'packages/a/dist/index.js': '1 ', 'packages/b/dist/index.js': '2' })
  const paths = ['packages/a', 'packages/b']
  expect(differences(builtFiles(one, paths), builtFiles(other, paths))).toEqual([
    'packages/a/dist/index.js differs between two builds',
    'packages/a/dist/only.js is there only here',
  ])
  expect(differences(builtFiles(one, paths), builtFiles(one, paths))).toEqual([])
})

test('a second clone has the sources, the packages and its own rooms, and nothing built', () => {
  const [one, other] = [temporary(), temporary()]
  const room = JSON.stringify({ name: '@house/a' })
  write(one, {
    'package.json': JSON.stringify({ name: 'house', workspaces: ['packages/*'] }),
    'packages/a/package.json': room,
    'packages/a/src/index.ts': 'source',
    'packages/a/dist/index.js': 'built',
    'node_modules/left-pad/index.js': 'pad',
    'node_modules/@house/.keep': '',
  })
  symlinkSync('../../packages/a', join(one, 'node_modules/@house/a'))
  copyClone(one, other)
  expect(realpathSync(join(other, 'node_modules/@house/a'))).toBe(realpathSync(join(other, 'packages/a')))
  const library = 'node_modules/left-pad/index.js'
  expect(realpathSync(join(other, library))).toBe(join(realpathSync(other), library))
  expect(readFileSync(join(other, library), 'utf8')).toBe('pad')
  expect(builtFiles(other, ['packages/a']).size).toBe(0)
})
