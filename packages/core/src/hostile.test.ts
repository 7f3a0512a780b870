/** Whatever a relay, a wallet, a directory or a link says: it is read or refused, and nothing is thrown. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkLadder } from './links/ladder.js'
import { parsePaymentLink } from './links/payment.js'
import { scientific } from './links/scientific.js'
import { linkBase, linkTarget, storeLink, walletLink, webAddress } from './links/walletLink.js'
import { base64ToBytes, bytesToBase64 } from './relay/base64.js'
import { createKeyPair, randomHex, seal, unseal } from './relay/crypto.js'
import { readFrame } from './relay/frames.js'

/** Names that reach prototypes, and methods that the language calls by itself. */
const keys = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'toJSON',
  'then',
  'id',
  'jsonrpc',
  'method',
  'params',
  'data',
  'topic',
  'message',
  'error',
  'code',
  'result',
)
const words = fc.constantFrom('irn_subscription', '2.0', 'a'.repeat(64), '', '\u0000', '\ud800', '\u202e')
const json = fc
  .object({
    key: keys,
    maxDepth: 4,
    values: [words, fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
  })
  .map((value) => JSON.stringify(value))

const corpus = [
  '{"id":1,"error":{"message":{"toString":1,"valueOf":1}}}',
  '{"id":1,"error":{"message":null}}',
  '{"id":"1","method":"irn_subscription","params":null}',
  '{"id":"1","method":"irn_subscription","params":{"data":{"topic":[],"message":{}}}}',
  '{"id":{},"result":1}',
  '{"__proto__":{"id":1},"result":1}',
  '[]',
  'null',
  '"text"',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"id":1,"result":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
]

describe('frames of a relay', () => {
  test('a frame is read or dropped, whatever it holds', () => {
    for (const text of corpus) expect(() => readFrame(text), text.slice(0, 80)).not.toThrow()
    fc.assert(
      fc.property(fc.oneof(json, fc.string(), fc.json()), (text) => {
        const frame = readFrame(text)
        if (frame && 'error' in frame) expect(typeof frame.error.message).toBe('string')
        if (frame && 'push' in frame) expect(typeof frame.push.message).toBe('string')
      }),
      { numRuns: 500 },
    )
  })

  test('what is no text, or longer than any frame, is not even parsed', () => {
    for (const odd of [undefined, null, 1, {}, new Uint8Array(8), new Blob(['{}'])])
      expect(readFrame(odd)).toBeUndefined()
    expect(readFrame(`{"id":1,"result":"${'x'.repeat(8_000_000)}"}`)).toBeUndefined()
  })
})

describe('envelopes of a peer', () => {
  const key = randomHex(32)

  test('an envelope that was changed anywhere, cut or lengthened is not opened', () => {
    const bytes = base64ToBytes(seal('the words of a wallet', key))
    const opened = (forged: Uint8Array) => unseal(bytesToBase64(forged), { key })
    const change = fc.record({ at: fc.nat(bytes.length - 1), by: fc.integer({ min: 1, max: 255 }) })
    fc.assert(
      fc.property(change, ({ at, by }) => {
        expect(opened(bytes.map((byte, index) => (index === at ? byte ^ by : byte)))).toBeUndefined()
      }),
    )
    for (let length = 0; length < bytes.length; length++)
      expect(opened(bytes.subarray(0, length))).toBeUndefined()
    expect(opened(Uint8Array.of(...bytes, 0))).toBeUndefined()
  })

  test('anything else is no envelope either, for a shared key as for a pair', () => {
    const { privateKey } = createKeyPair()
    const anything = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.uint8Array({ maxLength: 200 }).map(bytesToBase64),
    )
    fc.assert(
      fc.property(anything, (envelope) => {
        expect(unseal(envelope, { key })).toBeUndefined()
        expect(unseal(envelope, { privateKey })).toBeUndefined()
      }),
    )
  })
})

describe('links', () => {
  const links = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom(
      'javascript:alert(1)//',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,<script>',
      'intent://x#Intent;scheme=javascript;end',
      'https://user:pass@example.org',
      'https://',
      'http://example.org',
      'wallet://',
      'wallet:',
      '//example.org',
      'file:///etc/passwd',
      'blob:https://example.org/1',
      'https://example.org/\u202egro.elpmaxe',
    ),
  )
  const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
  const surroundings = {
    os: 'ios',
    browser: 'safari',
    inApp: undefined,
    isFramed: false,
    isMobile: true,
  } as const

  test('a wallet of the directory never leads to a script, a file or an address that is not encrypted', () => {
    fc.assert(
      fc.property(links, (link) => {
        const wallet = {
          mobile_link: link,
          desktop_link: link,
          webapp_link: link,
          link_mode: link,
          app_store: link,
          homepage: link,
        }
        const made = [
          ...(['universal', 'native', 'desktop', 'web'] as const).flatMap((kind) => [
            linkBase(wallet, kind),
            walletLink({ wallet, uri, kind, platform: surroundings }),
          ]),
          storeLink(wallet, surroundings),
          webAddress(link),
        ]
        for (const href of made) {
          if (href === undefined) continue
          expect(href.trim()).not.toMatch(/^(?:javascript|vbscript|data|blob|file|intent|about):/i)
          expect(href).not.toMatch(/^http:\/\/(?!([^/?#]*\.)?localhost\b)/i)
          expect(['_blank', '_self', '_top']).toContain(linkTarget(href, surroundings))
        }
      }),
      { numRuns: 500 },
    )
  })

  test('what is pasted as a payment is one or is none, and amounts are whole or decimal, never a float', () => {
    const pasted = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom('ethereum:', 'solana:', 'bitcoin:', 'ETHEREUM:pay-'), fc.string())
        .map((parts) => parts.join('')),
      fc.constantFrom(
        'ethereum:0x?value=1e999999999',
        'bitcoin:?amount=-1',
        `bitcoin:${'1'.repeat(100_000)}`,
        'solana:%',
      ),
    )
    fc.assert(
      fc.property(pasted, (text) => {
        const amount = parsePaymentLink(text)?.amount
        if (!amount) return
        if ('units' in amount) expect(typeof amount.units).toBe('bigint')
        else expect(amount.decimal).toMatch(/^\d+(\.\d+)?$/)
      }),
      { numRuns: 500 },
    )
  })

  test('a number in scientific writing does not grow beyond any amount', () => {
    for (const text of ['1e999999999', '9'.repeat(100_000), `1e${'9'.repeat(1000)}`, '1e-1', '-1', 'e', ''])
      expect((scientific(text) ?? 0n).toString(2).length).toBeLessThanOrEqual(256)
  })

  test('the ways to open a wallet are made of whatever it says of itself', () => {
    fc.assert(
      fc.property(links, (link) => {
        expect(() => linkLadder({ wallet: { mobile_link: link }, uri, platform: surroundings })).not.toThrow()
      }),
    )
  })
})
