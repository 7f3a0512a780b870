/**
 * Builds the library package in the current folder: JavaScript by tsdown, one file per source file, types by tsc. What
 * always loads together is put into one file (`parts.json`, ADR 0120). A file
 * `*.bundled.ts` is written with all that it imports, so that apps need not install it, and with the licences of that.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'tsdown'
import { bundledLicences } from './bundled-licences.mjs'
import { cssSheet } from './css-sheet.mjs'
import { noteFiles, writeParts } from './write-parts.mjs'

const packageFolder = process.cwd()
const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
/** @type {string[]} */
const commands = Object.values(manifest.bin ?? {})
const entry = [
  ...Object.values(manifest.exports).flatMap((target) => target['@latchkey/source'] ?? []),
  ...commands.map((file) => file.replace('./dist/', './src/').replace(/\.js$/, '.ts')),
]

rmSync(join(packageFolder, 'dist'), { recursive: true, force: true })

/** @type {import('tsdown').InlineConfig} */
const common = {
  format: 'esm',
  target: 'es2022',
  dts: false,
  sourcemap: true,
  clean: false,
  fixedExtension: false,
  logLevel: 'warn',
}
const bundled = readdirSync(join(packageFolder, 'src'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.bundled.ts'))

/** @type {Map<string, import('./write-parts.mjs').BuiltFile>} */
const built = new Map()

try {
  await build({
    ...common,
    entry,
    platform: 'neutral',
    unbundle: true,
    deps: { neverBundle: [/\.bundled\.js$/] },
    plugins: [cssSheet(), noteFiles(built)],
  })
  await writeParts(packageFolder, built)
  for (const file of bundled)
    await build({
      ...common,
      entry: { [file.slice(0, -'.ts'.length)]: join('src', file) },
      platform: 'browser',
      deps: { alwaysBundle: [/./] },
      env: { NODE_ENV: 'production' },
      // Neither says where the packages lie: that differs from one machine to the next.
      sourcemap: false,
      inputOptions: { experimental: { attachDebugInfo: 'none' } },
      plugins: [bundledLicences()],
    })
} catch (error) {
  // The bundler's message says what is wrong and where; the stack is its own.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const tsc = join(
  dirname(createRequire(import.meta.url).resolve('@typescript/native/package.json')),
  'bin/tsc',
)
const options = ['--project', 'tsconfig.build.json', '--rootDir', 'src', '--outDir', 'dist']
const { status } = spawnSync(process.execPath, [tsc, ...options], { cwd: packageFolder, stdio: 'inherit' })
process.exitCode = status ?? 1
