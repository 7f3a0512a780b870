/** The `package.json` of an app that moves: what goes, what comes and what is raised, in one step as its peers demand. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What Latchkey is tested with. A wagmi names the version of its core exactly, and two cores would be two configs. */
export const versions = {
  latchkey: '^0.1.0',
  viem: '^2.57.1',
  react: '^18.3.1',
  'react-dom': '^18.3.1',
  typescript: '^5.9.3',
  wagmi: '3.7.7',
  '@wagmi/core': '3.6.5',
} as const satisfies Readonly<Record<string, string>>

const sections = ['dependencies', 'devDependencies'] as const
type Ranges = Readonly<Record<string, string>>

export interface Manifest {
  readonly file: string
  readonly text: string
  readonly content: { readonly [section in (typeof sections)[number]]?: Ranges }
}

interface ManifestPlan {
  readonly text: string
  /** What happens to each package, in words. */
  readonly steps: readonly string[]
  readonly notes: readonly string[]
}

/** The nearest above the sources; `undefined` where there is none. */
export function findManifest(folder: string): Manifest | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, 'package.json')
    if (existsSync(file)) return readManifest(file)
    if (at === dirname(at)) return undefined
  }
}

function readManifest(file: string): Manifest | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const content: unknown = JSON.parse(text)
    // Npm has read it before; what is asked of it here is looked at name by name.
    return content instanceof Object ? { file, text, content } : undefined
  } catch {
    return undefined
  }
}

export const packagesOf = ({ content }: Manifest): Ranges =>
  Object.assign({}, ...sections.map((section) => content[section] ?? {}))

/** Whether its wagmi is one that Latchkey stands beside: as installed, or else as it is asked for. */
export function hasWagmiThree(manifest: Manifest): boolean {
  const range = packagesOf(manifest)['wagmi']
  return range !== undefined && (installedCore(manifest) !== undefined || isAtLeast(range, versions.wagmi))
}

/** The core that the installed wagmi names, if Latchkey can use it. */
function installedCore({ file }: Manifest): string | undefined {
  const core = readManifest(join(dirname(file), 'node_modules/wagmi/package.json'))?.content.dependencies?.[
    '@wagmi/core'
  ]
  return core !== undefined && isAtLeast(core, versions['@wagmi/core']) ? core : undefined
}

/**
 * @param gone the packages that the app leaves
 * @param needed those it needs from now on, by name; the rest of `versions` is raised where the app has it
 */
export function planManifest(
  manifest: Manifest,
  { gone, needed }: { readonly gone: readonly string[]; readonly needed: ReadonlyMap<string, string> },
): ManifestPlan {
  const has = packagesOf(manifest)
  const wants = new Map<string, string>([...wantedOf(manifest, needed), ...needed])
  const core = installedCore(manifest)
  if (core !== undefined && wants.delete('wagmi')) wants.set('@wagmi/core', core)
  const [steps, notes]: [string[], string[]] = [[], []]
  const next: Record<(typeof sections)[number], Record<string, string>> = {
    dependencies: { ...manifest.content.dependencies },
    devDependencies: { ...manifest.content.devDependencies },
  }
  for (const name of gone.filter((one) => has[one] !== undefined)) {
    steps.push(`remove ${name} ${has[name]}`)
    for (const section of sections) delete next[section][name]
  }
  for (const [name, range] of wants) {
    const section = next.devDependencies[name] === undefined ? 'dependencies' : 'devDependencies'
    const now = has[name]
    if (now === undefined) steps.push(`add ${name} ${range}`)
    else if (numbersOf(now) === undefined) {
      notes.push(`package.json has ${name} as ${now}: what that stands for must be ${range}`)
      continue
    } else if (isAtLeast(now, range)) continue
    else steps.push(`raise ${name} ${now} to ${range}`)
    next[section][name] = range
  }
  return { text: steps.length > 0 ? written(manifest, next) : manifest.text, steps, notes }
}

function wantedOf(manifest: Manifest, needed: ReadonlyMap<string, string>): readonly [string, string][] {
  const has = packagesOf(manifest)
  const isOnWagmi = has['wagmi'] !== undefined || needed.has('@wagmi/core')
  const raised: (keyof typeof versions)[] = ['viem', 'react', 'react-dom']
  if (isOnWagmi) raised.push('typescript')
  if (isOnWagmi && !hasWagmiThree(manifest)) raised.push('wagmi', '@wagmi/core')
  return raised.filter((name) => has[name] !== undefined).map((name) => [name, versions[name]])
}

/** The lowest version that a range lets in; `undefined` where it says none, such as `latest` or `workspace:*`. */
function numbersOf(range: string): readonly number[] | undefined {
  const found = /^\s*(?:[~^=v]|>=)?\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(range)
  return found?.slice(1).map((part) => Number(part ?? 0))
}

function isAtLeast(range: string, least: string): boolean {
  const [has, wanted] = [numbersOf(range), numbersOf(least)]
  if (!has || !wanted) return false
  const first = wanted.findIndex((part, i) => part !== has[i])
  return first === -1 || (has[first] ?? 0) > (wanted[first] ?? 0)
}

/** In the order of npm and the indentation of the app. */
function written({ text, content }: Manifest, next: Readonly<Record<string, Ranges>>): string {
  const indentation = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
  const changed: Record<string, unknown> = { ...content }
  for (const section of sections) {
    const entries = Object.entries(next[section] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
    if (entries.length > 0) changed[section] = Object.fromEntries(entries)
    else delete changed[section]
  }
  return `${JSON.stringify(changed, null, indentation)}${/\r?\n$/.exec(text)?.[0] ?? ''}`
}

/** The command that installs, by the lockfile that is beside the manifest. */
export function installerOf({ file }: Manifest): string {
  const lockfiles = { pnpm: 'pnpm-lock.yaml', yarn: 'yarn.lock', bun: 'bun.lock' }
  const found = Object.entries(lockfiles).find(([, lockfile]) => existsSync(join(dirname(file), lockfile)))
  return `${found?.[0] ?? 'npm'} install`
}
