/** Builds the library package in the current folder: JavaScript by tsdown, one file per source file, types by tsc. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'tsdown'
import { cssSheet } from './css-sheet.mjs'

const packageFolder = process.cwd()
const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
const entry = Object.values(manifest.exports).flatMap((target) => target['@latchkey/source'] ?? [])

rmSync(join(packageFolder, 'dist'), { recursive: true, force: true })

await build({
  entry,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  unbundle: true,
  dts: false,
  sourcemap: true,
  clean: false,
  fixedExtension: false,
  plugins: [cssSheet()],
  logLevel: 'warn',
}).catch((/** @type {unknown} */ error) => {
  // The bundler's message says what is wrong and where; the stack is its own.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

const tsc = join(
  dirname(createRequire(import.meta.url).resolve('@typescript/native/package.json')),
  'bin/tsc',
)
const options = ['--project', 'tsconfig.build.json', '--rootDir', 'src', '--outDir', 'dist']
const { status } = spawnSync(process.execPath, [tsc, ...options], { cwd: packageFolder, stdio: 'inherit' })
process.exitCode = status ?? 1
