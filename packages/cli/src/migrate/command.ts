/** `latchkey-cli migrate`: rewrites the files of an app that comes from another kit, and says what it leaves to you. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readArguments, UsageError } from '../arguments.js'
import { kitsThatNobodyMakes } from './kitFiles.js'
import { type Kit, kits } from './kits.js'
import { openSource } from './source.js'

export const migrateHelp = `latchkey-cli migrate ${Object.keys(kits).join('|')} <folder>
                          rewrite the sources of an app that uses this kit; commit your work first
  --dry                   say what would change, and change nothing`

const isSource = /\.(m|c)?[jt]sx?$/
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'coverage'])

interface Migration {
  readonly moves: readonly { readonly file: string; readonly text: string }[]
  /** What is left to a person. */
  readonly notes: readonly string[]
  /** The packages of the kit that were imported, and those that are needed now. */
  readonly removes: readonly string[]
  readonly adds: readonly string[]
}

export function migrateCommand(list: readonly string[]): string {
  const { values, words } = readArguments(list, { dry: { type: 'boolean' } })
  const [name = '', folder, ...stray] = words
  const kit = Object.hasOwn(kits, name) ? kits[name] : undefined
  if (!kit || folder === undefined || stray.length > 0) throw new UsageError(migrateHelp)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${folder}.`)
  const { moves, notes, removes, adds } = migrate(kit, folder)
  if (values.dry !== true) for (const { file, text } of moves) writeFileSync(join(folder, file), text)
  const verb = values.dry === true ? 'would change' : 'changed'
  const next =
    removes.length > 0
      ? ['', `then: npm uninstall ${removes.join(' ')} && npm install ${adds.join(' ')}`]
      : []
  return [
    `${verb} ${moves.length} ${moves.length === 1 ? 'file' : 'files'}`,
    ...moves.map(({ file }) => `  ${file}`),
    ...(notes.length > 0 ? ['', 'left to you:', ...notes.map((note) => `  ${note}`)] : []),
    ...next,
  ].join('\n')
}

/** What would change below a folder; a file that cannot be read as code is named. */
function migrate({ move, packages, adds, addsFor = {} }: Kit, folder: string): Migration {
  const moves: { readonly file: string; readonly text: string }[] = []
  const notes: string[] = []
  const removes = new Set<string>()
  const needs: { readonly file: string; readonly from: string; readonly name: string }[] = []
  for (const file of filesBelow(folder).map((path) => relative(folder, path))) {
    const text = readFileSync(join(folder, file), 'utf8')
    const source = openSource(file, text)
    if (!source) {
      notes.push(`${file} cannot be read as code`)
      continue
    }
    move(source)
    const done = source.finish()
    notes.push(...done.notes)
    for (const { from } of source.imports) if (packages.test(from)) removes.add(packageOf(from))
    needs.push(...done.needs.map((need) => ({ file, ...need })))
    if (done.text !== text) moves.push({ file, text: done.text })
  }
  return {
    moves,
    notes: [...notes, ...kitsThatNobodyMakes(needs)],
    removes: [...removes].sort(),
    adds: [...new Set([...adds, ...needs.flatMap(({ from }) => addsFor[from] ?? [])])],
  }
}

/** `@reown/appkit/networks` → `@reown/appkit` */
const packageOf = (from: string) => from.split('/', from.startsWith('@') ? 2 : 1).join('/')

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory())
        return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : filesBelow(path)
      return entry.isFile() && isSource.test(entry.name) ? [path] : []
    })
}
