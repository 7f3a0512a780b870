/** Vite plug-in: hands out the sentences of other languages as files, and tells the code their addresses and hashes. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const name = 'virtual:word-files'
const folder = join(import.meta.dirname, 'src/words/languages')

export interface Words {
  readonly code: string
  /** As JSON. */
  readonly source: string
}

export function wordFiles(read: () => readonly Words[] = readLanguages): Plugin {
  return {
    name: 'word-files',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const files = read().map(({ code, source }) => {
        const hash = createHash('sha384').update(source).digest('base64')
        const fileName = `assets/words-${code}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.json`
        this.emitFile({ type: 'asset', fileName, source })
        return { code, path: `/${fileName}`, integrity: `sha384-${hash}` }
      })
      return `export const wordFiles = ${JSON.stringify(files)}`
    },
  }
}

/** In one order, whatever the file system's. */
export function readLanguages(): readonly Words[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const words: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return { code: file.slice(0, -'.json'.length), source: JSON.stringify(words) }
    })
}
