import {
  type FrameMethod,
  frameBounds,
  frameMessages,
  readFrameMessage,
  type ThemeSync,
} from '@latchkey/spec/frame'
import { seconds } from '@latchkey/spec/limits'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createContext } from './context.js'
import { createChannel, type Heard } from './createChannel.js'

const origin = 'https://dapp.example'

/** A frame under one embedder, with what it sent, logged and drew. */
function openFrame() {
  const sent: { message: { type: string; id?: string; payload?: unknown }; targetOrigin: string }[] = []
  const peer = {
    postMessage: (message: never, { targetOrigin }: { targetOrigin: string }) =>
      sent.push({ message, targetOrigin }),
  }
  const lines: string[] = []
  const time = { now: 0 }
  const context = createContext({
    applyTheme: vi.fn<(theme: ThemeSync) => void>(),
    reload: vi.fn<() => void>(),
  })
  const channel = createChannel({
    embedder: { peer, origin },
    context,
    now: () => time.now,
    log: (line) => lines.push(line),
  })
  const hear = (data: unknown, from: Partial<Heard> = {}) =>
    channel.hear({ source: peer, origin, data, ...from })
  return { channel, context, hear, lines, peer, sent, time }
}

const question = { type: 'APP_IS_CONNECTED', id: 'q1' }

test('[S4-13] the handshake names the version and goes to the embedder alone', () => {
  const { channel, sent } = openFrame()
  channel.tell('READY', { version: '4' })
  expect(sent).toEqual([
    { message: { type: 'FRAME_READY', payload: { version: '4' } }, targetOrigin: origin },
  ])
})

test('[S7-37] a request is answered by its _SUCCESS counterpart, to the embedder alone', async () => {
  const { hear, sent } = openFrame()
  await hear(question)
  expect(sent).toEqual([
    {
      message: { type: 'FRAME_IS_CONNECTED_SUCCESS', id: 'q1', payload: { isConnected: false } },
      targetOrigin: origin,
    },
  ])
})

test.each([
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['an origin that only ends like the embedder', { origin: 'https://evil-dapp.example' }],
  ['an origin that only begins like the embedder', { origin: 'https://dapp.example.evil.example' }],
  ['another scheme', { origin: 'http://dapp.example' }],
  ['another port', { origin: 'https://dapp.example:8443' }],
  ['an opaque origin', { origin: 'null' }],
  ['another window of the right origin', { source: { postMessage() {} } }],
  ['no window at all', { source: null }],
])('[D-32] a message from %s is neither served nor answered', async (_, from) => {
  const { hear, sent, context } = openFrame()
  await hear(question, from)
  await hear({ type: 'APP_SYNC_THEME', payload: { themeMode: 'light' } }, from)
  expect(sent).toEqual([])
  expect(context.applyTheme).not.toHaveBeenCalled()
})

test('[S3-21] an id comes back as it was sent, and its absence too', async () => {
  const { hear, sent } = openFrame()
  await hear({ ...question, id: 'Ünïcode 7' })
  await hear({ type: 'APP_IS_CONNECTED' })
  await hear({ type: 'APP_CONNECT_EMAIL', id: 'e1', payload: { email: 'a@b.example' } })
  expect(sent.map(({ message }) => message.id)).toEqual(['Ünïcode 7', undefined, 'e1'])
  expect(sent[1]?.message).not.toHaveProperty('id')
})

test.each([
  ['an unknown payload key', { email: 'a@b.example', admin: true }],
  ['a payload of the wrong shape', { email: 7 }],
  ['no payload where one is needed', undefined],
  ['a payload that is no plain data', { email: new Date() }],
  ['a payload that is too large', { email: 'a'.repeat(frameBounds.characters) }],
  ['a payload with a prototype key', JSON.parse('{"__proto__":{"email":"a@b.example"}}')],
])('[D-10] %s gets the _ERROR counterpart, not silence', async (_, payload) => {
  const { hear, sent } = openFrame()
  await hear({ type: 'APP_CONNECT_EMAIL', id: 'm1', payload })
  expect(sent.map(({ message }) => message)).toEqual([
    {
      type: 'FRAME_CONNECT_EMAIL_ERROR',
      id: 'm1',
      payload: { message: 'The payload of APP_CONNECT_EMAIL is not what was agreed' },
    },
  ])
})

test.each([
  ['a type outside the table', { type: 'APP_GIVE_ME_THE_KEY', id: '1' }],
  ['a type that only contains one of the table', { type: 'X_APP_IS_CONNECTED', id: '1' }],
  ['a name of Object.prototype', { type: 'APP_constructor', id: '1' }],
  ['an answer sent back to the frame', { type: 'FRAME_IS_CONNECTED_SUCCESS', id: '1' }],
  ['a key beside type, id and payload', { ...question, rpcUrl: 'https://liar.example' }],
  ['text', 'APP_IS_CONNECTED'],
  ['nothing', undefined],
])('%s is no message: it is logged without its content and left alone', async (_, data) => {
  const { hear, lines, sent } = openFrame()
  await hear(data)
  expect(sent).toEqual([])
  expect(lines).toEqual(['ignored what is no message of the table'])
})

test('[D-10] every message of the table is answered, and every answer is one the host can read', async () => {
  const payloads: Partial<Record<FrameMethod, unknown>> = {
    CONNECT_EMAIL: { email: 'a@b.example' },
    CONNECT_OTP: { otp: '123456' },
    CONNECT_SOCIAL: { uri: 'https://wallet.example/handoff' },
    GET_SOCIAL_REDIRECT_URI: { provider: 'google' },
    RPC_REQUEST: { method: 'personal_sign', params: [] },
    SET_PREFERRED_ACCOUNT: { type: 'eoa' },
    SWITCH_NETWORK: { chainId: 'eip155:1' },
    SYNC_DAPP_DATA: {},
    SYNC_THEME: {},
    UPDATE_EMAIL: { email: 'a@b.example' },
    UPDATE_EMAIL_PRIMARY_OTP: { otp: '123456' },
    UPDATE_EMAIL_SECONDARY_OTP: { otp: '123456' },
  }
  for (const method of Object.keys(frameMessages) as FrameMethod[]) {
    const { hear, sent } = openFrame()
    const payload = payloads[method]
    await hear({ type: `APP_${method}`, id: 'x', ...(payload ? { payload } : {}) })
    const told = readFrameMessage(sent[0]?.message)
    expect(told).toMatchObject({ method, id: 'x' })
    expect(told).not.toMatchObject({ message: expect.stringContaining('not what was agreed') })
  }
})

test('[D-10] what nobody serves yet says so', async () => {
  const { hear, sent } = openFrame()
  await hear({ type: 'APP_GET_FARCASTER_URI', id: 'f' })
  expect(sent[0]?.message).toEqual({
    type: 'FRAME_GET_FARCASTER_URI_ERROR',
    id: 'f',
    payload: { message: 'The wallet does not serve APP_GET_FARCASTER_URI yet' },
  })
})

test('what needs a session is refused while nobody is signed in', async () => {
  const { hear, sent } = openFrame()
  await hear({ type: 'APP_RPC_REQUEST', id: 'r', payload: { method: 'personal_sign', params: ['0x', '0x'] } })
  expect(sent[0]?.message.payload).toEqual({ message: 'Nobody is signed in to the wallet' })
})

test('[S3-19] a theme is taken over, and a partial one keeps the rest', async () => {
  const { hear, context, sent } = openFrame()
  await hear({
    type: 'APP_SYNC_THEME',
    id: '1',
    payload: { themeMode: 'light', themeVariables: { '--a': '1px' } },
  })
  await hear({ type: 'APP_SYNC_THEME', id: '2', payload: { themeMode: 'dark' } })
  expect(context.applyTheme).toHaveBeenLastCalledWith({ themeMode: 'dark', themeVariables: { '--a': '1px' } })
  expect(sent.map(({ message }) => message.type)).toEqual(Array(2).fill('FRAME_SYNC_THEME_SUCCESS'))
})

test('[S3-20] what a page says about itself is kept', async () => {
  const { hear, context } = openFrame()
  const metadata = { name: 'Shop', description: '', url: 'https://dapp.example', icons: [] }
  await hear({ type: 'APP_SYNC_DAPP_DATA', payload: { metadata } })
  await hear({ type: 'APP_SYNC_DAPP_DATA', payload: { sdkVersion: '0.1.0' } })
  expect(context.dapp).toEqual({ metadata, sdkVersion: '0.1.0' })
})

test('a reload is answered', async () => {
  const { hear, context, sent } = openFrame()
  await hear({ type: 'APP_RELOAD', id: 'r' })
  expect(context.reload).toHaveBeenCalledOnce()
  expect(sent[0]?.message).toEqual({ type: 'FRAME_RELOAD_SUCCESS', id: 'r' })
})

test('a flood is answered with an error until a second has passed', async () => {
  const { hear, sent, time } = openFrame()
  for (let n = 0; n <= frameBounds.perSecond; n += 1) await hear({ ...question, id: `n${n}` })
  expect(sent.at(-2)?.message.type).toBe('FRAME_IS_CONNECTED_SUCCESS')
  expect(sent.at(-1)?.message).toEqual({
    type: 'FRAME_IS_CONNECTED_ERROR',
    id: `n${frameBounds.perSecond}`,
    payload: { message: 'Too many requests to the wallet at once' },
  })
  time.now = seconds(1)
  await hear(question)
  expect(sent.at(-1)?.message.type).toBe('FRAME_IS_CONNECTED_SUCCESS')
})

test('the log never holds a payload', async () => {
  const { hear, lines } = openFrame()
  await hear({ type: 'APP_CONNECT_EMAIL', id: 'e1', payload: { email: 'secret@b.example' } })
  expect(lines).toEqual(['sent FRAME_CONNECT_EMAIL_ERROR e1'])
})

test('no JSON from the embedder throws past the boundary or touches Object.prototype', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(frameMessages)),
      fc.jsonValue(),
      fc.oneof(fc.string(), fc.jsonValue()),
      async (method, payload, id) => {
        const { hear } = openFrame()
        await hear({ type: `APP_${method}`, id, payload })
        await hear(payload)
      },
    ),
  )
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})
