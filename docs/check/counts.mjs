/** Numbers that a document tells of the house and that grow with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each scene is a heading of a transcript. */
const told = [
  {
    file: 'docs/guide/accessibility.md',
    words: /(?<count>\d+) screens and states of the modal/,
    folder: 'apps/playground/a11y/transcripts',
  },
  {
    file: 'docs/guide/accessibility.md',
    words: /embedded wallet's own origin \((?<count>\d+) scenes/,
    folder: 'apps/wallet/a11y/transcripts',
  },
]

/** @param {string} root @returns {string[]} */
export function countBreaches(root) {
  return told.flatMap(({ file, words, folder }) => {
    const said = words.exec(readFileSync(join(root, file), 'utf8'))?.groups?.['count']
    const scenes = scenesIn(join(root, folder))
    return Number(said) === scenes ? [] : [`${file}: ${folder} has ${scenes} scenes, not ${said ?? 'none'}`]
  })
}

/** @param {string} folder of transcripts */
const scenesIn = (folder) =>
  readdirSync(folder).reduce(
    (sum, name) => sum + [...readFileSync(join(folder, name), 'utf8').matchAll(/^# /gm)].length,
    0,
  )
