/** What stands in the folder of the data about its sources is what the script would write. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileSourcesText } from './fileSources.mjs'
import { noticeText } from './notice.mjs'

/** @param {string} name */
const written = (name) =>
  readFileSync(new URL(`../../apps/gateway/data/directory/${name}`, import.meta.url), 'utf8')

test('the sources of the files are written as they are known here', () => {
  expect(written('sources.json')).toBe(fileSourcesText())
})

test('the notice names the packages as they are known here', () => {
  expect(written('NOTICE.md')).toBe(noticeText())
})
