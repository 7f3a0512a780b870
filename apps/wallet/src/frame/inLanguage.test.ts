import { expect, test } from 'vitest'
import { inLanguage } from './inLanguage.js'

test('a window is told the language in front of its secrets', () => {
  expect(inLanguage('https://wallet.example/recover#id.secret.key', 'pt-BR')).toBe(
    'https://wallet.example/recover?lang=pt-BR#id.secret.key',
  )
})
