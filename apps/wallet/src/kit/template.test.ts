import { expect, test } from 'vitest'
import { fillKit, isKitTemplate, kitTemplate } from './template.js'

const template = kitTemplate({ script: 'open()', style: 'p{}', scriptHash: "'a'", styleHash: "'b'" })

test('a kit stands in its page as data that ends nothing', () => {
  const page = fillKit(template, { id: '</script><script>', price: '$&' })
  expect(page).toContain('id="kit">{"id":"\\u003c/script>\\u003cscript>","price":"$&"}</script>')
  expect(page.split('<script').length).toBe(template.split('<script').length)
})

test('what has no place for a kit, or two, is never handed out as one', () => {
  expect(isKitTemplate(template)).toBe(true)
  for (const other of ['', '<title>Sign in to this network</title>', template + template]) {
    expect(isKitTemplate(other)).toBe(false)
    expect(() => fillKit(other, {})).toThrow(RangeError)
  }
})
