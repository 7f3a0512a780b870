/** HTTP: what is tried again, how long is waited, and what ends at once. */
import { retryStatuses } from '@latchkey/spec/errors'
import { limits, seconds } from '@latchkey/spec/limits'
import { describe, expect, test } from 'vitest'
import { type HttpRequest, requestJson } from './http.js'
import { createFakeClock, createFakeFetch, settle } from './testing/index.js'

const url = 'https://gateway.test/x'

function create() {
  const clock = createFakeClock()
  const fake = createFakeFetch()
  const request = (input: Partial<HttpRequest> = {}) =>
    requestJson({ fetch: fake.fetch, clock }, { url, ...input })
  return { clock, fake, request }
}

describe('[S8-33] retries', () => {
  test.each(retryStatuses)('%i is tried again 3 times, after 150, 300 and 600 ms', async (status) => {
    const { clock, fake, request } = create()
    fake.always(() => ({ status }))
    const answer = request()
    const failed = expect(answer).rejects.toThrow(`HTTP status code: ${status}`)
    for (const [i, wait] of [150, 300, 600].entries()) {
      await clock.advanceAsync(wait - 1)
      expect(fake.calls).toHaveLength(i + 1)
      await clock.advanceAsync(1)
      expect(fake.calls).toHaveLength(i + 2)
    }
    await failed
    expect(fake.calls).toHaveLength(4)
    expect(clock.pending).toBe(0)
  })

  test.each([400, 401, 404, 422, 501])('[S8-18] %i is an error at once', async (status) => {
    const { fake, request } = create()
    fake.answer({ status, json: { reasons: [] } })
    await expect(request()).rejects.toMatchObject({
      code: 'http.status',
      message: `HTTP status code: ${status}`,
      context: { n: status, answer: { reasons: [] } },
    })
    expect(fake.calls).toHaveLength(1)
  })

  test('a broken connection is tried again and may succeed', async () => {
    const { clock, fake, request } = create()
    fake.answer('unreachable')
    fake.answer({ json: { ok: true } })
    const answer = request()
    await clock.advanceAsync(150)
    await expect(answer).resolves.toEqual({ status: 200, json: { ok: true } })
  })

  test('Retry-After in seconds replaces the delay', async () => {
    const { clock, fake, request } = create()
    fake.answer({ status: 429, headers: { 'retry-after': '7' } })
    fake.answer({ json: 1 })
    const answer = request()
    await clock.advanceAsync(seconds(7) - 1)
    expect(fake.calls).toHaveLength(1)
    await clock.advanceAsync(1)
    await expect(answer).resolves.toMatchObject({ json: 1 })
  })

  test('Retry-After as a date replaces the delay', async () => {
    const { clock, fake, request } = create()
    const date = new Date(clock.now() + seconds(5)).toUTCString()
    fake.answer({ status: 503, headers: { 'retry-after': date } })
    fake.answer({ json: 1 })
    const answer = request()
    await clock.advanceAsync(seconds(4))
    expect(fake.calls).toHaveLength(1)
    await clock.advanceAsync(seconds(1))
    await expect(answer).resolves.toMatchObject({ json: 1 })
  })

  test('[D-10] a server that asks to wait longer than anybody would is not waited for', async () => {
    const { clock, fake, request } = create()
    fake.answer({ status: 429, headers: { 'retry-after': '3600' } })
    await expect(request()).rejects.toMatchObject({ context: { retryAfter: seconds(3600) } })
    expect(clock.pending).toBe(0)
  })
})

describe('requests that must not be made twice', () => {
  test('a POST whose answer was lost is not repeated', async () => {
    for (const lost of ['unreachable', { status: 500 }, { status: 504 }] as const) {
      const { fake, request } = create()
      fake.answer(lost)
      await expect(request({ method: 'POST', body: {} })).rejects.toThrow()
      expect(fake.calls).toHaveLength(1)
    }
  })

  test('a POST that the server did not take is', async () => {
    const { clock, fake, request } = create()
    fake.answer({ status: 429 })
    fake.answer({ json: 1 })
    const answer = request({ method: 'POST', body: { a: 1 } })
    await clock.advanceAsync(150)
    await expect(answer).resolves.toMatchObject({ json: 1 })
    expect(fake.calls.map(({ body }) => body)).toEqual([{ a: 1 }, { a: 1 }])
  })

  test('a POST that says it is harmless is repeated like a GET', async () => {
    const { clock, fake, request } = create()
    fake.answer('unreachable')
    fake.answer({ json: 1 })
    const answer = request({ method: 'POST', body: {}, retry: 'always' })
    await clock.advanceAsync(150)
    await expect(answer).resolves.toMatchObject({ json: 1 })
  })
})

describe('[D-10] waiting ends', () => {
  test('[S7-31] after 10 s without an answer', async () => {
    const { clock, fake, request } = create()
    fake.answer('hang')
    const failed = expect(request({ retries: 0 })).rejects.toMatchObject({
      code: 'http.timeout',
      context: { n: seconds(10) },
    })
    await clock.advanceAsync(limits.httpTimeout - 1)
    expect(fake.pending).toBe(1)
    await clock.advanceAsync(1)
    await failed
    expect([fake.pending, clock.pending]).toEqual([0, 0])
  })

  test('[S8-12] with an abort, during the request and between two tries', async () => {
    for (const answer of ['hang', { status: 500 }] as const) {
      const { clock, fake, request } = create()
      fake.answer(answer)
      const controller = new AbortController()
      const failed = expect(request({ signal: controller.signal })).rejects.toThrow('Request was aborted')
      await settle()
      controller.abort()
      await failed
      expect([fake.calls.length, fake.pending, clock.pending]).toEqual([1, 0, 0])
    }
  })

  test('when an answer is larger than agreed', async () => {
    const { fake, request } = create()
    fake.answer({ text: 'x'.repeat(2000) })
    await expect(request({ maxBytes: 1000 })).rejects.toMatchObject({ code: 'http.too-large' })
  })
})

test('an answer that is not JSON is nothing, not an exception', async () => {
  const { fake, request } = create()
  fake.answer({ text: '<html>' })
  await expect(request()).resolves.toEqual({ status: 200, json: undefined })
})
