/** Gate: the five packages, packed as npm would publish them, have the shape that importers need (publint, attw). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMain, report } from './gate.mjs'
import { importCycles } from './import-cycles.mjs'
import { root } from './install.mjs'
import { endWithSignals, npmCommand, run } from './run.mjs'
import { workspaces } from './workspaces.mjs'

const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name)

/**
 * @param {string} folder
 * @param {string} destination
 * @returns {Promise<{ tarball: string, files: string[] }>}
 */
async function pack(folder, destination) {
  const npm = npmCommand()
  const args = [...npm.args, 'pack', '--json', '--ignore-scripts', '--loglevel=error']
  const { code, output } = await run(npm.command, [...args, `--pack-destination=${destination}`], {
    cwd: folder,
  })
  const [start, end] = [output.indexOf('['), output.lastIndexOf(']')]
  if (code !== 0 || start === -1) throw new Error(`npm pack failed in ${folder}:\n${output}`)
  /** @type {[{ filename: string, files: { path: string }[] }]} */
  const [{ filename, files }] = JSON.parse(output.slice(start, end + 1))
  return { tarball: join(destination, filename), files: files.map(({ path }) => path) }
}

/**
 * @param {string} folder
 * @param {readonly string[]} files
 */
function contentBreaches(folder, files) {
  const tests = files.filter((file) => /\.test\.\w+(\.map)?$/.test(file))
  // A build that names the clone's folder differs from one made elsewhere.
  const places = [root, folder]
  const placed = files.filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return places.some((place) => text.includes(place))
  })
  const circles = importCycles(
    folder,
    files.filter((file) => file.endsWith('.js')),
  )
  return [
    ...circles.map((circle) => `has files that import each other: ${circle.join(' → ')}`),
    ...tests.map((file) => `ships the test ${file}`),
    ...placed.map((file) => `names a folder of this machine in ${file}`),
    ...(files.includes('LICENSE') ? [] : ['ships no LICENSE']),
    ...(files.some((file) => file.endsWith('.d.ts')) ? [] : ['ships no types']),
  ]
}

/**
 * @param {string} name
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function packageBreaches(name, folder) {
  const destination = mkdtempSync(join(tmpdir(), 'latchkey-pack-'))
  try {
    const { tarball, files } = await pack(folder, destination)
    // A CI counts as a terminal with colours, and colour codes would stand between the words.
    const env = { ...process.env, NO_COLOR: '1' }
    const publint = await run(bin('publint'), ['run', '--strict', tarball], { cwd: folder, env })
    const attw = await run(bin('attw'), [tarball, '--profile', 'esm-only', '--no-emoji', '--no-color'], {
      cwd: folder,
    })
    const shape = contentBreaches(folder, files)
    if (publint.code !== 0) shape.push(`does not pass publint:\n${publint.output.trim()}`)
    if (attw.code !== 0) shape.push(`does not pass attw:\n${attw.output.trim()}`)
    return shape.map((breach) => `${name} ${breach}`)
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    rmSync(destination, { recursive: true, force: true })
  }
}

if (isMain(import.meta.url)) {
  endWithSignals()
  const published = workspaces().filter(({ manifest }) => !manifest.private)
  const breaches = await Promise.all(published.map(({ name, folder }) => packageBreaches(name, folder)))
  report(breaches.flat(), `${published.map(({ name }) => name).join(', ')} are in shape`)
}
