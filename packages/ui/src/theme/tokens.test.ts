/** The style sheet says the numbers of the specification; CSS cannot import them. */
import { limits } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { css as dialog } from '../shell/dialog.sheet.css'
import { contrast, parseHex } from './contrast.js'
import { css as modalTokens } from './modalTokens.sheet.css'
import { css as buttonTokens } from './tokens.sheet.css'

const sheets = [buttonTokens, modalTokens]
const css = sheets.join('')

/** As the minifier writes it: `.12s`, as often as the app's own pace says. */
const time = (ms: number) => `calc(${`${ms / 1000}s`.replace(/^0/, '')} * var(--lk-motion))`

test('[S9-06] the animations of the style sheet last as long as the limits say', () => {
  expect(css).toContain(`--lk-time-text:${time(limits.headerText)}`)
  expect(css).toContain(`--lk-time-height:${time(limits.modalHeight)}`)
  expect(css).toContain(`--lk-time-view:${time(limits.viewTransition)}`)
})

test('[S4-10] the shake lasts until its flag is reset', () => {
  expect(css).toContain(`--lk-time-shake:${time(limits.shakeReset)}`)
})

test('[S9-16] width, layer, font size and radius are the defaults of the theme', () => {
  expect(css).toContain(`--latchkey-width,${limits.modalWidth}px`)
  expect(css).toContain(`--latchkey-z-index,${limits.modalLayer}`)
  expect(css).toContain(`--latchkey-font-size,${limits.fontSize}px`)
  expect(css).toContain(`--latchkey-radius,${limits.radius}px`)
})

test('[S9-16] the theme is dark unless it is told to be light', () => {
  const [plain = '', light = ''] = buttonTokens.split('[data-theme=light]')
  expect(plain).toContain('color-scheme:dark')
  expect(light).toContain('color-scheme:light')
})

test('the sheet becomes a bottom sheet at 430 px', () => {
  expect(dialog).toMatch(/@media \((max-width:430px|width<=430px)\)/)
})

test.each(['dark', 'light'])(
  'text of every shade can be read on every surface, pressed or not: %s',
  (mode) => {
    const block = sheets.map((sheet) => sheet.split('[data-theme=light]')[mode === 'dark' ? 0 : 1]).join('')
    const value = (name: string) => {
      const hex =
        new RegExp(`--lk-${name}:(?:color-mix\\(in srgb,)?\\s*(#[0-9a-f]{3,6})`).exec(block)?.[1] ?? ''
      const color = parseHex(hex)
      if (!color) throw new Error(`no --lk-${name} in ${mode}`)
      return color
    }
    for (const text of ['text', 'text-2', 'text-3', 'good', 'bad', 'accent-text'])
      for (const surface of ['surface', 'raised', 'raised-hover', 'raised-active'])
        expect(contrast(value(text), value(surface)), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5)
  },
)
