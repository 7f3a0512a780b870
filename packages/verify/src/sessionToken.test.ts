import { ed25519 } from '@noble/curves/ed25519.js'
import { base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSessionToken } from './sessionToken.js'

const secret = new Uint8Array(32).fill(9)
const keys = { keys: [{ kid: 'k1', x: base64urlnopad.encode(ed25519.getPublicKey(secret)) }] }
const now = Date.parse('2026-05-01T12:00:00Z')
const claims = {
  use: 'session',
  sub: 'eip155:1:0xab',
  address: '0xab',
  caip2Network: 'eip155:1',
  domain: 'app.example',
  uri: 'https://app.example',
  iat: now / 1000 - 10,
  exp: now / 1000 + 10,
}

const encode = (value: unknown) => base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)))

function tokenOf(
  body: object = claims,
  head: object = { alg: 'EdDSA', typ: 'JWT', kid: 'k1' },
  key = secret,
) {
  const text = `${encode(head)}.${encode(body)}`
  return `${text}.${base64urlnopad.encode(ed25519.sign(new TextEncoder().encode(text), key))}`
}

const read = (token: string) => readSessionToken({ token, keys, domain: 'app.example', now })

test('a good token says who is there', () => {
  expect(read(tokenOf())).toMatchObject({ sub: 'eip155:1:0xab', caip2Network: 'eip155:1' })
})

test.each([
  ['one that has ended', tokenOf({ ...claims, exp: now / 1000 })],
  ['one of another app', tokenOf({ ...claims, domain: 'evil.example' })],
  ['one of another kind', tokenOf({ ...claims, use: 'nonce' })],
  ['one that says nobody', tokenOf({ ...claims, sub: undefined })],
  ['one of another key', tokenOf(claims, undefined, new Uint8Array(32).fill(8))],
  ['one that names an unknown key', tokenOf(claims, { alg: 'EdDSA', kid: 'k2' })],
  ['one that chooses its own algorithm', tokenOf(claims, { alg: 'none', kid: 'k1' })],
  ['one that was altered', tokenOf().replace(/\..{4}/, '.AAAA')],
  ['one without a signature', tokenOf().replace(/[^.]+$/, '')],
  ['one with more parts', `${tokenOf()}.x`],
  ['nothing', ''],
  ['a very long one', 'a'.repeat(100_000)],
])('%s is none', (_, token) => {
  expect(read(token)).toBeUndefined()
})

test('no other text is one, and none throws', () => {
  const [head = '', body = '', signature = ''] = tokenOf().split('.')
  const part = fc.oneof(
    fc.constantFrom(head, body, signature),
    fc.base64String(),
    fc.json().map(encode),
    fc.string(),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part, { maxLength: 4 }).map((parts) => parts.join('.')),
      ),
      (text) => {
        fc.pre(text !== tokenOf())
        expect(read(text)).toBeUndefined()
      },
    ),
    { numRuns: 300 },
  )
})
