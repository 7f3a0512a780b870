/** Bundler plug-in: beside a file that holds code of other packages, `*.LICENSE.txt` with their names, versions and licences. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @returns {import('rolldown').Plugin} */
export function bundledLicences() {
  return {
    name: 'bundled-licences',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const source = licenceText(packagesOf(Object.keys(chunk.modules)))
        this.emitFile({ type: 'asset', fileName: chunk.fileName.replace(/\.js$/, '.LICENSE.txt'), source })
      }
    },
  }
}

/** The folders of the packages that modules are from. @param {readonly string[]} modules */
function packagesOf(modules) {
  const folders = modules.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

/** Each text once, under all that it is for. @param {readonly string[]} folders */
export function licenceText(folders) {
  /** @type {Map<string, string[]>} */
  const byText = new Map()
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (!file)
      throw new Error(`${name} in ${dirname(folder)} has no licence text, so its code cannot be shipped`)
    const text = readFileSync(join(folder, file), 'utf8').trim()
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`])
  }
  return [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`).join('\n---\n\n')
}
