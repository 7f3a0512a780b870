/** Vitest global set-up of the fault suite: one world behind proxies, and one set of test pages. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildPages } from '../../harness/pages.js'
import { secretsIn } from '../../harness/secrets.js'
import { temporaryFolder } from '../../harness/world.js'
import { renderTable } from '../report/renderTable.js'
import { keptResults } from '../report/result.js'
import { bootFaultWorld } from './faultWorld.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the proxies are told what to break. */
    control: string
    identity: string
  }
}

const defaultBase = 4000

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const base = Number(process.env.LATCHKEY_PORT_BASE ?? defaultBase)
  const folder = temporaryFolder()
  const dataFolder = join(folder, 'data')
  const pagesFolder = join(folder, 'pages')
  const [world] = await Promise.all([bootFaultWorld({ base, dataFolder }), buildPages(pagesFolder)])
  provide('base', base)
  provide('dataFolder', dataFolder)
  provide('origins', world.origins)
  provide('pagesFolder', pagesFolder)
  provide('control', world.control.url)
  provide('identity', world.identity)
  return async () => {
    await world.stop()
    const report = process.env.LATCHKEY_FAULTS_REPORT
    if (report) writeFileSync(`${report}.md`, `${renderTable(keptResults(report))}\n`)
    // also what is printed when things break.
    const leaked = secretsIn(world.output(), dataFolder)
    rmSync(folder, { recursive: true, force: true })
    if (leaked.length > 0) throw new Error(`[A-66] The gateway printed secrets: ${leaked.join(', ')}`)
  }
}
