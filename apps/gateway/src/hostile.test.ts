/** Whatever strangers send, sign or write: it is read or refused, and nothing is thrown, however long or deep it is. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bounds } from '@latchkey/spec/endpoints'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, describe, expect, test } from 'vitest'
import { decodeDecimals, decodeText, mostDecimals } from './chain/tokenText.js'
import { applyOperatorFile } from './directory/applyOperatorFile.js'
import { imageFrom } from './directory/images.js'
import { DirectoryError } from './directory/operatorFile.js'
import { WalletRefusal } from './embedded/http/refusal.js'
import { createAccessTokens } from './embedded/session/accessTokens.js'
import { createDpop } from './embedded/session/dpop.js'
import { readDataUri } from './nfts/dataUri.js'
import { imageType } from './nfts/imageType.js'
import { readMetadata } from './nfts/metadataShape.js'
import { createResolve } from './nfts/source.js'
import { digestOf, readPairs, requireFresh, requireHexDigest } from './onramp/signedEvent.js'
import { base58Bytes, base58Text } from './relay/base58.js'
import { checkToken } from './relay/clientToken.js'
import { costOf, faultOf, parse, tokenOf } from './relay/requests.js'
import { createIdentity, signToken } from './relay/testing/token.js'
import { readAnswer } from './rpc/readAnswer.js'
import { createTokens } from './signIn/tokens.js'
import { createFakeClock } from './testing/fakeClock.js'

const names = ['__proto__', 'constructor', 'toString', 'name', 'image', 'image_data', 'id', 'params']
const words = ['add', 'override', 'slug', 'icon', 'result', 'error', 'code', 'message', 'data', 'jsonrpc']
const oddLetters = fc.constantFrom('\ud800', '\u202e', '\u0000', '%', '{id}', '../', '-->', '1e999')
const values = [fc.string(), fc.double(), fc.boolean(), fc.constant(null), oddLetters]
const json = fc
  .object({ key: fc.constantFrom(...names, ...words), maxDepth: 4, values })
  .map((value) => JSON.stringify(value))
const text = fc.oneof(json, fc.json(), fc.string({ unit: 'binary' }))

/** Deeper than any stack, wider than any list, and objects that pass for texts. */
const monsters = [
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  `[${'0,'.repeat(100_000)}0]`,
  '{"name":{"toString":1},"image":{"valueOf":1}}',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  '',
]

function forAll(read: (each: string) => unknown): void {
  for (const monster of monsters) expect(() => read(monster), monster.slice(0, 40)).not.toThrow()
  fc.assert(
    fc.property(text, (each) => void read(each)),
    { numRuns: 300 },
  )
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
}

describe('tokens', () => {
  const clock = createFakeClock(1_700_000_000_000)
  const seed = Buffer.alloc(32, 7)
  const exp = clock.now() / 1000 + 60
  const encode = (value: string) => Buffer.from(value).toString('base64url')

  const access = createAccessTokens({ seed, clock })
  const sessions = createTokens({ seed, clock })
  const id = '00000000-0000-4000-8000-000000000001'
  const accessClaims = {
    use: 'wallet-access',
    sid: id,
    sub: id,
    did: id,
    origin: 'https://app.example',
    aal: 1,
    cnf: { jkt: 'A'.repeat(43) },
    iat: exp - 120,
    exp,
  } as const
  const never = () => {
    throw new Error('a proof that is none needs neither keys nor the database')
  }
  const untouched = new Proxy({}, { get: never })
  // What is read before a signature is good, nobody else has to be asked about.
  const dpop = createDpop({ db: untouched as never, secrets: untouched as never, clock })
  const url = 'https://wallet.example/api/v1/me'
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const head = encode(
    JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', x, y } }),
  )
  const claims = { htm: 'GET', htu: url, iat: exp, jti: 'a'.repeat(22) }
  const proof = `${head}.${encode(JSON.stringify(claims))}`
  const proved = sign('sha256', Buffer.from(proof), { key: privateKey, dsaEncoding: 'ieee-p1363' })

  const kinds = {
    'of a relay client': {
      good: signToken(createIdentity(), clock.now()),
      isBelieved: async (token: string) =>
        'client' in (await checkToken(token, { now: clock.now(), audiences: undefined })),
    },
    'of the embedded wallet': {
      good: access.sign(accessClaims),
      isBelieved: async (token: string) => access.read(token) !== undefined,
    },
    'of a sign-in': {
      good: sessions.sign({ use: 'session', exp }),
      isBelieved: async (token: string) => sessions.read(token, v.looseObject({})) !== undefined,
    },
    'that prove a key': {
      good: `${proof}.${proved.toString('base64url')}`,
      // It is the caller's own, and lacks only the number that the server gives out.
      isBelieved: async (token: string) => {
        const refusal: unknown = await dpop
          .check({ proof: token, method: 'GET', url })
          .catch((error: unknown) => error)
        expect(refusal).toBeInstanceOf(WalletRefusal)
        return (refusal as WalletRefusal).code === 'USE_DPOP_NONCE'
      },
    },
  }

  test.each(Object.entries(kinds))('%s: nothing that is not signed is believed', async (_, kind) => {
    expect(await kind.isBelieved(kind.good)).toBe(true)
    const parts = kind.good.split('.').map((part) => Buffer.from(part, 'base64url'))
    const forged = fc.tuple(fc.nat(2), fc.nat(), fc.integer({ min: 1, max: 255 })).map(([which, at, by]) =>
      parts
        .map((bytes, index) =>
          index === which
            ? bytes.map((byte, place) => (place === at % bytes.length ? byte ^ by : byte))
            : bytes,
        )
        .map((bytes) => Buffer.from(bytes).toString('base64url'))
        .join('.'),
    )
    const part = fc.oneof(text.map(encode), fc.base64String(), fc.string())
    const signature = fc
      .uint8Array({ minLength: 64, maxLength: 64 })
      .map((bytes) => Buffer.from(bytes).toString('base64url'))
    const headed = fc.tuple(fc.constant(kind.good.split('.')[0] ?? ''), part, signature)
    const anything = fc.oneof(
      forged,
      fc.oneof(headed, fc.tuple(part, part, signature)).map((three) => three.join('.')),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (token) => {
        expect(await kind.isBelieved(token)).toBe(false)
      }),
      { numRuns: 200 },
    )
    for (const long of ['x'.repeat(10_000_000), '.'.repeat(1_000_000), `${kind.good}.`, `.${kind.good}`])
      expect(await kind.isBelieved(long)).toBe(false)
  })

  test('bytes are the same after base 58 and back, and other letters are none', () => {
    const key = fc.tuple(fc.integer({ min: 1, max: 255 }), fc.uint8Array({ maxLength: 40 }))
    fc.assert(
      fc.property(key, ([first, rest]) => {
        const bytes = Buffer.from([first, ...rest])
        expect(base58Bytes(base58Text(bytes))).toEqual(bytes)
      }),
    )
    fc.assert(fc.property(fc.string(), (letters) => void base58Bytes(letters)))
  })

  test('a webhook is believed with the digest of its text only', () => {
    const given = digestOf('key', 'text').toString('hex')
    expect(() => requireHexDigest('key', 'text', given)).not.toThrow()
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{64}$/)), (other) => {
        fc.pre(other.toLowerCase() !== given)
        expect(() => requireHexDigest('key', 'text', other)).toThrow('not signed')
        for (const [, time] of readPairs(other)) expect(() => requireFresh(clock, time)).toThrow('too old')
      }),
    )
  })
})

describe('frames', () => {
  test('one of a relay client is an object with a fault or without one', () => {
    forAll((each) => {
      const frame = parse(each)
      if (!frame) return
      faultOf(frame, tokenOf(frame.id, each))
      expect(costOf(frame.params)).toBeGreaterThanOrEqual(1)
    })
  })

  test('what a node answers is an answer, worth another try, or no use', () => {
    forAll((each) => {
      for (const status of [200, 400, 429, 500])
        expect(readAnswer({ status, text: each, retryAfter: each }, (words) => words).is).toMatch(
          /^(answer|retry|useless)$/,
        )
    })
  })
})

describe('tokens of a chain', () => {
  const word = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(0n, 1n, 32n, 64n, 2n ** 31n, 2n ** 64n, 2n ** 255n),
  )
  const answer = fc
    .array(word, { maxLength: 6 })
    .map((list) => `0x${list.map((each) => each.toString(16).padStart(64, '0')).join('')}` as const)

  test('names have an end and nothing that hides or turns; decimals are few', () => {
    fc.assert(
      fc.property(fc.oneof(answer, fc.uint8Array().map(hexOf)), (data) => {
        const name = decodeText('name', data, 64) ?? ''
        expect([...name].length).toBeLessThanOrEqual(64)
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
        expect(decodeDecimals(data) ?? 0).toBeLessThanOrEqual(mostDecimals)
      }),
      { numRuns: 500 },
    )
  })
})

const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as const

describe('collectibles', () => {
  test('names and descriptions have an end, and letters that turn the line are gone', () => {
    forAll((each) => {
      const { name = '', description = '' } = readMetadata(each) ?? {}
      expect([...name].length).toBeLessThanOrEqual(128)
      expect([...description].length).toBeLessThanOrEqual(bounds.description)
      expect(name + description).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    })
    expect(readMetadata(JSON.stringify({ name: `\u202e\u0000${'n'.repeat(1_000_000)}` }))?.name).toHaveLength(
      128,
    )
  })

  const resolve = createResolve('https://ipfs.example')
  const place = fc.tuple(
    fc.constantFrom(
      `ipfs://${'a'.repeat(46)}/`,
      'ipfs://ipfs/',
      'https://',
      'data:',
      'file:///',
      'javascript:',
      '',
    ),
    fc.array(
      fc.oneof(oddLetters, fc.string({ unit: 'binary' }), fc.constantFrom('%2e%2e/', './', '\\', '@')),
      {
        maxLength: 6,
      },
    ),
  )
  test('where they say they lie is data, the web or a file of IPFS, and nothing else', () => {
    fc.assert(
      fc.property(place, ([start, rest]) => {
        const found = resolve(start + rest.join(''))
        if (found === undefined) return
        expect(found).toMatch(/^(?:data:|https?:\/\/)/i)
        if (start.startsWith('ipfs:'))
          expect(new URL(found).href).toMatch(/^https:\/\/ipfs\.example\/ipfs\/[A-Za-z0-9]{32,128}/)
      }),
      { numRuns: 1_000 },
    )
  })

  test('an address that holds its data is read, whatever is wrong with it', () => {
    const starts = ['data:', 'DATA:image/png;base64,', 'data:image/svg+xml;utf8,', 'data:,%', 'data:;;;,']
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.string({ unit: 'binary' }), (start, rest) => {
        const found = readDataUri(start + rest)
        if (found) expect(found.bytes.length).toBeLessThanOrEqual(3 * (start.length + rest.length))
      }),
      { numRuns: 300 },
    )
  })
})

describe('pictures', () => {
  const shown = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/

  test('one is told by its first bytes, and a page is never one', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      text.map((each) => Buffer.from(`<${each}`)),
    )
    fc.assert(
      fc.property(bytes, (each) => {
        const type = imageType(each)
        if (type !== undefined) expect(type).toMatch(shown)
      }),
      { numRuns: 500 },
    )
    for (const page of ['<!doctype html><script>', '<html>', '', 'GIF', '%PDF-1.7', '<?xml?><html>'])
      expect(imageType(Buffer.from(page))).toBeUndefined()
  })

  test('one that an operator brings is judged at once, however many comments it begins with', () => {
    for (const comment of ['<!---->', '<!---->\n', '<!-- -- -->'])
      expect(() => imageFrom(Buffer.from(comment.repeat(100)))).toThrow('neither SVG nor PNG nor WebP')
    expect(imageFrom(Buffer.from(`${'<!---->'.repeat(100)}<svg/>`)).type).toBe('image/svg+xml')
  })
})

describe('the file of an operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-hostile-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'directory.json')

  /** Every mistake is told as one; anything else that is thrown would be a crash without a reason. */
  function read(content: string): void {
    writeFileSync(path, content)
    try {
      applyOperatorFile(path, [])
    } catch (error) {
      expect(error).toBeInstanceOf(DirectoryError)
    }
  }

  test('is applied, or its mistakes are told', () => {
    forAll(read)
    const described = fc.record(
      {
        slug: fc.constantFrom('acme', 'bcme', '__proto__'),
        name: fc.string(),
        icon: oddLetters,
        rdns: fc.array(fc.string()),
      },
      { requiredKeys: [] },
    )
    const file = fc.record(
      {
        add: fc.array(described),
        hide: fc.array(fc.string()),
        override: fc.dictionary(fc.string(), described),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(file, (content) => read(JSON.stringify(content))),
      { numRuns: 100 },
    )
  })
})
