import { expect, test } from 'vitest'
import { faceOf } from './face.js'

test('an app is called what it calls itself, beside the address it claims', () => {
  const face = faceOf({
    name: 'Playground',
    url: 'http://localhost:3000/path?x',
    icons: ['https://a.example/i'],
  })
  expect(face).toEqual({ name: 'Playground', host: 'localhost:3000', notes: [] })
})

test('a look-alike address is written in plain letters and pointed out', () => {
  const face = faceOf({ name: 'Uniswаp', url: 'https://uniswаp.org' })
  expect(face.host).toMatch(/^xn--/)
  expect(face.notes).toHaveLength(2)
})

test.each([
  [{ name: '', url: 'https://app.example' }, 'app.example'],
  [{ name: '\u202E', url: 'javascript:alert(1)' }, 'An app without a name'],
  [undefined, 'An app without a name'],
  [{ name: 5, url: {} }, 'An app without a name'],
  [{ name: 'n'.repeat(9000), url: `https://${'a'.repeat(9000)}` }, `${'n'.repeat(39)}…`],
])('%j is shown as %s', (metadata, name) => {
  expect(faceOf(metadata).name).toBe(name)
})
