import { expect, test } from 'vitest'
import { inLanguage } from './inLanguage.js'

test('a window is told the language in front of its secrets, and without one its address stays as it is', () => {
  expect(inLanguage('https://wallet.example/recover#id.secret.key', 'pt-BR')).toBe(
    'https://wallet.example/recover?lang=pt-BR#id.secret.key',
  )
  expect(inLanguage('https://wallet.example/recover#id.secret', undefined)).toBe(
    'https://wallet.example/recover#id.secret',
  )
})
