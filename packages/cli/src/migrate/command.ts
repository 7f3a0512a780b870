/** `latchkey-cli migrate`: rewrites the files of an app that comes from another kit, and says what it leaves to you. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readArguments, UsageError } from '../arguments.js'
import { kitsThatNobodyMakes } from './kitFiles.js'
import { type Kit, kits } from './kits.js'
import {
  findManifest,
  hasWagmiThree,
  installerOf,
  type Manifest,
  packagesOf,
  planManifest,
  versions,
} from './manifest.js'
import { openSource } from './source.js'
import { isTemplate, mentionsInTemplate } from './templates.js'
import { moveWagmi } from './wagmiThree.js'

export const migrateHelp = `latchkey-cli migrate ${Object.keys(kits).join('|')} <folder>
                          rewrite the sources of an app that uses this kit, and the
                          package.json above them; commit your work first
  --dry                   say what would change, and change nothing`

const isSource = /\.(m|c)?[jt]sx?$/
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'coverage'])

interface Migration {
  readonly moves: readonly { readonly file: string; readonly text: string }[]
  /** What is left to a person. */
  readonly notes: readonly string[]
  /** The packages of the kit that were imported, and those that are needed now, with their ranges. */
  readonly removes: readonly string[]
  readonly adds: ReadonlyMap<string, string>
}

export function migrateCommand(list: readonly string[]): string {
  const { values, words } = readArguments(list, { dry: { type: 'boolean' } })
  const [name = '', folder, ...stray] = words
  const kit = Object.hasOwn(kits, name) ? kits[name] : undefined
  if (!kit || folder === undefined || stray.length > 0) throw new UsageError(migrateHelp)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${folder}.`)
  const manifest = findManifest(folder)
  const migration = migrate(kit, folder, manifest)
  const { moves, notes } = migration
  const packages = manifest ? movePackages(kit, manifest, migration) : sayPackages(migration)
  if (values.dry !== true) {
    for (const { file, text } of moves) writeFileSync(join(folder, file), text)
    if (manifest && packages.text !== undefined) writeFileSync(manifest.file, packages.text)
  }
  const verb = values.dry === true ? 'would change' : 'changed'
  const left = [...notes, ...packages.notes]
  return [
    `${verb} ${moves.length} ${moves.length === 1 ? 'file' : 'files'}`,
    ...moves.map(({ file }) => `  ${file}`),
    ...(packages.steps.length > 0 ? [`${verb} package.json`] : []),
    ...packages.steps.map((step) => `  ${step}`),
    ...(left.length > 0 ? ['', 'left to you:', ...left.map((note) => `  ${note}`)] : []),
    ...(packages.next ? ['', `then: ${packages.next}`] : []),
  ].join('\n')
}

interface PackageMoves {
  readonly text?: string
  readonly steps: readonly string[]
  readonly notes: readonly string[]
  readonly next: string | undefined
}

/** In `package.json`, all at once: the kit and wagmi 3 cannot be installed beside each other. */
function movePackages({ packages }: Kit, manifest: Manifest, { removes, adds }: Migration): PackageMoves {
  const gone = Object.keys(packagesOf(manifest)).filter((name) => packages.test(name))
  // An app that has been moved, or never had the kit.
  if (removes.length === 0 && gone.length === 0) return { steps: [], notes: [], next: undefined }
  const plan = planManifest(manifest, { gone, needed: adds })
  return { ...plan, next: plan.steps.length > 0 ? installerOf(manifest) : undefined }
}

/** Without a `package.json` to read: what to type. */
function sayPackages({ removes, adds }: Migration): PackageMoves {
  const pinned = [...adds].map(([name, range]) => (/^\d/.test(range) ? `${name}@${range}` : name))
  const next = `npm uninstall ${removes.join(' ')} && npm install ${pinned.join(' ')}`
  return { steps: [], notes: [], next: removes.length > 0 ? next : undefined }
}

/** What would change below a folder; a file that cannot be read as code is named. */
function migrate(
  { move, packages, adds, addsFor = {} }: Kit,
  folder: string,
  manifest?: Manifest,
): Migration {
  const moves: { readonly file: string; readonly text: string }[] = []
  const notes: string[] = []
  const removes = new Set<string>()
  const loaded = new Map<string, string>()
  const needs: { readonly file: string; readonly from: string; readonly name: string }[] = []
  const isOnWagmiThree = manifest !== undefined && hasWagmiThree(manifest)
  for (const file of filesBelow(folder).map((path) => relative(folder, path))) {
    const text = readFileSync(join(folder, file), 'utf8')
    if (isTemplate(file)) {
      notes.push(...mentionsInTemplate(file, text, packages))
      continue
    }
    const source = openSource(file, text)
    if (!source) {
      notes.push(`${file} cannot be read as code`)
      continue
    }
    move(source)
    if (!isOnWagmiThree) for (const [name, range] of moveWagmi(source)) loaded.set(name, range)
    const done = source.finish()
    notes.push(...done.notes)
    for (const { from } of source.imports) if (packages.test(from)) removes.add(packageOf(from))
    needs.push(...done.needs.map((need) => ({ file, ...need })))
    if (done.text !== text) moves.push({ file, text: done.text })
  }
  const names = [...adds, ...needs.flatMap(({ from }) => addsFor[from] ?? [])]
  return {
    moves,
    notes: [...notes, ...kitsThatNobodyMakes(needs)],
    removes: [...removes].sort(),
    adds: new Map([...names.map((name) => [name, versions[name]] as const), ...loaded]),
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
      return entry.isFile() && (isSource.test(entry.name) || isTemplate(entry.name)) ? [path] : []
    })
}
