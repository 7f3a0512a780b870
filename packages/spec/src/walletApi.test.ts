import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  approvalChallengeText,
  approvalDigestText,
  approvalEdges,
  approvalPayloadText,
  canonicalJson,
  ceremonyChallengeText,
  commonWalletErrors,
  contextText,
  type Json,
  proofWalletErrors,
  readCapsule,
  shareAad,
  type WalletRoute,
  walletErrorBody,
  walletErrors,
  walletLimits,
  walletRoutes,
  writeCapsule,
} from './walletApi.js'

const routes: [string, WalletRoute][] = Object.entries(walletRoutes)

test('every path is served once per method, and its parameters have a schema', () => {
  const seen = routes.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(seen).size).toBe(seen.length)
  for (const [name, { path, params }] of routes)
    expect([name, params !== undefined]).toEqual([name, path.includes(':')])
})

test('a route names only refusals of its own, and a level only with a session', () => {
  for (const [name, route] of routes) {
    const given: readonly string[] = [...commonWalletErrors, ...proofWalletErrors[route.proof]]
    const own = route.errors.filter(
      (code) => code !== 'SESSION_EXPIRED' && code !== 'BINDING' && code !== 'AAL',
    )
    expect([name, own.filter((code) => given.includes(code))]).toEqual([name, []])
    if (route.level !== undefined) expect([name, route.proof]).toEqual([name, 'session'])
  }
})

test('[D-31] PIN, recovery, export and making a passkey are for windows only', () => {
  const forWindows = [
    'pinSet',
    'vaultEnrol',
    'vaultOpen',
    'recoveryAdd',
    'recoveryOpen',
    'recoveryProve',
    'factorShare',
    'vaultReset',
    'exportTicket',
  ] as const
  for (const name of [...forWindows, 'passkeyAdd', 'deviceApprove', 'deviceRevoke'] as const)
    expect([name, walletRoutes[name].surface]).toEqual([name, 'window'])
})

test('every refusal has a text, and its body is one that the contract reads', () => {
  for (const [code, { text, status }] of Object.entries(walletErrors)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(v.is(walletErrorBody, { error: { code, message: text } })).toBe(true)
  }
  expect(walletErrors.COOLDOWN.text).toBe('Please try again after {n} seconds')
})

test('[D-12] a question is held open for less than the page waits for an answer', () => {
  expect(walletLimits.attemptWait).toBeLessThan(30_000)
  expect(walletLimits.dpopJtiMemory).toBeGreaterThan(walletLimits.dpopNonceLife)
})

test('an approval that was decided, or whose share is out, cannot become another', () => {
  for (const ended of ['broadcast', 'rejected', 'expired', 'aborted', 'failed'] as const)
    expect(approvalEdges[ended]).toEqual([])
  expect(approvalEdges.released).not.toContain('aborted')
  expect(approvalEdges.released).not.toContain('rejected')
})

const json = fc.json().map((text) => JSON.parse(text) as Json)

test('one JSON value has one text, whatever the order of its keys, and the text means the value', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(JSON.parse(text) as Json)).toBe(text)
    }),
  )
  expect(canonicalJson({ b: [1, 'x'], a: null, B: 1e21 })).toBe('{"B":1e+21,"a":null,"b":[1,"x"]}')
  expect(() => canonicalJson('\ud800')).toThrow(TypeError)
  expect(() => canonicalJson(Number.NaN)).toThrow(TypeError)
})

test('a context cannot be read in two ways, and no two purposes share one', () => {
  expect(() => contextText('a', 'b\nc')).toThrow(TypeError)
  const texts = [
    approvalDigestText('{}'),
    approvalChallengeText('id', 'digest'),
    ceremonyChallengeText('login', 'id', 'digest'),
    ceremonyChallengeText('stepup', 'id', 'digest'),
    shareAad({ purpose: 'release', walletId: 'w', deviceId: 'd', epoch: 1, bound: 'x' }),
    shareAad({ purpose: 'export', walletId: 'w', deviceId: 'd', epoch: 1, bound: 'x' }),
  ]
  expect(new Set(texts).size).toBe(texts.length)
})

test('the text of an approval changes with every field', () => {
  const base = {
    v: 1,
    origin: 'https://shop.example',
    account: '0xabc',
    namespace: 'eip155',
    chainId: 'eip155:1',
    method: 'personal_sign',
    params: ['0x00'],
  } as const
  const payload = { ...base, params: [...base.params] }
  const texts = [
    payload,
    { ...payload, origin: 'https://evil.example' },
    { ...payload, chainId: 'eip155:2' },
    { ...payload, params: ['0x01'] },
  ].map((each) => approvalPayloadText(each))
  expect(new Set(texts).size).toBe(4)
})

test('a capsule reads back as it was written; anything else is none', () => {
  const claim = { deviceId: '0123abcd-0000-4000-8000-0123456789ab', epoch: 7, proof: 'A'.repeat(43) }
  const sealed = 'B'.repeat(60)
  expect(readCapsule(writeCapsule(claim, sealed))).toEqual({ claim, sealed })
  expect(readCapsule(writeCapsule(claim))).toEqual({ claim, sealed: undefined })
  fc.assert(fc.property(fc.string(), (text) => readCapsule(text) === undefined))
  expect(readCapsule(`${writeCapsule(claim, sealed)}\n`)).toBeUndefined()
})
