import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alertOf } from './errors.js'
import { checkOrigin, isOriginAllowed, matchesOrigin } from './origins.js'

describe('an entry', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://App.Example.com', 'https://app.example.com'],
    ['app.example.com', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost:*', 'http://localhost:5173'],
    ['http://localhost:*', 'http://localhost'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://*.example.com', 'https://app.example.com'],
    ['https://*.example.com', 'https://a.b.example.com'],
    ['*.example.com', 'https://app.example.com'],
  ])('%s allows %s', (entry, origin) => {
    expect(matchesOrigin(entry, origin)).toBe(true)
  })

  test.each([
    // Another site that ends or begins alike.
    ['https://example.com', 'https://evilexample.com'],
    ['https://*.example.com', 'https://evilexample.com'],
    ['https://*.example.com', 'https://app.example.com.evil.test'],
    ['https://app.example.com', 'https://app.example.com.evil.test'],
    // The star is at least one label.
    ['https://*.example.com', 'https://example.com'],
    // A star inside a label, elsewhere or alone matches nothing.
    ['https://app-*.example.com', 'https://app-1.example.com'],
    ['https://app.*.com', 'https://app.example.com'],
    ['https://*', 'https://example.com'],
    ['*', 'https://example.com'],
    ['https://*.*.example.com', 'https://a.b.example.com'],
    // Scheme and port are part of an origin.
    ['https://app.example.com', 'http://app.example.com'],
    ['app.example.com', 'http://app.example.com'],
    ['https://app.example.com', 'https://app.example.com:8443'],
    ['http://localhost:3000', 'http://localhost:3001'],
    ['http://localhost:3000', 'https://localhost:3000'],
    ['http://localhost:*', 'https://localhost:3000'],
    // Not origins.
    ['https://app.example.com', 'null'],
    ['https://app.example.com', ''],
    ['https://app.example.com', 'https://app.example.com/path'],
    ['https://app.example.com', 'https://user@app.example.com'],
    ['https://app.example.com', 'app.example.com'],
    ['https://app.example.com', 'https://*.example.com'],
    ['https://*.example.com', 'https://*.example.com'],
    ['http://localhost:*', 'http://localhost:*'],
    ['', 'https://app.example.com'],
    ['https://app.example.com\n', 'https://app.example.com'],
  ])('%s does not allow %s', (entry, origin) => {
    expect(matchesOrigin(entry, origin)).toBe(false)
  })
})

test.each([
  ['https://dapp.com', 'https://evil-dapp.com'],
  ['https://dapp.com', 'https://dapp.com.evil'],
  ['https://*.dapp.com', 'https://dapp.com.evil'],
  ['https://*.dapp.com', 'https://evil-dapp.com'],
  ['https://dapp.com', 'https://dapp.com@evil.com'],
  ['https://dapp.com', 'https://dapp.com:444'],
  ['https://dapp.com', 'https://dapp.com.'],
  ['https://*.dapp.com', 'https://a.dapp.com.'],
  ['https://dapp.com', 'https://dapр.com'],
  ['https://dapp.com', 'null'],
  ['https://*', 'https://dapp.com'],
])('[A-57] [I-20] %s does not let %s in', (entry, origin) => {
  expect(matchesOrigin(entry, origin)).toBe(false)
})

test('[A-57] [I-20] whatever an origin is made of, an exact entry allows only itself', () => {
  const part = fc.stringMatching(/^[a-z]([a-z0-9-]{0,6}[a-z0-9])?$/)
  const host = fc.array(part, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
  const trick = fc.constantFrom('', '.', ':443', ':8443', '/', '?', '#', '@evil.test', '%2e', '\\', '\t')
  const origin = fc
    .tuple(fc.constantFrom('https://', 'http://', 'HTTPS://', ''), host, trick)
    .map((all) => all.join(''))
  fc.assert(
    fc.property(host, origin, (name, asked) => {
      const entry = `https://${name}`
      if (matchesOrigin(entry, asked)) expect(asked.toLowerCase().replace(/:443$/, '')).toBe(entry)
      else expect(asked).not.toBe(entry)
    }),
  )
})

test('[S5-05] a wildcard stands for whole labels of the host and for nothing else', () => {
  const label = fc.stringMatching(/^[a-z]([a-z0-9]{0,8}[a-z0-9])?$/)
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), label, label, (sub, name, glue) => {
      expect(matchesOrigin(`https://*.${name}.test`, `https://${sub.join('.')}.${name}.test`)).toBe(true)
      expect(matchesOrigin(`https://*.${name}.test`, `https://${sub.join('.')}${glue}${name}.test`)).toBe(
        false,
      )
      expect(matchesOrigin(`https://*.${name}.test`, `https://${sub.join('.')}.${name}.test.${glue}`)).toBe(
        false,
      )
    }),
  )
})

test('[S5-05] an origin outside the list raises the invalid-app-configuration alert', () => {
  const allowed = ['https://app.example.com', 'https://*.example.org']
  expect(checkOrigin(allowed, 'https://a.example.org')).toBeUndefined()
  const error = checkOrigin(allowed, 'https://evil.test')
  expect(error).toMatchObject({
    code: 'options.origin-not-allowed',
    context: { origin: 'https://evil.test' },
  })
  expect(alertOf('options.origin-not-allowed')).toBe('invalid-app-configuration')
  expect(isOriginAllowed([], 'https://app.example.com')).toBe(false)
})
