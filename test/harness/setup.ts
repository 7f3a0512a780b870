/** Vitest global set-up: one local world and one set of test pages for the whole run. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildPages } from './pages.js'
import { logsOf, secretsIn } from './secrets.js'
import { bootWorld, type Origins, temporaryFolder } from './world.js'

declare module 'vitest' {
  interface ProvidedContext {
    base: number
    dataFolder: string
    origins: Origins
    /** Built test pages, see `pages/`. */
    pagesFolder: string
  }
}

/** Not the default of `npm start`, so that both run side by side. */
const defaultBase = 4000

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const base = Number(process.env.LATCHKEY_PORT_BASE ?? defaultBase)
  const folder = temporaryFolder()
  const built = join(folder, 'pages')
  const [world] = await Promise.all([
    bootWorld({ base, dataFolder: join(folder, 'data') }),
    buildPages(built),
  ])
  provide('base', base)
  provide('dataFolder', world.dataFolder)
  provide('origins', world.origins)
  provide('pagesFolder', built)
  return async () => {
    await world.stop()
    // after everything that any journey did.
    const leaked = secretsIn(`${world.running.output()}\n${logsOf(world.dataFolder)}`, world.dataFolder)
    rmSync(folder, { recursive: true, force: true })
    if (leaked.length > 0) throw new Error(`[A-66] The world printed secrets: ${leaked.join(', ')}`)
  }
}
