import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { UsageError } from './arguments.js'
import { cdnCommand } from './cdn.js'

function folderOf(hashes: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-cdn-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'integrity.json'), JSON.stringify(hashes))
  return folder
}

test('the map names the kit and the hash of each of its files, and the policy can name the map', () => {
  const folder = folderOf({ 'latchkey.js': 'sha384-a', 'part-1.js': 'sha384-b' })
  const printed = cdnCommand(['https://cdn.example/latchkey', '--files', folder])
  const [, map = '', hash] =
    /^<script type="importmap">(.*)<\/script>\n\n.*: (sha256-\S+)$/.exec(printed) ?? []
  expect(JSON.parse(map)).toEqual({
    imports: { latchkey: 'https://cdn.example/latchkey/latchkey.js' },
    integrity: {
      'https://cdn.example/latchkey/latchkey.js': 'sha384-a',
      'https://cdn.example/latchkey/part-1.js': 'sha384-b',
    },
  })
  expect(hash).toBe(`sha256-${createHash('sha256').update(map).digest('base64')}`)
})

test('an address that is none, and a folder without hashes, are refused', () => {
  const folder = folderOf({})
  expect(() => cdnCommand(['cdn.example', '--files', folder])).toThrow(UsageError)
  expect(() => cdnCommand(['https://cdn.example/', '--files', `${folder}/none`])).toThrow('integrity.json')
  expect(() => cdnCommand([])).toThrow('address')
})
