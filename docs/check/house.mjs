/** What there is to name in a document: scripts, gates, packages, programs with their help, settings. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesBelow } from '../../scripts/fingerprint.mjs'
import { gates, scaleGates } from '../../scripts/gates.mjs'
import { run } from '../../scripts/run.mjs'
import { workspaces } from '../../scripts/workspaces.mjs'

/** Ours that explain themselves; `latchkey-gateway` would start a gateway. */
const helpful = [
  { program: 'latchkey', file: 'apps/gateway/dist/cli.js' },
  { program: '@latchkey/cli', file: 'packages/cli/dist/main.js' },
]

/** Where settings are read. */
const readers = ['apps', 'bench', 'local', 'packages', 'scripts', 'test']

/**
 * @param {string} root
 * @returns {Promise<import('./commands.mjs').House>}
 */
export async function readHouse(root) {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const rooms = workspaces(root)
  const locked = Object.keys(read('package-lock.json').packages).map((path) =>
    path.replace(/^.*node_modules\//, ''),
  )
  const helps = await Promise.all(
    helpful.map(async ({ program, file }) => {
      const { code, output } = await run(process.execPath, [join(root, file), 'help'], { cwd: root })
      if (code !== 0) throw new Error(`${program} has no help: ${output}`)
      return /** @type {const} */ ([program, output])
    }),
  )
  const settings = settingsIn(root)
  return {
    scripts: new Set(Object.keys(read('package.json').scripts)),
    scriptsOf: new Map(
      rooms.flatMap(({ name, path, manifest }) => {
        const scripts = new Set(Object.keys(manifest.scripts ?? {}))
        return [
          [name, scripts],
          [path, scripts],
        ]
      }),
    ),
    gates: new Set([...gates, ...scaleGates].map(({ name }) => name)),
    packages: new Set([
      ...locked,
      ...rooms.flatMap(({ name, manifest }) => (manifest.private ? [] : [name])),
    ]),
    programs: new Map([
      ...[...readdirSync(join(root, 'node_modules/.bin')), ...rooms.flatMap(programsOf)].map(
        (name) => /** @type {const} */ ([name, '']),
      ),
      ...helps,
    ]),
    isSetting: (name) => settings.some((one) => one === name || (name.endsWith('_') && one.startsWith(name))),
  }
}

/** What an installation of it adds to those of others. @param {import('../../scripts/workspaces.mjs').Workspace} room */
function programsOf({ folder }) {
  /** @type {{ bin?: Record<string, string> }} */
  const { bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.keys(bin)
}

/** @param {string} root */
function settingsIn(root) {
  const files = readers.flatMap((folder) => sourcesBelow(join(root, folder)))
  const sources = files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
  return [...new Set(sources.flatMap((text) => text.match(/\bLATCHKEY_[A-Z0-9_]+/g) ?? []))]
}
