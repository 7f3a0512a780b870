/** What a guide shows of an example is in the example. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exampleBreaches } from './examples.mjs'

function houseWithExample() {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-examples-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'examples/vue/src'), { recursive: true })
  writeFileSync(join(root, 'examples/vue/src/App.vue'), '<!-- What for. -->\n<template>\n</template>\n')
  writeFileSync(join(root, 'examples/vue/vite.config.ts'), '/** What for. */\nexport default {}\n')
  return root
}

/** @param {string} language @param {string} body */
const block = (language, body) => `\`\`\`${language}\n${body}\n\`\`\`\n`

test('a block that differs from the files of the example of its section is named by its line', () => {
  const root = houseWithExample()
  const fine = `# A\n\n## Vue\n\n${block('vue', '<template>\n</template>')}\n${block('ts', 'export default {}')}`
  expect(exampleBreaches('a.md', fine, root)).toEqual([])
  const wrong = `${fine}\n${block('ts', 'export default []')}\n## Other\n\n${block('ts', 'const a = 1')}`
  expect(exampleBreaches('a.md', wrong, root)).toEqual([
    'a.md:15: no file of examples/vue is this, after its first line',
  ])
})

test('commands are no files, and a part of a file is not one', () => {
  const root = houseWithExample()
  expect(exampleBreaches('a.md', `## Vue\n\n${block('sh', 'npm ci')}`, root)).toEqual([])
  expect(exampleBreaches('a.md', `## Vue\n\n${block('vue', '<template>')}`, root)).toHaveLength(1)
})
