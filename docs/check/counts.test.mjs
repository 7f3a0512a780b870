/** A number that a document tells is counted again. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countBreaches } from './counts.mjs'

/** @param {Record<string, string>} files */
function houseWith(files) {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-counts-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

const transcripts = {
  'apps/playground/a11y/transcripts/Connect.txt': '# first\n- text: a\n\n# second\n- text: b\n',
  'apps/wallet/a11y/transcripts/approve.txt': '# only\n- text: "# no heading"\n',
}
const page = (/** @type {number} */ modal, /** @type {number} */ wallet) =>
  `(${modal} screens and states of the modal) and every page of the embedded wallet's own origin (${wallet} scenes: approving)`

test('the scenes that the page of accessibility tells are those of the transcripts', () => {
  const guide = 'docs/guide/accessibility.md'
  expect(countBreaches(houseWith({ ...transcripts, [guide]: page(2, 1) }))).toEqual([])
  expect(countBreaches(houseWith({ ...transcripts, [guide]: page(3, 105) }))).toEqual([
    `${guide}: apps/playground/a11y/transcripts has 2 scenes, not 3`,
    `${guide}: apps/wallet/a11y/transcripts has 1 scenes, not 105`,
  ])
  expect(countBreaches(houseWith({ ...transcripts, [guide]: 'nothing' }))).toHaveLength(2)
})
