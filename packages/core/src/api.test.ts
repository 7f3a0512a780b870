/** The gateway client: identified, parsed, and plain about refusals. */
import { identity, supportedChains } from '@latchkey/spec/endpoints'
import { describe, expect, test } from 'vitest'
import { createApi } from './api.js'
import { createFakeClock, createFakeFetch, settle } from './testing/index.js'
import { sdkVersion } from './version.js'

function create({ projectId }: { projectId?: string } = {}) {
  const fake = createFakeFetch()
  const clock = createFakeClock()
  const refused: string[] = []
  const kit = new AbortController()
  const api = createApi({
    baseUrl: '/gateway',
    projectId,
    fetch: fake.fetch,
    clock,
    signal: kit.signal,
    onRefused: (code) => refused.push(code),
  })
  return { api, fake, clock, refused, kit }
}

test('[S7-01] every call says which sdk, version and project asks', async () => {
  const { api, fake } = create({ projectId: 'p 1' })
  fake.answer({ json: { http: ['eip155:1'], ws: [] } })
  await api.call(supportedChains, {})
  expect(fake.calls[0]?.url).toBe(`/gateway/v1/supported-chains?st=latchkey&sv=${sdkVersion}&projectId=p%201`)
})

test('[D-01] without a project id none is sent', async () => {
  const { api, fake } = create()
  fake.answer({ json: { http: [], ws: [] } })
  await api.call(supportedChains, {})
  expect(fake.calls[0]?.url).not.toContain('projectId')
})

test.each(['kit', 'caller'] as const)(
  '[D-03] a call with a signal of its own ends with the %s, also between two tries',
  async (who) => {
    const { api, fake, clock, kit } = create()
    const caller = new AbortController()
    fake.answer({ status: 503 })
    const ended = expect(api.call(supportedChains, {}, { signal: caller.signal })).rejects.toMatchObject({
      code: 'request.aborted',
    })
    await settle()
    expect(clock.pending).toBe(1)
    const controllers = { kit, caller }
    controllers[who].abort()
    await ended
    expect(clock.pending).toBe(0)
  },
)

test('[S7-03] path parameters and query are written where the endpoint says', async () => {
  const { api, fake } = create()
  fake.answer({ json: { name: 'ada.latch.id', avatar: null } })
  await api.call(identity, { params: { address: '0x00000000000000000000000000000000000000A1' }, query: {} })
  expect(fake.calls[0]?.url).toMatch(/^\/gateway\/v1\/identity\/0x0+A1\?/)
})

test('[D-10] after an answer that could not be read, the browser’s copy of it is not asked', async () => {
  const { api, fake } = create()
  fake.answer({ json: 'spoiled' })
  await expect(api.call(supportedChains, {})).rejects.toMatchObject({ code: 'http.answer-malformed' })
  for (let asked = 0; asked < 2; asked += 1) {
    fake.answer({ json: { http: [], ws: [] } })
    await api.call(supportedChains, {})
  }
  expect(fake.calls.map(({ cache }) => cache)).toEqual([undefined, 'reload', undefined])
})

test('an answer that is not what was agreed is an error, not data', async () => {
  const { api, fake } = create()
  for (const json of [{ http: 'all' }, [], null, 'ok', undefined]) {
    fake.answer(json === undefined ? { text: '<html>' } : { json })
    await expect(api.call(supportedChains, {})).rejects.toMatchObject({ code: 'http.answer-malformed' })
  }
})

describe('[S7-01] supported networks', () => {
  test('are asked for once', async () => {
    const { api, fake } = create()
    fake.answer({ json: { http: ['eip155:1'], ws: [] } })
    await expect(api.supports('eip155:1')).resolves.toBe(true)
    await expect(api.supports('eip155:10')).resolves.toBe(false)
    // Compared whole: a prefix is another network (D-15).
    await expect(api.supports('eip155:11')).resolves.toBe(false)
    expect(fake.calls).toHaveLength(1)
  })

  test('are asked for again after a failure', async () => {
    const { api, fake } = create()
    fake.answer({ status: 400 })
    fake.answer({ json: { http: ['eip155:1'], ws: [] } })
    await expect(api.supports('eip155:1')).rejects.toThrow('HTTP status code: 400')
    await expect(api.supports('eip155:1')).resolves.toBe(true)
  })
})

describe('refusals that the developer can do something about', () => {
  const refusal = (field: string) => ({ status: 'FAILED', reasons: [{ field, description: '' }] })

  test('[S5-19] [S8-27] a gateway that demands a project id where none is set', async () => {
    const { api, fake, refused } = create()
    fake.answer({ status: 401, json: refusal('authentication') })
    await expect(api.call(supportedChains, {})).rejects.toThrow()
    expect(refused).toEqual(['options.project-id-missing'])
  })

  test('[S8-26] a project id it does not know', async () => {
    const { api, fake, refused } = create({ projectId: 'wrong' })
    fake.answer({ status: 401, json: refusal('authentication') })
    await expect(api.call(supportedChains, {})).rejects.toThrow()
    expect(refused).toEqual(['options.project-id-invalid'])
  })

  test('[S5-05] an origin it does not allow', async () => {
    const { api, fake, refused, clock } = create({ projectId: 'p' })
    fake.always(() => ({ status: 403, json: refusal('origin') }))
    const failed = expect(api.call(supportedChains, {})).rejects.toThrow('HTTP status code: 403')
    await clock.advanceAsync(5000)
    await failed
    expect(refused).toEqual(['options.origin-not-allowed'])
  })

  test('other failures say nothing about the configuration', async () => {
    const { api, fake, refused } = create()
    for (const json of [refusal('address'), null, { reasons: 'no' }, { reasons: [null] }]) {
      fake.answer({ status: 401, json })
      await expect(api.call(supportedChains, {})).rejects.toThrow()
    }
    expect(refused).toEqual([])
  })
})
