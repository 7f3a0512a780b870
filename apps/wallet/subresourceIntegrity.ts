/** Vite plug-in: writes the hash of every built script and style into the tag that loads it. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A tag that loads a file of this build: its opening up to the closing bracket, and the address. */
const tag = /<(?:script|link)\b[^>]*?\b(?:src|href)="(\/[^"]+\.(?:js|css))"(?=[^>]*>)/g

export function subresourceIntegrity(): Plugin {
  return {
    name: 'subresource-integrity',
    apply: 'build',
    // After writing, since earlier hooks may still change the code that is hashed.
    writeBundle({ dir }, bundle) {
      if (!dir) return
      for (const fileName of Object.keys(bundle).filter((name) => name.endsWith('.html'))) {
        const page = join(dir, fileName)
        writeFileSync(
          page,
          addIntegrity(readFileSync(page, 'utf8'), (path) => readFileSync(join(dir, path))),
        )
      }
    },
  }
}

export function addIntegrity(html: string, read: (path: string) => Buffer): string {
  return html.replace(tag, (opening, path: string) => {
    const hash = createHash('sha384').update(read(path)).digest('base64')
    return `${opening} integrity="sha384-${hash}"`
  })
}
