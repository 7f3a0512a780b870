/** Fetches the source packages once, checks their content, and unpacks them. Nothing of them is installed or run. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { solanaAdapters, sources } from './sources.mjs'

const run = promisify(execFile)

/**
 * @param {string} cache folder that keeps packages between runs
 * @returns {Promise<(key: string) => string>} the folder of a source
 */
export async function fetchSources(cache) {
  mkdirSync(cache, { recursive: true })
  const wanted = [
    ...Object.entries(sources).map(([key, source]) => ({ key, ...source })),
    ...Object.entries(solanaAdapters).map(([key, source]) => ({
      key: `solana-${key}`,
      name: `@solana/wallet-adapter-${key}`,
      ...source,
    })),
  ].filter(({ integrity }) => integrity !== 'lockfile')
  for (const source of wanted) await fetchSource(cache, source)
  return (key) => join(cache, key)
}

/** @param {string} cache @param {{ key: string, name: string, version: string, integrity: string }} source */
async function fetchSource(cache, { key, name, version, integrity }) {
  const folder = join(cache, key)
  const seal = join(folder, 'package.json')
  if (existsSync(seal) && JSON.parse(readFileSync(seal, 'utf8')).version === version) return
  const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', cache])
  const file = join(cache, stdout.trim().split('\n').at(-1) ?? '')
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (found !== integrity) {
    rmSync(file)
    throw new Error(`${name}@${version} is not the package that was looked at: ${found}`)
  }
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  await run('tar', ['xzf', file, '-C', fresh, '--strip-components=1', '--no-same-owner'])
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  rmSync(file)
}
