/** The committed artifacts belong to the committed sources: nothing compiles during a build, so this has to hold. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { formatAbi } from 'abitype'
import { expect, test } from 'vitest'
import * as abis from '../src/evm/abis.js'

interface Artifact {
  name: string
  compiler: string
  sources: Record<string, string>
  abi: readonly unknown[]
  bytecode: string
}
const here = new URL('.', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, here), 'utf8')
const files = readdirSync(new URL('artifacts', here))
const artifacts = files.map((file) => JSON.parse(read(`artifacts/${file}`)) as Artifact)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

test.each(artifacts)(
  '$name was compiled from the sources as they are; if not: npm run contracts -w @latchkey/local',
  ({ name, sources }) => {
    expect(Object.keys(sources)).toContain(`${name}.sol`)
    for (const [file, expected] of Object.entries(sources))
      expect([file, hash(read(file))]).toEqual([file, expected])
  },
)

test('every source is in an artifact, so that none escapes the check above', () => {
  const covered = new Set(artifacts.flatMap(({ sources }) => Object.keys(sources)))
  const sources = readdirSync(here).filter((file) => file.endsWith('.sol'))
  expect([...covered].sort()).toEqual(sources.sort())
})

test('every source is ours and says MIT in its first line', () => {
  for (const file of readdirSync(here).filter((name) => name.endsWith('.sol')))
    expect([file, read(file).split('\n')[0]]).toEqual([file, '// SPDX-License-Identifier: MIT'])
})

test('the typed ABIs are those of the artifacts', () => {
  const typed = Object.fromEntries(Object.entries(abis).map(([key, abi]) => [key, formatAbi(abi)]))
  const compiled = artifacts.map(({ name, abi }) => [
    `${name[0]?.toLowerCase()}${name.slice(1)}Abi`,
    formatAbi(abi),
  ])
  expect(typed).toEqual(Object.fromEntries(compiled))
})
