/** The apps that are compared: every folder of `apps` is one, with pinned dependencies, one page and what to look for on it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Page selectors; ` >>> ` steps into a shadow root, ` || ` separates alternatives
 * @property {string} label
 * @property {'floor' | 'baseline' | 'ours' | 'rival'} kind `floor` is React alone, `baseline` a connection without a face
 * @property {string} button what opens the modal
 * @property {string} [row] the first wallet of the open modal; absent where there is no modal
 * @property {string} [modal] the element that holds everything of the modal that can have the focus
 * @property {string[]} [own] hosts that the app itself runs: its gateway is no stranger
 *
 * @typedef {Page & { name: string, folder: string, manifest: Manifest }} App
 * @typedef {{ name: string, dependencies: Record<string, string>, overrides?: Record<string, unknown> }} Manifest
 */

const home = resolve(fileURLToPath(import.meta.url), '../..')
/** Installed and built apps, and what was measured; never committed. */
export const workshop = join(home, '.cache')

const kinds = ['floor', 'baseline', 'ours', 'rival']

/**
 * @param {string} name
 * @returns {App}
 */
function readApp(name) {
  const folder = join(home, 'apps', name)
  /** @type {Page} */
  const page = JSON.parse(readFileSync(join(folder, 'peer.json'), 'utf8'))
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!kinds.includes(page.kind)) throw new Error(`${name}: peer.json has no kind of ${kinds.join(', ')}`)
  if (!page.label || !page.button) throw new Error(`${name}: peer.json lacks a label or a button`)
  for (const [dependency, version] of Object.entries(manifest.dependencies))
    if (!/^(\d+\.\d+\.\d+|workspace)$/.test(version))
      throw new Error(`${name}: ${dependency} ${version} is not one exact version`)
  return { ...page, name, folder, manifest }
}

/**
 * @param {readonly string[]} wanted names; none means all
 * @returns {App[]} React alone first, then the baseline, ours, and the rivals by name
 */
export function readApps(wanted = []) {
  const all = readdirSync(join(home, 'apps'))
  const unknown = wanted.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`No such app: ${unknown.join(', ')}. There are ${all.join(', ')}.`)
  return all
    .filter((name) => wanted.length === 0 || wanted.includes(name))
    .map(readApp)
    .sort(
      (one, other) =>
        kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.name.localeCompare(other.name),
    )
}
