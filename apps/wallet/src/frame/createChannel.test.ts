import { type FrameMethod, frameBounds, frameMessages, readFrameMessage } from '@latchkey/spec/frame'
import { limits, seconds } from '@latchkey/spec/limits'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { signedOut } from '../api/walletRefusal.js'
import { answer } from './answer.js'
import { openTestFrame, TestPort } from './testFrame.js'

const origin = 'https://dapp.example'

/** A frame with its channel open, and what it sent through it. */
function openFrame() {
  const frame = openTestFrame({ sessionRefresh: refuse })
  frame.offer()
  return { ...frame, hear: frame.channel.serve }
}

const refuse = (): never => {
  throw signedOut()
}

const question = { type: 'APP_IS_CONNECTED', id: 'q1' }

test('[S4-13] the handshake names the version and goes to the embedder alone', () => {
  const { channel, told } = openTestFrame()
  channel.tell('READY', { version: '4' })
  expect(told).toEqual([
    { message: { type: 'FRAME_READY', payload: { version: '4' } }, targetOrigin: origin },
  ])
})

/** A frame that greets, and the waits it asked for. */
function greetingFrame() {
  const waits: (() => void)[] = []
  const after = (_: number, run: () => void) => {
    waits.push(run)
    return () => {}
  }
  const frame = openTestFrame({}, { after })
  frame.channel.greet('4')
  const wait = () => waits.splice(0).forEach((run) => run())
  return { ...frame, wait }
}

test('[S4-13] what the page did not hear is said again, by the same document, until there is a port', () => {
  const { offer, told, wait } = greetingFrame()
  wait()
  const said = told.map(({ message }) => message)
  expect(said).toHaveLength(2)
  expect(said[0]).toEqual({
    type: 'FRAME_READY',
    payload: { version: '4', document: expect.stringMatching(/^[\w-]{36}$/) },
  })
  expect(said[1]).toEqual(said[0])
  offer()
  wait()
  wait()
  expect(told).toHaveLength(2)
})

test('[S9-10] a page that does not answer is not greeted for longer than it waits', () => {
  const { told, time, wait } = greetingFrame()
  time.now = limits.frameReady
  wait()
  expect(told).toHaveLength(1)
})

test('[S7-37] a request through the port is answered by its _SUCCESS counterpart, through the port alone', async () => {
  const { hear, sent, told } = openFrame()
  await hear(question)
  expect(sent).toEqual([{ type: 'FRAME_IS_CONNECTED_SUCCESS', id: 'q1', payload: { isConnected: false } }])
  expect(told).toEqual([])
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
])('[D-32] [A-4] a channel that %s offers is not taken', (_, from) => {
  const { offer } = openTestFrame()
  expect(offer(from).isTaken).toBe(false)
  expect(offer().isTaken).toBe(true)
})

test.each([
  ['without a port', { ports: [] }],
  ['with two ports', { ports: [new TestPort(), new TestPort()] }],
  ['that is no offer', { data: { type: 'APP_RPC_REQUEST' } }],
])('[A-5] an offer %s is none', (_, bend) => {
  const { offer, sent } = openTestFrame()
  offer(bend)
  expect(sent).toEqual([])
  expect(offer().isTaken).toBe(true)
})

test('[A-5] a second port is nobody’s, however soon it comes', async () => {
  const { offer, sent, lines } = openTestFrame({ sessionRefresh: refuse })
  const first = offer()
  const second = new TestPort()
  offer({ ports: [second] })
  expect(second.isTaken).toBe(false)
  first.dispatchEvent(new MessageEvent('message', { data: question }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(second.posted).toEqual([])
  expect(lines[0]).toBe('ignored another channel')
})

test('[A-4] a request by a window message is neither served nor answered', async () => {
  const { channel, peer, sent, told, context } = openFrame()
  const data = { type: 'APP_SYNC_THEME', payload: { themeMode: 'light' } }
  channel.hear({ source: peer, origin, data, ports: [] })
  expect([sent, told]).toEqual([[], []])
  expect(context.applyTheme).not.toHaveBeenCalled()
})

test('[S3-21] an id comes back as it was sent, and its absence too', async () => {
  const { hear, sent } = openFrame()
  await hear({ ...question, id: 'Ünïcode 7' })
  await hear({ type: 'APP_IS_CONNECTED' })
  await hear({ type: 'APP_CONNECT_EMAIL', id: 'e1', payload: { email: 'a@b.example' } })
  expect(sent.map(({ id }) => id)).toEqual(['Ünïcode 7', undefined, 'e1'])
  expect(sent[1]).not.toHaveProperty('id')
})

test.each([
  ['an unknown payload key', { email: 'a@b.example', admin: true }],
  ['a payload of the wrong shape', { email: 7 }],
  ['no payload where one is needed', undefined],
  ['a payload that is no plain data', { email: new Date() }],
  ['a payload that is too large', { email: 'a'.repeat(frameBounds.characters) }],
  ['a payload with a prototype key', JSON.parse('{"__proto__":{"email":"a@b.example"}}')],
])('[D-10] [A-10] %s gets the _ERROR counterpart, not silence', async (_, payload) => {
  const { hear, sent } = openFrame()
  await hear({ type: 'APP_CONNECT_EMAIL', id: 'm1', payload })
  expect(sent).toEqual([
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
])('[A-9] %s is no message: it is logged without its content and left alone', async (_, data) => {
  const { hear, lines, sent } = openFrame()
  await hear(data)
  expect(sent).toEqual([])
  expect(lines).toEqual(['ignored what is no message of the table, or was heard before'])
})

test('[D-10] every message of the table is answered, and every answer is one the host can read', async () => {
  const payloads: Partial<Record<FrameMethod, unknown>> = {
    CONNECT_EMAIL: { email: 'a@b.example' },
    CONNECT_OTP: { otp: '123456' },
    CONNECT_SOCIAL: { uri: 'https://wallet.example/handoff' },
    GET_SOCIAL_REDIRECT_URI: { provider: 'google' },
    OPEN_WINDOW: { purpose: 'settings' },
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
    const told = readFrameMessage(sent[0])
    expect(told).toMatchObject({ method, id: 'x' })
    expect(told).not.toMatchObject({ message: expect.stringContaining('not what was agreed') })
  }
})

test('[A-8] an id is answered once: the same message again, and another with its id, are dropped', async () => {
  const { hear, sent } = openFrame()
  await hear(question)
  await hear(question)
  await hear({ type: 'APP_SYNC_THEME', id: question.id, payload: { themeMode: 'light' } })
  expect(sent.map(({ type }) => type)).toEqual(['FRAME_IS_CONNECTED_SUCCESS'])
})

test('[A-21] [A-8] while a person is waited for, the same question may be asked again, and no other under its id', async () => {
  const asked: string[] = []
  const { context, sent } = openTestFrame(
    {
      attemptWait: ({ params }) => {
        asked.push(params.id)
        return new Promise<never>(() => {})
      },
    },
    {
      after: (_, run) => {
        queueMicrotask(run)
        return () => {}
      },
    },
  )
  context.login.begin({ kind: 'social', id: 'a1', uri: 'https://wallet.example/start' })
  const answers: unknown[] = []
  const ask = async (uri: string) =>
    answers.push(await answer({ type: 'APP_CONNECT_SOCIAL', id: 's1', payload: { uri } }, context))
  await ask('https://wallet.example/start')
  await ask('https://wallet.example/start')
  // The id is answered with "not yet" again, and the work was begun once.
  expect(answers).toMatchObject(Array(2).fill({ payload: { message: 'SOCIAL_PENDING' } }))
  expect(asked).toEqual(['a1'])
  await ask('https://wallet.example/handoff#code=stolen')
  expect(answers[2]).toBeUndefined()
  expect(sent).toEqual([])
})

test('what needs a session is refused while nobody is signed in', async () => {
  const { hear, sent } = openFrame()
  await hear({ type: 'APP_RPC_REQUEST', id: 'r', payload: { method: 'personal_sign', params: ['0x', '0x'] } })
  expect(sent[0]?.payload).toEqual({ message: 'Nobody is signed in to the wallet' })
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
  expect(sent.map(({ type }) => type)).toEqual(Array(2).fill('FRAME_SYNC_THEME_SUCCESS'))
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
  expect(sent[0]).toEqual({ type: 'FRAME_RELOAD_SUCCESS', id: 'r' })
})

test('[A-11] a flood is answered with an error until a second has passed', async () => {
  const { hear, sent, time } = openFrame()
  for (let n = 0; n <= frameBounds.perSecond; n += 1) await hear({ ...question, id: `n${n}` })
  expect(sent.at(-2)?.type).toBe('FRAME_IS_CONNECTED_SUCCESS')
  expect(sent.at(-1)).toEqual({
    type: 'FRAME_IS_CONNECTED_ERROR',
    id: `n${frameBounds.perSecond}`,
    payload: { message: 'Too many requests to the wallet at once' },
  })
  time.now = seconds(1)
  await hear(question)
  expect(sent.at(-1)?.type).toBe('FRAME_IS_CONNECTED_SUCCESS')
})

test('the log never holds a payload', async () => {
  const { hear, lines } = openFrame()
  await hear({ type: 'APP_CONNECT_EMAIL', id: 'e1', payload: { email: 'secret@b.example' } })
  expect(lines).toEqual(['sent FRAME_CONNECT_EMAIL_ERROR e1'])
})

test('[A-10] [I-19] no JSON from the embedder throws past the boundary or touches Object.prototype', async () => {
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
