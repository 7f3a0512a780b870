/** The font files of this package, read into a table: nothing outside of the folder can be asked for. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Fonts {
  readonly stylesheet: string
  /** By name; each name holds a hash of the content. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

export function readFonts(folder: string): Fonts {
  const names = readdirSync(folder).filter((name) => name.endsWith('.woff2'))
  return {
    stylesheet: readFileSync(join(folder, 'latchkey.css'), 'utf8'),
    files: new Map(names.map((name) => [name, readFileSync(join(folder, name))])),
  }
}
