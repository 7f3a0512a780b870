/** The page of the words that an app can replace: every key with its English text, from the catalogues themselves. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createReader } from './declarations.mjs'

/** It names every catalogue. */
const wordbook = resolve(import.meta.dirname, '../../packages/ui/dist/languages/wordbook.d.ts')
const imported = /^import type \{ (?:copy as )?(?<name>\w+) \}/gm

/** @returns {readonly [key: string, text: string][]} */
export function englishWords(file = wordbook) {
  const reader = createReader()
  const names = [...readFileSync(file, 'utf8').matchAll(imported)].flatMap(({ groups }) => groups?.name ?? [])
  const words = new Map(names.flatMap((name) => textsOf(reader.lookUp(file, name))))
  return [...words].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** @param {import('./declarations.mjs').Declaration | undefined} declaration @returns {[string, string][]} */
function textsOf(declaration) {
  const [node] = declaration?.parts.map((part) => part.node) ?? []
  if (node?.type !== 'VariableDeclaration') return []
  const type = node.declarations[0]?.id.typeAnnotation?.typeAnnotation
  if (type?.type !== 'TSTypeLiteral') return []
  return type.members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Literal') return []
    const of = member.typeAnnotation?.typeAnnotation
    const text = of?.type === 'TSLiteralType' && of.literal.type === 'Literal' ? of.literal.value : undefined
    return typeof text === 'string' ? [[String(member.key.value), text]] : []
  })
}

/** @returns {import('../site/findPages.mjs').Source & { about: string }} */
export function wordsPage() {
  const rows = englishWords().map(([key, text]) => `| \`${key}\` | ${text.replaceAll('|', '\\|')} |`)
  const markdown = `# Words

Every key that the option \`words\` knows, with what stands there in English. [Languages](../guide/languages.md#your-own-words) tells how to replace one.

| key | English |
|---|---|
${rows.join('\n')}
`
  return {
    section: 'Reference',
    file: 'docs/api/words.md',
    path: 'api/words.html',
    title: 'Words',
    about: 'every key of `words` with its English text.',
    markdown,
  }
}
