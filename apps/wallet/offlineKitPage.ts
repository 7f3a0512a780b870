/** Vite plug-in: builds the page of the offline kit into one file, which windows hand out and nobody opens here. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { build, type Plugin } from 'vite'
import { kitTemplate, kitTemplatePath } from './src/kit/template.js'

const entry = new URL('src/kit/main.ts', import.meta.url)
const styles = new URL('src/kit/kit.css', import.meta.url)

export function offlineKitPage(conditions: readonly string[]): Plugin {
  return {
    name: 'offline-kit-page',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        resolve: { conditions: [...conditions] },
        build: {
          write: false,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: entry.pathname, output: { format: 'iife', codeSplitting: false } },
        },
      })
      const script = inlineable(codeOf(built))
      const style = readFileSync(styles, 'utf8').trim()
      const source = kitTemplate({ script, style, scriptHash: hashOf(script), styleHash: hashOf(style) })
      this.emitFile({ type: 'asset', fileName: kitTemplatePath.slice(1), source })
    },
  }
}

function codeOf(built: Awaited<ReturnType<typeof build>>): string {
  const outputs = 'output' in built ? built.output : []
  const [code, ...others] = outputs.flatMap((each) => (each.type === 'chunk' ? [each.code] : []))
  if (code === undefined || others.length > 0) throw new Error('the page of the offline kit is not one file')
  return code.trim()
}

/** What would end the element that the script stands in is written otherwise; in a text it means the same. */
const inlineable = (code: string): string =>
  code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
