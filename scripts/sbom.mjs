/** `npm run sbom`: a bill of materials (CycloneDX) for each published package and each server, the same for the same lockfile. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain } from './gate.mjs'
import { root } from './install.mjs'
import { npmCommand, run } from './run.mjs'
import { workspaces } from './workspaces.mjs'

/** @typedef {{ serialNumber?: string, metadata?: { timestamp?: string }, components?: { 'bom-ref'?: string }[] }} Bill */

/**
 * Without what changes from run to run, so that two bills can be compared.
 *
 * @param {Bill} bill
 * @returns {Bill}
 */
export function settle({ serialNumber: _, ...bill }) {
  const { timestamp: __, ...metadata } = bill.metadata ?? {}
  const byName = (/** @type {{ 'bom-ref'?: string }} */ component) => component['bom-ref'] ?? ''
  const components = (bill.components ?? []).toSorted((a, b) => (byName(a) < byName(b) ? -1 : 1))
  return { ...bill, metadata, components }
}

/** @param {string} name of a workspace */
async function billOf(name) {
  const npm = npmCommand()
  const args = [
    ...npm.args,
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
    '--omit=dev',
    '--omit=peer',
  ]
  const { code, output } = await run(npm.command, [...args, '--loglevel=silent', `--workspace=${name}`], {
    cwd: root,
  })
  if (code !== 0) throw new Error(`npm sbom failed for ${name}:\n${output}`)
  return settle(JSON.parse(output.slice(output.indexOf('{'))))
}

if (isMain(import.meta.url)) {
  const folder = join(root, 'dist/sbom')
  mkdirSync(folder, { recursive: true })
  const shipped = workspaces().filter(
    ({ path, manifest }) => !manifest.private || ['apps/gateway', 'apps/wallet'].includes(path),
  )
  for (const { name } of shipped) {
    const bill = await billOf(name)
    const file = join(folder, `${name.replace('@', '').replace('/', '-')}.cdx.json`)
    writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
    console.log(`${name}: ${bill.components?.length ?? 0} parts → ${file.slice(root.length + 1)}`)
  }
}
