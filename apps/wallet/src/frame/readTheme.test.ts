import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readTheme } from './readTheme.js'

const rgb = (css: string | undefined) => {
  const number = Number.parseInt((css ?? '').slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255] as const
}

test('[S3-19] an accent, a font, a size and a radius are taken over', () => {
  const themeVariables = {
    '--latchkey-accent': '#0f0',
    '--latchkey-font-family': "'Segoe UI', Comic, sans-serif",
    '--latchkey-font-size': '14px',
    '--latchkey-radius': '8px',
  }
  expect(readTheme({ themeMode: 'light', themeVariables })).toMatchObject({
    '--accent': '#00ff00',
    '--on-accent': '#000000',
    '--font': '"segoe ui", sans-serif',
    '--font-size': '14px',
    '--radius': '8px',
  })
})

test.each([
  ['a picture', { '--latchkey-accent': 'url(https://evil.example/x)' }],
  ['a script of old', { '--latchkey-accent': 'expression(alert(1))' }],
  ['the end of the rule', { '--latchkey-accent': 'red;}body{display:none' }],
  ['a name of ours', { '--surface': '#fff', '--bad': '#fff' }],
  ['a size that covers everything', { '--latchkey-font-size': '900px', '--latchkey-radius': '9999px' }],
  ['a place in front', { '--latchkey-z-index': 2_147_483_647 }],
  ['a font that would be loaded', { '--latchkey-font-family': 'url(x), "Evil Sans"' }],
  ['a name of Object.prototype', JSON.parse('{"__proto__":"#fff"}')],
])('[A-55] %s is dropped', (_, themeVariables) => {
  expect(readTheme({ themeMode: 'light', themeVariables })).toEqual({})
})

test('[A-55] white on white becomes readable', () => {
  const style = readTheme({ themeMode: 'light', themeVariables: { '--latchkey-accent': '#ffffff' } })
  expect(contrast(rgb(style['--accent-text']), [255, 255, 255])).toBeGreaterThanOrEqual(4.5)
  expect(contrast(rgb(style['--on-accent']), rgb(style['--accent']))).toBeGreaterThanOrEqual(4.5)
})

test('[I-24] whatever a page says, only colours, pixels and known fonts come out, and every text can be read', () => {
  const name = fc.constantFrom(
    '--latchkey-accent',
    '--latchkey-font-family',
    '--latchkey-font-size',
    '--latchkey-radius',
    '--w3m-accent',
    '--x',
  )
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  const value = fc.oneof(fc.string({ maxLength: 128 }), hex, fc.double({ noNaN: true }))
  fc.assert(
    fc.property(
      fc.dictionary(name, value),
      fc.constantFrom('light' as const, 'dark' as const),
      (themeVariables, themeMode) => {
        const style = readTheme({ themeMode, themeVariables })
        for (const each of Object.values(style))
          expect(each).toMatch(/^(#[\da-f]{6}|\d{1,2}px|("[a-z ]+"|[a-z-]+)(, ("[a-z ]+"|[a-z-]+))*)$/)
        if (!style['--accent']) return
        const surface = themeMode === 'light' ? ([255, 255, 255] as const) : ([21, 22, 27] as const)
        expect(contrast(rgb(style['--accent-text']), surface)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(rgb(style['--on-accent']), rgb(style['--accent']))).toBeGreaterThanOrEqual(4.5)
        expect(contrast(rgb(style['--on-accent']), rgb(style['--accent-hover']))).toBeGreaterThanOrEqual(4.5)
      },
    ),
  )
})
