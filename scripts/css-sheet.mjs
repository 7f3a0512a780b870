/**
 * Bundler plug-in for `*.sheet.css`: a module whose default export maps class names to hashed ones and whose `css`
 * is the text for a shared `CSSStyleSheet`. Works in tsdown, Vite and Vitest.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { transform } from 'lightningcss'

const marker = '\0sheet:'
/** @param {number} major */
const version = (major, minor = 0) => (major << 16) | (minor << 8)
const targets = { chrome: version(111), safari: version(16, 4), firefox: version(113) }

/** @returns {import('rolldown').Plugin & { enforce: 'pre' }} */
export function cssSheet() {
  return {
    name: 'css-sheet',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith('.sheet.css')) return null
      const resolved = await this.resolve(id, importer, { skipSelf: true })
      return resolved && `${marker}${resolved.id}.js`
    },
    async load(id) {
      if (!id.startsWith(marker)) return null
      const file = id.slice(marker.length, -'.js'.length)
      this.addWatchFile(file)
      const { code, exports } = transform({
        // The hash must not depend on where the clone lies, or two builds would differ.
        filename: basename(file),
        code: await readFile(file),
        minify: true,
        cssModules: { pattern: '[local]_[hash]' },
        targets,
      })
      const classes = Object.fromEntries(
        Object.entries(exports ?? {}).map(([local, { name }]) => [local, name]),
      )
      return {
        code: `export const css = ${JSON.stringify(code.toString())}\nexport default ${JSON.stringify(classes)}\n`,
        moduleType: 'js',
      }
    },
  }
}
