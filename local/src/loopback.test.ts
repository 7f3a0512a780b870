/** Which names and origins belong to this machine, and which only look like it. */
import { expect, test } from 'vitest'
import { isLoopbackHost, isTrustedOrigin } from './loopback.js'

test.each(['localhost', 'localhost:3000', 'LOCALHOST:1', '127.0.0.1:3004', '[::1]:3004', 'app.localhost:80'])(
  '%s is a name of this machine, as a host and in an origin',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true)
    expect(isTrustedOrigin(`http://${host}`)).toBe(true)
    expect(isTrustedOrigin(`https://${host}`)).toBe(true)
  },
)

test.each([
  'evil.example',
  'evil.example:3004',
  'localhost.evil.example',
  'evil-localhost',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  'localhost:3000/x',
  'localhost:x',
  'localhost\nevil',
  '',
])('%j is none', (host) => {
  expect(isLoopbackHost(host)).toBe(false)
  expect(isTrustedOrigin(`http://${host}`)).toBe(false)
})

test('a message without a host is for nobody, one without an origin comes from a program', () => {
  expect(isLoopbackHost(undefined)).toBe(false)
  expect(isTrustedOrigin(undefined)).toBe(true)
})

test('a wallet in the browser may ask, an opaque origin or another scheme may not', () => {
  expect(isTrustedOrigin('chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn')).toBe(true)
  expect(isTrustedOrigin('moz-extension://2c1d9d0e-6f0d-4a4e-8d6f-5a3c9a1b2c3d')).toBe(true)
  for (const origin of ['null', 'file://', 'ftp://localhost', 'localhost', ''])
    expect(isTrustedOrigin(origin)).toBe(false)
})
