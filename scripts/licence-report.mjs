/** `npm run licences`: every package that ships, with its version and licence, as a table in dist/licences.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencies } from './check-licences.mjs'
import { isMain } from './gate.mjs'
import { root } from './install.mjs'

/** @param {readonly import('./check-licences.mjs').Dependency[]} found */
export function licenceTable(found) {
  const rows = found
    .filter(({ isShipped }) => isShipped)
    .map(({ name, version, licence = 'none' }) => `| ${name} | ${version} | ${licence} |`)
  return ['| package | version | licence |', '|---|---|---|', ...[...new Set(rows)].sort()].join('\n')
}

if (isMain(import.meta.url)) {
  const table = licenceTable(
    dependencies(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), root),
  )
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/licences.md'), `# Licences of what ships\n\n${table}\n`)
  console.log(`${table.split('\n').length - 2} packages → dist/licences.md`)
}
