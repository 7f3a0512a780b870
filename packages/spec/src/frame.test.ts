/** Every message of the frame channel against its examples, and what the envelope lets through. */
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type FrameExample, frameEventExamples, frameExamples } from './examples.js'
import {
  appType,
  errorType,
  eventType,
  type FrameEntry,
  type FrameEventName,
  type FrameHandlers,
  type FrameMethod,
  type FrameResult,
  frameBounds,
  frameEvents,
  frameMessages,
  frameQuery,
  frameUrl,
  isFrameMethod,
  isFramePayload,
  pendingMessage,
  readAppMessage,
  readFrameMessage,
  successType,
} from './frame.js'
import { limits, minutes, seconds } from './limits.js'

// The tables are constants, so their keys are exactly the names.
const methods = Object.keys(frameMessages) as FrameMethod[]
const events = Object.keys(frameEvents) as FrameEventName[]
const entries: Readonly<Record<FrameMethod, FrameEntry>> = frameMessages
const id = '6f1c'

describe.each(methods)('%s', (method) => {
  const example: FrameExample = frameExamples[method]

  test('a good request is read, a bad one is not heard', () => {
    expect(readAppMessage({ type: appType(method), id, payload: example.request })).toEqual({
      kind: 'request',
      method,
      id,
      payload: example.request,
    })
    for (const { why, value } of example.refused) {
      expect(readAppMessage({ type: appType(method), id, payload: value }), why).toBeUndefined()
    }
  })

  test('a good result is read, a bad one is not heard', () => {
    expect(readFrameMessage({ type: successType(method), id, payload: example.result })).toEqual({
      kind: 'success',
      method,
      id,
      payload: example.result,
    })
    for (const { why, value } of example.broken) {
      expect(readFrameMessage({ type: successType(method), id, payload: value }), why).toBeUndefined()
    }
  })

  test('an error carries a message, perhaps a code and a wait, and nothing else', () => {
    const type = errorType(method)
    expect(readFrameMessage({ type, id, payload: { message: 'no' } })).toMatchObject({
      kind: 'error',
      method,
      message: 'no',
      isPending: false,
    })
    expect(
      readFrameMessage({ type, id, payload: { message: 'no', code: 4001, retryAfter: 12 } }),
    ).toMatchObject({ code: 4001, retryAfter: 12 })
    expect(readFrameMessage({ type, id, payload: { message: 'no', code: 'OTP_INVALID' } })).toMatchObject({
      code: 'OTP_INVALID',
    })
    expect(readFrameMessage({ type, id, payload: { message: 'no', code: 'a secret' } })).toBeUndefined()
    expect(readFrameMessage({ type, id, payload: { message: 1 } })).toBeUndefined()
    expect(readFrameMessage({ type, id, payload: { message: 'no', stack: 'secret' } })).toBeUndefined()
    expect(readFrameMessage({ type, id })).toBeUndefined()
  })

  test('it says what it needs and how long it may take', () => {
    const { needs, timeout } = entries[method]
    expect(['nothing', 'session', 'step-up', 'method']).toContain(needs)
    expect(timeout).toBeGreaterThan(0)
  })
})

describe('the table', () => {
  test('every message has a good and a bad example', () => {
    expect(Object.keys(frameExamples).sort()).toEqual([...methods].sort())
    expect(Object.keys(frameEventExamples).sort()).toEqual([...events].sort())
    for (const method of methods) {
      expect(frameExamples[method].refused.length, method).toBeGreaterThan(0)
      if (method !== 'RPC_REQUEST') expect(frameExamples[method].broken.length, method).toBeGreaterThan(0)
    }
  })

  test('[S7-36] the app sends exactly the messages of the spec, and four that other rules ask for', () => {
    const names = methods.filter((method) => entries[method].rule === 'S7-36').map(appType)
    expect(names.sort()).toEqual(
      [
        'APP_SWITCH_NETWORK',
        'APP_CONNECT_EMAIL',
        'APP_CONNECT_DEVICE',
        'APP_CONNECT_OTP',
        'APP_CONNECT_SOCIAL',
        'APP_GET_FARCASTER_URI',
        'APP_CONNECT_FARCASTER',
        'APP_GET_USER',
        'APP_GET_SOCIAL_REDIRECT_URI',
        'APP_SIGN_OUT',
        'APP_IS_CONNECTED',
        'APP_GET_CHAIN_ID',
        'APP_GET_SMART_ACCOUNT_ENABLED_NETWORKS',
        'APP_INIT_SMART_ACCOUNT',
        'APP_SET_PREFERRED_ACCOUNT',
        'APP_RPC_REQUEST',
        'APP_UPDATE_EMAIL',
        'APP_UPDATE_EMAIL_PRIMARY_OTP',
        'APP_UPDATE_EMAIL_SECONDARY_OTP',
        'APP_SYNC_THEME',
        'APP_SYNC_DAPP_DATA',
        'APP_RELOAD',
      ].sort(),
    )
    // What the spec asks for elsewhere: the abort of a closed modal, passkeys, windows, and the list of permissions.
    expect(methods.filter((method) => entries[method].rule !== 'S7-36').sort()).toEqual([
      'CONNECT_PASSKEY',
      'GET_PERMISSIONS',
      'OPEN_WINDOW',
      'RPC_ABORT',
    ])
  })

  test('[S7-37] each request has a success and an error; events come unasked', () => {
    expect(successType('RELOAD')).toBe('FRAME_RELOAD_SUCCESS')
    expect(errorType('RELOAD')).toBe('FRAME_RELOAD_ERROR')
    expect(events.map(eventType).sort()).toEqual(['FRAME_READY', 'FRAME_SESSION_UPDATE', 'FRAME_SURFACE'])
    for (const event of events) {
      const { payload, refused } = frameEventExamples[event]
      expect(readFrameMessage({ type: eventType(event), payload })).toMatchObject({
        kind: 'event',
        event,
        payload,
      })
      for (const { why, value } of refused) {
        expect(readFrameMessage({ type: eventType(event), payload: value }), why).toBeUndefined()
      }
    }
  })

  test('[S4-13] the frame says that it is ready, with or without its version', () => {
    expect(readFrameMessage({ type: 'FRAME_READY' })).toMatchObject({ kind: 'event', event: 'READY' })
    expect(readFrameMessage({ type: 'FRAME_READY', payload: { version: '4' } })).toMatchObject({
      payload: { version: '4' },
    })
  })

  test('[S9-10] social, email, device and otp requests time out at 30 s, the ready wait at 20 s', () => {
    const named = methods.filter((method) => /SOCIAL|EMAIL|DEVICE|OTP/.test(method))
    expect(named.map((method) => entries[method].timeout)).toEqual(named.map(() => seconds(30)))
    expect(named).toHaveLength(8)
    expect([limits.frameReady, limits.frameSettle]).toEqual([seconds(20), 500])
  })

  test('[D-12] what a person decides is answered in time with "pending", and the attempt lives longer', () => {
    const waiting = methods.filter((method) => entries[method].waits)
    expect(waiting.sort()).toEqual([
      'CONNECT_DEVICE',
      'CONNECT_FARCASTER',
      'CONNECT_PASSKEY',
      'CONNECT_SOCIAL',
      'OPEN_WINDOW',
      'RPC_REQUEST',
      'UPDATE_EMAIL',
      'UPDATE_EMAIL_PRIMARY_OTP',
      'UPDATE_EMAIL_SECONDARY_OTP',
    ])
    for (const method of waiting) {
      const { timeout, waits } = entries[method]
      expect(waits?.answerWithin).toBeLessThan(timeout)
      expect(waits?.attempt).toBeGreaterThanOrEqual(minutes(10))
      const message = pendingMessage(method)
      expect(readFrameMessage({ type: errorType(method), id, payload: { message } })).toMatchObject({
        kind: 'error',
        isPending: true,
      })
    }
    // The word of one method means nothing in another.
    const payload = { message: pendingMessage('CONNECT_DEVICE') }
    expect(readFrameMessage({ type: 'FRAME_CONNECT_OTP_ERROR', id, payload })).toMatchObject({
      isPending: false,
    })
    expect(readFrameMessage({ type: 'FRAME_RPC_REQUEST_ERROR', id, payload })).toMatchObject({
      isPending: false,
    })
  })

  test('[S4-22] unapproved requests can be taken back', () => {
    expect(readAppMessage({ type: 'APP_RPC_ABORT', id })).toMatchObject({ method: 'RPC_ABORT' })
  })

  test('what touches keys or the account needs more than being asked', () => {
    expect(entries.RPC_REQUEST.needs).toBe('method')
    for (const method of methods.filter((one) => one.startsWith('UPDATE_EMAIL'))) {
      expect(entries[method].needs).toBe('step-up')
    }
    for (const method of ['GET_USER', 'SWITCH_NETWORK', 'SET_PREFERRED_ACCOUNT'] as const) {
      expect(entries[method].needs).toBe('session')
    }
  })

  test('a handler map must handle every message', () => {
    expectTypeOf<keyof FrameHandlers>().toEqualTypeOf<FrameMethod>()
    expectTypeOf<FrameHandlers['CONNECT_OTP']>().toEqualTypeOf<
      (request: { otp: string }) => Promise<undefined>
    >()
    expectTypeOf<FrameResult<'GET_CHAIN_ID'>>().toEqualTypeOf<{ chainId: string | number }>()
  })
})

describe('payload fields', () => {
  test('[S3-18] a chain id is text or a number', () => {
    for (const chainId of ['eip155:1', '1', 1]) {
      expect(readAppMessage({ type: 'APP_SWITCH_NETWORK', id, payload: { chainId } })).toBeDefined()
    }
    for (const chainId of ['', 'eip155:1:0xab', -1, Number.NaN, null]) {
      expect(readAppMessage({ type: 'APP_SWITCH_NETWORK', id, payload: { chainId } })).toBeUndefined()
    }
  })

  test('[S3-18] the six redirect providers are accepted', () => {
    for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord']) {
      expect(readAppMessage({ type: 'APP_GET_SOCIAL_REDIRECT_URI', id, payload: { provider } })).toBeDefined()
    }
  })

  test('[S3-19] a theme is a mode, variables and the two older variables', () => {
    const { request } = frameExamples.SYNC_THEME
    expect(v.parse(frameMessages.SYNC_THEME.request, request)).toEqual(request)
    expect(v.parse(frameMessages.SYNC_THEME.request, {})).toEqual({})
    expect(
      v.safeParse(frameMessages.SYNC_THEME.request, { w3mThemeVariables: { '--other': 'red' } }).success,
    ).toBe(false)
  })

  test('[S3-20] dapp data are metadata, sdk version and type, and project id', () => {
    const { request } = frameExamples.SYNC_DAPP_DATA
    expect(v.parse(frameMessages.SYNC_DAPP_DATA.request, request)).toEqual(request)
    expect(v.safeParse(frameMessages.SYNC_DAPP_DATA.request, { ...request, other: 1 }).success).toBe(false)
  })
})

describe('the envelope', () => {
  test('[S3-21] an id is optional text', () => {
    expect(readAppMessage({ type: 'APP_SIGN_OUT' })).toMatchObject({ id: undefined })
    expect(readAppMessage({ type: 'APP_SIGN_OUT', id: '1' })).toMatchObject({ id: '1' })
    for (const broken of [1, '', 'i'.repeat(frameBounds.id + 1), null, {}]) {
      expect(readAppMessage({ type: 'APP_SIGN_OUT', id: broken })).toBeUndefined()
    }
  })

  test('a type is compared whole', () => {
    for (const type of [
      'SIGN_OUT',
      'xAPP_SIGN_OUT',
      'APP_SIGN_OUT ',
      'APP_SIGN_OUT_SUCCESS',
      'APP_XXSIGN_OUT_SUCCESS',
      'FRAME_SIGN_OUT',
      'app_sign_out',
      'APP_toString',
      'APP_constructor',
    ]) {
      expect(readAppMessage({ type }), type).toBeUndefined()
      expect(readFrameMessage({ type }), type).toBeUndefined()
    }
    // The app cannot be made to hear its own requests, nor the frame its own answers.
    expect(readFrameMessage({ type: 'APP_SIGN_OUT' })).toBeUndefined()
    expect(readAppMessage({ type: 'FRAME_SIGN_OUT_SUCCESS' })).toBeUndefined()
    expect(isFrameMethod('hasOwnProperty')).toBe(false)
  })

  test('nothing may stand beside type, id and payload', () => {
    expect(readAppMessage({ type: 'APP_SIGN_OUT', origin: 'https://evil.example' })).toBeUndefined()
  })

  test('only plain data within the bounds gets through', () => {
    const deep = [...Array(frameBounds.depth + 2)].reduce<unknown>((inner) => [inner], 0)
    const circular: { self?: unknown } = {}
    circular.self = circular
    const getter = Object.defineProperty({}, 'a', { enumerable: true, get: () => 1 })
    const refused = {
      deep,
      circular,
      getter,
      long: 'x'.repeat(frameBounds.characters + 1),
      wide: Object.fromEntries([...Array(frameBounds.keys + 1)].map((_, index) => [index, 0])),
      many: Array(frameBounds.values).fill(0),
      date: new Date(0),
      map: new Map(),
      buffer: new Uint8Array(1),
      bigint: 1n,
      nan: Number.NaN,
      function: () => 1,
      proto: JSON.parse('{"__proto__":{"isAdmin":true}}'),
      constructor: JSON.parse('{"constructor":{"prototype":{"isAdmin":true}}}'),
    }
    for (const [why, value] of Object.entries(refused)) expect(isFramePayload(value), why).toBe(false)
    expect(isFramePayload({ a: [1, 'b', null, true, undefined, { c: {} }] })).toBe(true)
    const params = [refused.proto]
    expect(
      readAppMessage({ type: 'APP_RPC_REQUEST', payload: { method: 'eth_call', params } }),
    ).toBeUndefined()
    expect(Object.prototype).not.toHaveProperty('isAdmin')
  })

  test('an answer may be longer than a request', () => {
    const payload = Array(frameBounds.values).fill('0xab')
    expect(readFrameMessage({ type: 'FRAME_RPC_REQUEST_SUCCESS', id, payload })).toBeDefined()
    const request = { method: 'eth_call', params: payload }
    expect(readAppMessage({ type: 'APP_RPC_REQUEST', id, payload: request })).toBeUndefined()
  })

  test('whatever arrives, reading never throws and never changes it', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withMap: true, withBigInt: true }), (payload) => {
        const type = 'APP_RPC_REQUEST'
        const message = { type, id, payload }
        const before = Object.entries(message)
        readAppMessage(message)
        readAppMessage(payload)
        readFrameMessage({ ...message, type: 'FRAME_RPC_REQUEST_SUCCESS' })
        readFrameMessage(payload)
        expect(Object.entries(message)).toEqual(before)
      }),
    )
  })
})

describe('the frame address', () => {
  const origin = 'https://dapp.example'

  test('[S7-32] it takes project id, chain id, version and logger', () => {
    const url = frameUrl('https://wallet.example/', {
      projectId: 'p1',
      chainId: 'eip155:1',
      version: '4',
      enableLogger: 'false',
      origin,
    })
    expect(url).toBe(
      'https://wallet.example/sdk?projectId=p1&chainId=eip155%3A1&version=4&enableLogger=false&origin=https%3A%2F%2Fdapp.example',
    )
    expect(v.parse(frameQuery, { origin })).toEqual({ origin, version: '4', enableLogger: 'false' })
    expect(v.safeParse(frameQuery, { origin, chainId: '1' }).success).toBe(false)
    expect(v.safeParse(frameQuery, { origin, enableLogger: 'yes' }).success).toBe(false)
  })

  test('it takes the language of the app, and one that is none is nobody’s loss', () => {
    expect(frameUrl('https://wallet.example', { origin, lang: 'pt-BR' })).toBe(
      'https://wallet.example/sdk?origin=https%3A%2F%2Fdapp.example&lang=pt-BR',
    )
    for (const lang of ['de', 'pt-BR', 'zh-Hant-TW', 'fil'])
      expect(v.parse(frameQuery, { origin, lang }).lang, lang).toBe(lang)
    for (const lang of ['', 'd', 'german', 'de_DE', 'de-', 'de&x=1', '../de', 'a'.repeat(99)])
      expect(v.parse(frameQuery, { origin, lang }).lang, lang).toBeUndefined()
  })

  test('[D-32] it names one embedding origin, and nothing that is more or less than an origin', () => {
    expect(v.safeParse(frameQuery, { origin: 'http://localhost:3000' }).success).toBe(true)
    for (const broken of [
      undefined,
      '*',
      'null',
      'https://*.example',
      'https://dapp.example/',
      'https://user@dapp.example',
      'https://dapp.example https://evil.example',
      "https://dapp.example; script-src 'unsafe-inline'",
    ]) {
      expect(v.safeParse(frameQuery, { origin: broken }).success, String(broken)).toBe(false)
    }
  })
})
