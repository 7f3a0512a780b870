/** The relay's methods against their examples, its numbers and texts, and the ids and links that must survive exactly. */
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { alertOfProviderError } from './errors.js'
import { type RelayExample, relayExamples } from './examples.js'
import {
  answerText,
  authFailures,
  authFailureText,
  closeAction,
  envelopeBytes,
  envelopeTypes,
  formatPairingUri,
  idTokens,
  isRequestIdToken,
  type JwtClaims,
  jwtClaims,
  jwtHeader,
  type PairingUri,
  parsePairingUri,
  type RelayMethod,
  type RelayMethodEntry,
  type RelayTag,
  refuseClaims,
  refusedRelayMethods,
  relayBounds,
  relayErrors,
  relayMethod,
  relayMethods,
  relayQuery,
  relayRequest,
  relayTags,
  requestExpiry,
  signErrors,
  signNamespace,
  signNamespaces,
} from './relay.js'

// The tables are constants, so their keys are exactly the names.
const methods = Object.keys(relayMethods) as RelayMethod[]
const entries: Readonly<Record<RelayMethod, RelayMethodEntry>> = relayMethods
const topic = 'ab'.repeat(32)

describe.each(methods)('%s', (method) => {
  const example: RelayExample = relayExamples[method]

  test('good params and results are accepted', () => {
    expect(v.safeParse(entries[method].params, example.params)).toMatchObject({ success: true })
    expect(v.safeParse(entries[method].result, example.result)).toMatchObject({ success: true })
  })

  test('bad ones are refused', () => {
    for (const { why, value } of example.refused) {
      expect(v.safeParse(entries[method].params, value).success, why).toBe(false)
    }
    for (const { why, value } of example.broken) {
      expect(v.safeParse(entries[method].result, value).success, why).toBe(false)
    }
  })
})

test('every method has a good and a bad example', () => {
  expect(Object.keys(relayExamples).sort()).toEqual([...methods].sort())
  for (const method of methods) {
    expect(relayExamples[method].refused.length, method).toBeGreaterThan(0)
    expect(relayExamples[method].broken.length, method).toBeGreaterThan(0)
  }
})

describe('methods', () => {
  test('older names stand for the same methods; unknown and refused ones for none', () => {
    for (const prefix of ['irn_', 'iridium_', 'waku_']) {
      expect(relayMethod(`${prefix}publish`)).toBe('irn_publish')
    }
    expect(relayMethod('wc_proposeSession')).toBe('wc_proposeSession')
    for (const name of ['irn_', 'publish', 'waku_toString', '__proto__', 'irn_proposeSession', '']) {
      expect(relayMethod(name), name).toBeUndefined()
    }
    for (const name of refusedRelayMethods) expect(relayMethod(name)).toBeUndefined()
  })

  test('what clients tell in clear beside a message is dropped', () => {
    const params = {
      topic,
      message: 'AAAA',
      ttl: 300,
      tag: 1108,
      correlationId: 7,
      tvf: { chainId: 'eip155:1', txHashes: ['0xab'] },
    }
    expect(v.parse(relayMethods.irn_publish.params, params)).toEqual({
      topic,
      message: 'AAAA',
      ttl: 300,
      tag: 1108,
      prompt: false,
    })
    const approval = { ...relayExamples.wc_approveSession.params, approvedAccounts: ['eip155:1:0xab'] }
    expect(v.parse(relayMethods.wc_approveSession.params, approval)).not.toHaveProperty('approvedAccounts')
  })

  test('receipts read alike in both spellings', () => {
    const { receipts } = v.parse(relayMethods.irn_batchReceive.params, {
      receipts: [
        { topic, messageId: 'a' },
        { topic, message_id: 'b' },
      ],
    })
    expect(receipts).toEqual([
      { topic, messageId: 'a' },
      { topic, messageId: 'b' },
    ])
  })

  test('a connection is opened with a token, and may ask to hear refusals as close events', () => {
    const query = { auth: 'a.b.c', projectId: 'p1', ua: 'wc-2/js', useOnCloseEvent: 'true' }
    expect(v.parse(relayQuery, query)).toEqual(query)
    expect(v.safeParse(relayQuery, { auth: 'a'.repeat(relayBounds.jwt + 1) }).success).toBe(false)
  })
})

describe('request ids beyond 2^53', () => {
  const long = '1731700000123456789'

  test('the token of a number and of a text survive, where a JavaScript number does not', () => {
    expect(JSON.stringify(JSON.parse(long))).not.toBe(long)
    expect(idTokens(`{"id":${long},"jsonrpc":"2.0"}`)).toEqual([long])
    expect(idTokens(`{"jsonrpc":"2.0", "id" : "${long}" }`)).toEqual([`"${long}"`])
    expect(answerText(long, { result: true })).toBe(`{"id":${long},"jsonrpc":"2.0","result":true}`)
    expect(answerText(`"${long}"`, { error: { code: 1 } })).toBe(
      `{"id":"${long}","jsonrpc":"2.0","error":{"code":1}}`,
    )
    expect(answerText(undefined, { result: undefined })).toBe('{"id":null,"jsonrpc":"2.0","result":null}')
  })

  test('ids inside params, in texts and under escaped keys do not mislead', () => {
    expect(idTokens(`{"params":{"id":1,"a":[{"id":2}]},"note":"\\"id\\":3","id":${long}}`)).toEqual([long])
    expect(idTokens(`{"\\u0069d":${long}}`)).toEqual([long])
    expect(idTokens('{"id":1,"id":2}')).toEqual(['2'])
    expect(idTokens('{"a":"\\\\","id":5}')).toEqual(['5'])
    expect(idTokens('{}')).toEqual([undefined])
    expect(idTokens('"id"')).toEqual([undefined])
  })

  test('a batch gives one token an item', () => {
    expect(idTokens(`[ {"id":${long}} , {"method":"a"}, 7, [{"id":1}], {"id":"x"} ]`)).toEqual([
      long,
      undefined,
      undefined,
      undefined,
      '"x"',
    ])
    expect(idTokens('[]')).toEqual([])
  })

  test('whatever surrounds it, the token is the one that was written', () => {
    // Texts made of the characters that could mislead a reader.
    const tricky = fc
      .array(fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', 'id', '"id":1', 'é', '\n'), {
        maxLength: 6,
      })
      .map((parts) => JSON.stringify(parts.join('')))
    const id = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String), tricky, fc.constant('null'))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        tricky,
        fc.constantFrom('0', '-1.5e3', 'true', 'null', '{"id":1}', '[{"id":2}]'),
        fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
        fc.tuple(tricky, tie('value')).map(([key, inner]) => `{${key}:${inner}}`),
      ),
    }))
    const member = fc.tuple(tricky, value)
    const space = fc.constantFrom('', ' ', '\n\t')
    fc.assert(
      fc.property(id, fc.array(member, { maxLength: 4 }), fc.nat(), space, (token, members, at, gap) => {
        const fields = members
          .filter(([key]) => key !== '"id"')
          .map(([key, inner]) => `${key}${gap}:${gap}${inner}`)
        fields.splice(at % (fields.length + 1), 0, `"id"${gap}:${gap}${token}`)
        const text = `${gap}{${gap}${fields.join(`${gap},${gap}`)}${gap}}`
        expect(idTokens(text)).toEqual([token])
        expect(idTokens(`[${text},${text}]`)).toEqual([token, token])
        expect(JSON.parse(answerText(token, { result: 1 }))).toMatchObject({ id: JSON.parse(token) })
      }),
    )
  })

  test('a text that is not JSON is given up, not walked for ever', () => {
    for (const text of ['[}', '[1 }', '{"a"', '[[', '{"id":"', '']) {
      try {
        idTokens(text)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }
  })

  test('ids that no client makes are refused', () => {
    for (const token of ['1000000000', long, `"${long}"`]) expect(isRequestIdToken(token), token).toBe(true)
    for (const token of [
      undefined,
      '999999999',
      '"12"',
      'null',
      '1e20',
      '-1000000000',
      '01000000000',
      '{}',
    ]) {
      expect(isRequestIdToken(token), token).toBe(false)
    }
    expect(v.safeParse(relayRequest, { id: 'abc', jsonrpc: '2.0', method: 'irn_publish' }).success).toBe(
      false,
    )
  })
})

describe('tags and times to live', () => {
  const tags: Readonly<Record<string, RelayTag>> = relayTags

  test.each([
    ['wc_pairingDelete', 1000, 1001, 86_400, false],
    ['wc_pairingPing', 1002, 1003, 30, false],
    ['wc_sessionPropose', 1100, 1101, 300, true],
    ['wc_sessionSettle', 1102, 1103, 300, false],
    ['wc_sessionUpdate', 1104, 1105, 86_400, false],
    ['wc_sessionExtend', 1106, 1107, 86_400, false],
    ['wc_sessionRequest', 1108, 1109, 300, true],
    ['wc_sessionEvent', 1110, 1111, 300, true],
    ['wc_sessionDelete', 1112, 1113, 86_400, false],
    ['wc_sessionPing', 1114, 1115, 86_400, false],
    ['wc_sessionAuthenticate', 1116, 1117, 3600, true],
  ])('%s is %i and %i', (method, request, response, ttl, prompt) => {
    expect(tags[method]).toMatchObject({
      request: { tag: request, ttl, prompt },
      response: { tag: response, ttl },
    })
  })

  test('refusals have tags of their own, and no tag is used twice', () => {
    expect(relayTags.wc_sessionPropose).toMatchObject({ reject: { tag: 1120 }, autoReject: { tag: 1121 } })
    expect(relayTags.wc_sessionAuthenticate).toMatchObject({
      reject: { tag: 1118 },
      autoReject: { tag: 1119 },
    })
    const all = Object.values(tags).flatMap(({ request, response, reject, autoReject }) =>
      [request, response, reject, autoReject].flatMap((one) => (one ? [one] : [])),
    )
    expect(new Set(all.map(({ tag }) => tag)).size).toBe(all.length)
    for (const { ttl } of all) {
      expect(ttl).toBeGreaterThanOrEqual(relayBounds.ttlMin)
      expect(ttl).toBeLessThanOrEqual(relayBounds.ttlMax)
    }
    expect(requestExpiry.max).toBeLessThanOrEqual(relayBounds.ttlMax)
  })
})

describe('refusals', () => {
  test('the tag tells the code', () => {
    expect(relayErrors.InvalidTopic.code).toBe(-32600)
    expect(relayErrors.TtlTooLong.code).toBe(-32000)
    expect(relayErrors.StorageError.code).toBe(-32603)
    expect(relayErrors.TooManyRequests).toEqual({ code: 3001, text: 'Too many requests' })
    for (const { code, text } of Object.values(relayErrors)) {
      const beginning = {
        [-32600]: 'Invalid payload: ',
        [-32000]: 'Request handler error: ',
        [-32603]: 'Internal error: ',
      }
      expect(text.startsWith(beginning[code as keyof typeof beginning] ?? '')).toBe(true)
    }
  })

  test('[S8-30] three refusals of the relay reach their alerts by their text', () => {
    const early = authFailureText('jwt-early', { iat: 1_766_000_300, latest: 1_766_000_120, leeway: 120 })
    expect(alertOfProviderError(authFailureText('origin-not-allowed', {}))).toBe('invalid-app-configuration')
    expect(alertOfProviderError(early)).toBe('session-expired')
    expect(alertOfProviderError(authFailureText('project-unknown', {}))).toBe('invalid-project-id')
    expect(alertOfProviderError(`WebSocket connection closed abnormally with code: 3000 (${early})`)).toBe(
      'session-expired',
    )
    expect([authFailures['origin-not-allowed'].alert, authFailures['jwt-early'].alert]).toEqual([
      'invalid-app-configuration',
      'session-expired',
    ])
    expect(authFailures['project-unknown'].alert).toBe('invalid-project-id')
  })

  test('every refusal fits into a close reason', () => {
    const context = { iat: 1_766_000_300, latest: 1_766_000_120, leeway: 120, exp: 1_766_000_000 }
    for (const kind of Object.keys(authFailures) as (keyof typeof authFailures)[]) {
      const text = authFailureText(kind, context)
      expect(text).not.toContain('{')
      // All texts are ASCII, so characters are bytes.
      expect(text.length, text).toBeLessThanOrEqual(relayBounds.closeReasonBytes)
    }
  })

  test('only 3000 stops a client; unknown codes reconnect', () => {
    expect(closeAction(3000)).toBe('stop')
    for (const code of [1000, 1001, 1006, 1011, 1012, 4008, 4010, 4999])
      expect(closeAction(code)).toBe('reconnect')
    for (const code of [1013, 3001]) expect(closeAction(code)).toBe('back-off')
  })

  test('codes between peers are the published ones', () => {
    expect(signErrors).toMatchObject({
      userRejected: 5000,
      userDisconnected: 6000,
      sessionRequestExpired: 8000,
    })
    expect(new Set(Object.values(signErrors)).size).toBe(Object.values(signErrors).length)
  })
})

describe('the token', () => {
  const now = 1_766_000_000
  const claims: JwtClaims = {
    iss: `did:key:z6Mk${'a'.repeat(44)}`,
    sub: 'cd'.repeat(32),
    aud: 'wss://relay.example',
    iat: now,
    exp: now + relayBounds.jwtLifetime,
  }

  test('claims are read strictly', () => {
    expect(v.parse(jwtClaims, claims)).toEqual(claims)
    const { exp, ...unending } = claims
    expect(v.parse(jwtClaims, unending)).toEqual(unending)
    for (const broken of [
      { ...claims, iss: 'did:key:z6Mk' },
      { ...claims, iss: `did:web:${'a'.repeat(44)}` },
      { ...claims, iat: 'now' },
      { ...claims, exp: 1.5 },
      { ...claims, aud: '' },
      { ...claims, act: 'admin' },
    ]) {
      expect(v.safeParse(jwtClaims, broken).success).toBe(false)
    }
    expect(v.safeParse(jwtHeader, { alg: 'none', typ: 'JWT' }).success).toBe(false)
    expect(v.safeParse(jwtHeader, { alg: 'EdDSA', typ: 'JWT' }).success).toBe(true)
  })

  test('a clock may differ by 120 s, either way, and no more', () => {
    const exp = claims.exp ?? 0
    expect(refuseClaims(claims, { now: now - 120 })).toBeUndefined()
    expect(refuseClaims(claims, { now: now - 121 })).toEqual({
      kind: 'jwt-early',
      text: `JWT validation error: JWT Token is not yet valid: basic.iat: ${now}, now + time_leeway: ${now - 1}, time_leeway: 120`,
    })
    expect(refuseClaims(claims, { now: exp + 120 })).toBeUndefined()
    expect(refuseClaims(claims, { now: exp + 121 })).toEqual({
      kind: 'jwt-expired',
      text: `JWT validation error: JWT Token is expired: ${exp}`,
    })
  })

  test('the audience is one of the allowed, with or without its last slash', () => {
    expect(refuseClaims(claims, { now, audiences: ['wss://relay.example/'] })).toBeUndefined()
    expect(refuseClaims(claims, { now, audiences: ['wss://other.example'] })).toMatchObject({
      kind: 'jwt-audience',
    })
    expect(refuseClaims(claims, { now, audiences: [] })).toMatchObject({ kind: 'jwt-audience' })
    expect(refuseClaims(claims, { now })).toBeUndefined()
  })
})

describe('pairing links', () => {
  const symKey = 'cd'.repeat(32)
  const good = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`

  test('a link is read, field by field', () => {
    expect(
      parsePairingUri(`${good}&expiryTimestamp=1766000300&methods=wc_sessionPropose, wc_sessionAuthenticate`),
    ).toEqual({
      topic,
      symKey,
      relayProtocol: 'irn',
      expiryTimestamp: 1_766_000_300,
      methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'],
    })
    expect(parsePairingUri(`${good}&newer=1`)).toEqual({ topic, symKey, relayProtocol: 'irn' })
  })

  test.each([
    ['empty', ''],
    ['another scheme', good.replace('wc:', 'https:')],
    ['version 1', good.replace('@2', '@1')],
    ['no version', good.replace('@2', '')],
    ['an upper-case topic', good.replace(topic, topic.toUpperCase())],
    ['a short topic', good.replace(topic, 'ab')],
    ['no key', `wc:${topic}@2?relay-protocol=irn`],
    ['a short key', good.replace(symKey, 'cd')],
    ['a key with another letter', good.replace(symKey, `${'cd'.repeat(31)}zz`)],
    ['two keys', `${good}&symKey=${'ef'.repeat(32)}`],
    ['two keys, one escaped', `${good}&sym%4bey=${'ef'.repeat(32)}`],
    ['no relay', `wc:${topic}@2?symKey=${symKey}`],
    ['an empty relay', good.replace('irn', '')],
    ['a time in words', `${good}&expiryTimestamp=soon`],
    ['a time of zero', `${good}&expiryTimestamp=0`],
    ['a negative time', `${good}&expiryTimestamp=-1`],
    ['an empty method', `${good}&methods=`],
    ['a method that is no name', `${good}&methods=wc_sessionPropose,<script>`],
    ['relay data that are not hex', `${good}&relay-data=zz`],
    ['a fragment', `${good}#x`],
    ['a second query', `${good}?x=1`],
    ['a broken escape', `${good}&x=%E0%A4`],
    ['a field without a name', `${good}&=1`],
    ['a field without a value', `${good}&x`],
    ['a trailing &', `${good}&`],
    ['a space before', ` ${good}`],
    ['a line after', `${good}\n`],
    ['too long', `${good}&x=${'1'.repeat(2048)}`],
  ])('%s is no link', (_, uri) => {
    expect(parsePairingUri(uri)).toBeUndefined()
  })

  test('what is written is read back', () => {
    const bytes = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((all) => Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join(''))
    const pairing: fc.Arbitrary<PairingUri> = fc.record(
      {
        topic: bytes,
        symKey: bytes,
        relayProtocol: fc.constantFrom('irn', 'waku'),
        relayData: fc.stringMatching(/^[0-9a-f]{1,64}$/),
        methods: fc.array(fc.stringMatching(/^[A-Za-z]\w{0,20}$/), { minLength: 1, maxLength: 5 }),
        expiryTimestamp: fc.integer({ min: 1, max: 2 ** 31 }),
      },
      { requiredKeys: ['topic', 'symKey', 'relayProtocol'] },
    )
    fc.assert(
      fc.property(pairing, (one) => {
        expect(parsePairingUri(formatPairingUri(one))).toEqual(one)
      }),
    )
  })

  test('whatever is scanned, reading never throws', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        '=',
        '&',
        '%',
        '%41',
        '?',
        '#',
        '@',
        'symKey',
        'relay-protocol',
        'irn',
        'é',
        '\ud800',
        ' ',
      ),
    })
    fc.assert(
      fc.property(
        fc.oneof(
          noise,
          noise.map((text) => `wc:${topic}@2?${text}`),
        ),
        (uri) => {
          const read = parsePairingUri(uri)
          if (read) expect(parsePairingUri(formatPairingUri(read))).toEqual(read)
        },
      ),
    )
  })
})

describe('the protocol on top', () => {
  test('[S9-18] ten namespaces are known, and any other is read generically', () => {
    expect(signNamespaces).toEqual([
      'eip155',
      'algorand',
      'solana',
      'cosmos',
      'polkadot',
      'cip34',
      'elrond',
      'multiversx',
      'near',
      'tezos',
    ])
    expect(signNamespace('eip155')).toBe('eip155')
    expect(signNamespace('cosmos:cosmoshub-4')).toBe('cosmos')
    for (const other of ['bip122', 'eip1559', '', 'EIP155']) expect(signNamespace(other)).toBe('generic')
  })

  test('an envelope begins with its type; type 1 carries the key of its sender', () => {
    expect(envelopeTypes.symmetric).toEqual({ type: 0, publicKeyBytes: 0 })
    expect(envelopeTypes.withSenderKey).toEqual({ type: 1, publicKeyBytes: 32 })
    expect(envelopeBytes).toEqual({ type: 1, nonce: 12, tag: 16, key: 32 })
  })
})

test('of a batch that is too long no item is read', () => {
  const topics = Array.from({ length: relayBounds.batch + 1 }, () => ({}))
  const { issues } = v.safeParse(relayMethods.irn_batchSubscribe.params, { topics })
  expect(issues?.map(({ type }) => type)).toEqual(['max_length'])
})
