/**
 * Bundler plug-in for `*.sheet.css`: a module whose default export maps class names to hashed ones and whose `css`
 * is the text for a shared `CSSStyleSheet`. Works in tsdown, Vite and Vitest.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { transform } from 'lightningcss'

/** What a sheet is called as a module: a file beside it, so that the output names no folder of this machine. */
const moduleSuffix = '.js'
const isSheetModule = /\.sheet\.css\.js$/
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
      return resolved && resolved.id + moduleSuffix
    },
    async load(id) {
      if (!isSheetModule.test(id)) return null
      const file = id.slice(0, -moduleSuffix.length)
      this.addWatchFile(file)
      const { code, exports } = transform({
        // The hash must not depend on where the clone lies, or two builds would differ.
        filename: basename(file),
        code: await readFile(file),
        minify: true,
        cssModules: { pattern: '[local]_[hash]' },
        targets,
      })
      // In an order of our own: the transformer tells them in another one each time, and two builds would differ.
      const classes = Object.fromEntries(
        Object.entries(exports ?? {})
          .map(([local, { name }]) => [local, name])
          .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      )
      return {
        code: `export const css = ${JSON.stringify(code.toString())}\nexport default ${JSON.stringify(classes)}\n`,
        moduleType: 'js',
      }
    },
  }
}
