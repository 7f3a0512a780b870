/** `latchkey-cli cdn`: what a page writes to load the kit from a CDN, with the hash of every file. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments, UsageError } from './arguments.js'

export const cdnHelp = `latchkey-cli cdn <url>    print the import map for a page that loads the kit from <url>, with the hash of every file
  --files <folder>        the same files here; node_modules/latchkey/dist/cdn by default`

const entry = 'latchkey.js'

export function cdnCommand(list: readonly string[]): string {
  const { values, words } = readArguments(list, {
    files: { type: 'string', default: 'node_modules/latchkey/dist/cdn' },
  })
  const [url, ...stray] = words
  if (url === undefined || stray.length > 0)
    throw new UsageError('Give the address of the folder on the CDN.')
  const map = importMap(folderUrl(url), readHashes(values.files))
  const hash = createHash('sha256').update(map).digest('base64')
  return `<script type="importmap">${map}</script>\n\nIts hash, for the policy: sha256-${hash}`
}

function folderUrl(url: string): string {
  if (!URL.canParse(url)) throw new UsageError(`${url} is not a web address.`)
  return url.endsWith('/') ? url : `${url}/`
}

/** Written by the build, see `scripts/build-cdn.mjs`. */
function readHashes(folder: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(join(folder, 'integrity.json'), 'utf8')) as Record<string, string>
  } catch (cause) {
    throw new UsageError(`There is no integrity.json in ${folder}; name the folder with --files.`, { cause })
  }
}

/** The page imports `latchkey`; the browser checks that file, and each that it asks for later, against its hash. */
function importMap(base: string, hashes: Readonly<Record<string, string>>): string {
  const integrity = Object.fromEntries(Object.entries(hashes).map(([file, hash]) => [base + file, hash]))
  return JSON.stringify({ imports: { latchkey: base + entry }, integrity })
}
