/** The open font of the widget, named by content, with its licence. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Letters of western and of central European languages; other scripts use the system font. */
const parts = {
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
}

/** @param {{ from: string, to: string }} folders */
export function writeFonts({ from, to }) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const faces = Object.entries(parts).map(([part, range]) => {
    const bytes = readFileSync(join(from, 'files', `inter-${part}-wght-normal.woff2`))
    const file = `inter-${part}-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.woff2`
    writeFileSync(join(to, file), bytes)
    return `@font-face{font-family:'Latchkey Inter';font-style:normal;font-display:swap;font-weight:100 900;src:url(./${file}) format('woff2-variations'),url(./${file}) format('woff2');unicode-range:${range}}`
  })
  writeFileSync(join(to, 'latchkey.css'), `${faces.join('\n')}\n`)
  copyFileSync(join(from, 'LICENSE'), join(to, 'OFL.txt'))
}
