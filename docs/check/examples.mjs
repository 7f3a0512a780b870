/**
 * What a guide shows of an example is a file of it, to the letter, so what a reader copies was built and opened in a browser. A
 * section with the name of an example (`## Vue`, `examples/vue`) shows whole files, less the first line, which is for the
 * reader of the file.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesBelow } from '../../scripts/fingerprint.mjs'

const section = /^## (?<title>\w+)\n(?<body>.*?)(?=^## |(?![^]))/gms
const fence = /^```(?:ts|vue|svelte)\n(?<block>.*?)^```$/gms

/**
 * @param {string} file of the document, from the root
 * @param {string} markdown
 * @param {string} root
 * @returns {string[]}
 */
export function exampleBreaches(file, markdown, root) {
  return [...markdown.matchAll(section)].flatMap(
    ({ index, 0: whole, groups: { title = '', body = '' } = {} }) => {
      const name = `examples/${title.toLowerCase()}`
      if (!existsSync(join(root, name))) return []
      const files = sourcesBelow(join(root, name)).map((path) =>
        readFileSync(path, 'utf8').replace(/^.*\n/, ''),
      )
      const start = index + whole.length - body.length
      return [...body.matchAll(fence)]
        .filter(({ groups }) => !files.includes(groups?.['block'] ?? ''))
        .map((block) => {
          const line = markdown.slice(0, start + block.index).split('\n').length + 1
          return `${file}:${line}: no file of ${name} is this, after its first line`
        })
    },
  )
}
