import { isLatchkeyError } from '@latchkey/spec/errors'
import { limits, seconds } from '@latchkey/spec/limits'
import { expect, test, vi } from 'vitest'
import { createFakeClock } from '../testing/createFakeClock.js'
import { createFrame, type FrameInput } from './frame.js'
import { createTestFrame, pending, Refusal, type Script, walletOrigin } from './testFrame.js'

function openFrame(script: Script = {}, { isUp = true } = {}) {
  const browser = createTestFrame(script)
  browser.isUp = isUp
  const clock = createFakeClock()
  const statuses: string[] = []
  const told = {
    onReady: vi.fn<() => void>(),
    onTold: vi.fn<FrameInput['onTold']>(),
    onTimeout: vi.fn<FrameInput['onTimeout']>(),
    onForeign: vi.fn<FrameInput['onForeign']>(),
    onError: vi.fn<FrameInput['onError']>(),
  }
  const frame = createFrame({
    environment: browser.environment,
    clock,
    url: () => `${walletOrigin}/sdk?origin=https%3A%2F%2Fshop.example`,
    title: 'Wallet',
    onStatus: (status) => statuses.push(status),
    ...told,
  })
  return { browser, clock, frame, statuses, ...told }
}

const connected: Script = { IS_CONNECTED: () => ({ isConnected: true }) }

/** How a promise ended by now. */
function watch<T>(work: Promise<T>) {
  const seen: { value?: T; error?: unknown } = {}
  work.then(
    (value) => Object.assign(seen, { value }),
    (error: unknown) => Object.assign(seen, { error }),
  )
  return seen
}

test('[S4-13] [S9-10] the first question waits for the frame, and 500 ms after it is ready', async () => {
  const { browser, clock, frame, statuses } = openFrame(connected)
  const answer = watch(frame.ask('IS_CONNECTED', undefined))
  await clock.advanceAsync(limits.frameSettle - 1)
  expect(browser.asked).toEqual([])
  expect(statuses).toEqual(['loading'])
  await clock.advanceAsync(1)
  expect(answer.value).toEqual({ isConnected: true })
  expect(statuses).toEqual(['loading', 'ready'])
  expect(browser.made).toHaveLength(1)
})

test('[S4-13] a frame that says twice that it is ready gets one port; one that was loaded anew gets another', async () => {
  const { browser, clock, frame, onReady } = openFrame(connected, { isUp: false })
  const answer = watch(frame.ask('IS_CONNECTED', undefined))
  const ready = (document: string) =>
    browser.hear({ data: { type: 'FRAME_READY', payload: { version: '4', document } } })
  ready('first')
  ready('first')
  expect(browser.ports).toBe(1)
  await clock.advanceAsync(limits.frameSettle)
  expect(answer.value).toEqual({ isConnected: true })
  browser.script = {}
  const open = watch(frame.ask('IS_CONNECTED', undefined))
  ready('first')
  await clock.advanceAsync(0)
  expect(open).toEqual({})
  expect(browser.ports).toBe(1)
  ready('second')
  await clock.advanceAsync(limits.frameSettle)
  expect(isLatchkeyError(open.error, 'request.aborted')).toBe(true)
  expect(browser.ports).toBe(2)
  expect(onReady).toHaveBeenCalledTimes(2)
})

test('[F-J] [S8-11] [S8-23] [S9-10] a frame that does not load within 20 s is given up, said and removed', async () => {
  const { browser, clock, frame, statuses, onTimeout } = openFrame(connected, { isUp: false })
  const answer = watch(frame.ask('IS_CONNECTED', undefined))
  const other = watch(frame.ask('GET_CHAIN_ID', undefined))
  await clock.advanceAsync(limits.frameReady)
  expect(answer.error).toBeUndefined()
  await clock.advanceAsync(limits.frameSettle)
  expect(isLatchkeyError(answer.error, 'frame.load-failed')).toBe(true)
  expect(isLatchkeyError(other.error, 'frame.load-failed')).toBe(true)
  expect(onTimeout.mock.calls).toEqual([['load']])
  expect(statuses).toEqual(['loading', 'failed'])
  expect(browser.inPage).toBe(0)
  expect(clock.pending).toBe(0)
})

test('[F-J] the next question tries again with a new frame', async () => {
  const { browser, clock, frame } = openFrame(connected, { isUp: false })
  watch(frame.ask('IS_CONNECTED', undefined))
  await clock.advanceAsync(limits.frameReady + limits.frameSettle)
  browser.isUp = true
  const answer = watch(frame.ask('IS_CONNECTED', undefined))
  await clock.advanceAsync(limits.frameSettle)
  expect(answer.value).toEqual({ isConnected: true })
  expect(browser.made).toHaveLength(2)
})

test('[F-I] [S8-24] [S9-10] a question without an answer ends after 30 s, and later ones still work', async () => {
  const { browser, clock, frame, onTimeout } = openFrame({})
  const answer = watch(frame.ask('CONNECT_EMAIL', { email: 'ada@example.org' }))
  await clock.advanceAsync(limits.frameSettle + limits.frameRequest)
  expect(isLatchkeyError(answer.error, 'frame.request-timeout')).toBe(true)
  expect(onTimeout.mock.calls).toEqual([['request']])
  browser.script = connected
  const next = watch(frame.ask('IS_CONNECTED', undefined))
  await clock.advanceAsync(0)
  expect(next.value).toEqual({ isConnected: true })
})

test('[D-12] a person is waited for beyond 30 s, by asking again with the same id', async () => {
  let times = 0
  const { browser, clock, frame, onTimeout } = openFrame({
    CONNECT_DEVICE: () => {
      times += 1
      if (times < 4) throw pending('CONNECT_DEVICE')
      return undefined
    },
  })
  const answer = watch(frame.ask('CONNECT_DEVICE', undefined))
  await clock.advanceAsync(limits.frameSettle)
  expect(answer).toHaveProperty('value', undefined)
  expect(new Set(browser.asked.map(({ id }) => id)).size).toBe(1)
  expect(browser.count('CONNECT_DEVICE')).toBe(4)
  expect(onTimeout).not.toHaveBeenCalled()
})

test('[D-12] nobody is waited for beyond the end of the attempt', async () => {
  const { clock, frame } = openFrame({
    CONNECT_DEVICE: () =>
      new Promise((_, reject) => clock.after(limits.frameAnswer, () => reject(pending('CONNECT_DEVICE')))),
  })
  const answer = watch(frame.ask('CONNECT_DEVICE', undefined))
  await clock.advanceAsync(limits.frameAttempt - seconds(30))
  expect(answer.error).toBeUndefined()
  await clock.advanceAsync(seconds(60))
  expect(isLatchkeyError(answer.error, 'frame.request-timeout')).toBe(true)
})

test('an error of the frame comes with its code and its wait', async () => {
  const { clock, frame, onError } = openFrame({
    CONNECT_EMAIL: () => {
      throw new Refusal({ message: 'Please try again after 12 seconds', code: 'COOLDOWN', retryAfter: 12 })
    },
  })
  const answer = watch(frame.ask('CONNECT_EMAIL', { email: 'ada@example.org' }))
  await clock.advanceAsync(limits.frameSettle)
  expect(answer.error).toMatchObject({ code: 'COOLDOWN', retryAfter: 12 })
  expect(onError).toHaveBeenCalledOnce()
})

test('[A-6] what another window says is not heard, whatever it says and wherever it is from', async () => {
  const { browser, clock, frame, onForeign } = openFrame(connected, { isUp: false })
  const answer = watch(frame.ask('IS_CONNECTED', undefined))
  const ready = { type: 'FRAME_READY', payload: { version: '4' } }
  for (const source of [{}, null, undefined, globalThis]) {
    browser.hear({ source, data: ready })
    browser.hear({
      source,
      data: { type: 'FRAME_IS_CONNECTED_SUCCESS', id: 'id-1', payload: { isConnected: true } },
    })
  }
  await clock.advanceAsync(limits.frameSettle)
  expect(browser.ports).toBe(0)
  expect(answer).toEqual({})
  expect(onForeign).not.toHaveBeenCalled()
})

test('[A-6] after the handshake an answer by a window message is not heard, not even of the right window', async () => {
  const { browser, clock, frame } = openFrame({})
  const answer = watch(frame.ask('IS_CONNECTED', undefined))
  await clock.advanceAsync(limits.frameSettle)
  const [{ id } = { id: undefined }] = browser.asked
  browser.hear({ data: { type: 'FRAME_IS_CONNECTED_SUCCESS', id, payload: { isConnected: true } } })
  await clock.advanceAsync(0)
  expect(answer).toEqual({})
  browser.post({ type: 'FRAME_IS_CONNECTED_SUCCESS', id, payload: { isConnected: true } })
  await clock.advanceAsync(0)
  expect(answer.value).toEqual({ isConnected: true })
})

test('[A-7] a frame that shows a page of another origin is removed, said, and its questions end', async () => {
  const { browser, clock, frame, onForeign, statuses } = openFrame({})
  const answer = watch(frame.ask('IS_CONNECTED', undefined))
  await clock.advanceAsync(limits.frameSettle)
  browser.hear({ origin: 'https://evil.example', data: { type: 'FRAME_READY' } })
  await clock.advanceAsync(0)
  expect(onForeign).toHaveBeenCalledWith('https://evil.example')
  expect(isLatchkeyError(answer.error, 'frame.load-failed')).toBe(true)
  expect(browser.inPage).toBe(0)
  expect(statuses.at(-1)).toBe('absent')
  expect(browser.ports).toBe(1)
})

test.each(['before', 'after'])(
  '[A-7] a page that loads without a word, in a frame whose first page spoke %s it counted as loaded, ends what was asked and is given up after 20 s',
  async (order) => {
    const { browser, clock, frame, onTimeout } = openFrame({}, { isUp: false })
    const answer = watch(frame.ask('IS_CONNECTED', undefined))
    const steps = [browser.ready, browser.load]
    for (const step of order === 'before' ? steps : steps.reverse()) step()
    await clock.advanceAsync(limits.frameSettle)
    expect(answer).toEqual({})
    browser.load()
    await clock.advanceAsync(0)
    expect(isLatchkeyError(answer.error, 'request.aborted')).toBe(true)
    await clock.advanceAsync(limits.frameReady + limits.frameSettle)
    expect(onTimeout.mock.calls).toEqual([['load']])
  },
)

test.each(['before', 'after'])(
  'a frame that is loaded again, and says so %s it counts as loaded, goes on',
  async (order) => {
    const { browser, clock, frame, onReady } = openFrame(connected)
    await Promise.all([frame.warm(), clock.advanceAsync(limits.frameSettle)])
    browser.load()
    if (order === 'before') browser.ready()
    browser.load()
    if (order === 'after') browser.ready()
    const answer = watch(frame.ask('IS_CONNECTED', undefined))
    await clock.advanceAsync(limits.frameSettle)
    expect(answer.value).toEqual({ isConnected: true })
    expect(browser.ports).toBe(2)
    expect(browser.made).toHaveLength(1)
    expect(onReady).toHaveBeenCalledTimes(2)
  },
)

test('[A-8] guessed, repeated and late ids, and answers to another question, are dropped', async () => {
  const { browser, clock, frame } = openFrame({})
  const answer = watch(frame.ask('IS_CONNECTED', undefined))
  await clock.advanceAsync(limits.frameSettle)
  const [{ id } = { id: '' }] = browser.asked
  for (const message of [
    { type: 'FRAME_IS_CONNECTED_SUCCESS', id: 'guessed', payload: { isConnected: true } },
    { type: 'FRAME_IS_CONNECTED_SUCCESS', payload: { isConnected: true } },
    { type: 'FRAME_GET_CHAIN_ID_SUCCESS', id, payload: { chainId: 1 } },
    { type: 'FRAME_IS_CONNECTED_SUCCESS', id, payload: { isConnected: 'yes' } },
    { type: 'xFRAME_IS_CONNECTED_SUCCESS', id, payload: { isConnected: true } },
  ]) {
    browser.post(message)
  }
  await clock.advanceAsync(0)
  expect(answer).toEqual({})
  browser.post({ type: 'FRAME_IS_CONNECTED_SUCCESS', id, payload: { isConnected: false } })
  browser.post({ type: 'FRAME_IS_CONNECTED_SUCCESS', id, payload: { isConnected: true } })
  await clock.advanceAsync(0)
  expect(answer.value).toEqual({ isConnected: false })
})

test('a caller that gives up ends alone; nothing of a closed frame stays', async () => {
  const { browser, clock, frame } = openFrame({})
  const giving = new AbortController()
  const one = watch(frame.ask('IS_CONNECTED', undefined, giving))
  const other = watch(frame.ask('IS_CONNECTED', undefined))
  await clock.advanceAsync(limits.frameSettle)
  giving.abort(new Error('enough'))
  await clock.advanceAsync(0)
  expect(one.error).toEqual(new Error('enough'))
  expect(other).toEqual({})
  frame.close()
  await clock.advanceAsync(0)
  expect(isLatchkeyError(other.error, 'request.aborted')).toBe(true)
  expect(browser.inPage).toBe(0)
  expect(clock.pending).toBe(0)
})

test('[S7-37] what the frame says unasked is told; a ready over the port is not', async () => {
  const { browser, clock, frame, onTold, onReady } = openFrame({})
  await Promise.all([frame.warm(), clock.advanceAsync(limits.frameSettle)])
  browser.tell('SESSION_UPDATE', { token: 'capsule' })
  browser.tell('SURFACE', { isShown: true, height: 400 })
  await clock.advanceAsync(0)
  expect(onTold.mock.calls.map(([{ event }]) => event)).toEqual(['SESSION_UPDATE', 'SURFACE'])
  expect(onReady).toHaveBeenCalledOnce()
})
