/** Builds the test pages as an app developer would: Vite over the published entry points, no plug-in, no alias. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { pagesFolder } from './paths.js'

export async function buildPages(outDir: string): Promise<void> {
  const input = readdirSync(pagesFolder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => join(pagesFolder, name))
  await build({
    root: pagesFolder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input,
        // "use client" is for servers; a bundle for the browser does without it.
        onLog(level, log, report) {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
        },
      },
    },
  })
}
