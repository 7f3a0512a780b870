/** Analytics: the app's own gateway, after the modal opened, without addresses, or not at all. */

import { analyticsBatch, analyticsEvent } from '@latchkey/spec/endpoints'
import { trackedEvents } from '@latchkey/spec/errors'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contextOf } from './context.js'
import { createTestKit, type FakeCall, type TestKitInput } from './testing/index.js'

beforeEach(() => vi.stubGlobal('location', new URL('https://app.test/shop?secret=1#x')))
afterEach(() => void vi.unstubAllGlobals())

interface Wire {
  readonly props: { readonly event: string; readonly address?: string; readonly properties: object }
  readonly url: string
}

function create(input: TestKitInput = {}) {
  const world = createTestKit({ gatewayUrl: 'https://gateway.test', ...input })
  world.fetch.always(({ url }) =>
    url.includes('/projects/') ? { json: { allowedOrigins: [] } } : { status: 202, json: {} },
  )
  const posted = () => world.fetch.calls.filter(({ method }) => method === 'POST')
  const events = () => posted().flatMap(({ body }) => body as Wire | Wire[])
  return { ...world, posted, events }
}

/** Chunks are loaded by the module system, which no fake clock moves. */
const arrived = (check: () => void) => vi.waitFor(check, { interval: 1 })

describe('[D-21]', () => {
  test('nothing is sent before the modal opens; then what happened before is sent with it', async () => {
    const { kit, posted, events } = create()
    await kit.connect({ connectorId: 'fake' })
    await kit.disconnect()
    await vi.dynamicImportSettled()
    expect(posted()).toEqual([])
    kit.open()
    await arrived(() => expect(events().map(({ props }) => props.event)).toContain('MODAL_OPEN'))
    expect(events().map(({ props }) => props.event)).toEqual(
      expect.arrayContaining(['MODAL_CREATED', 'CONNECT_SUCCESS', 'DISCONNECT_SUCCESS', 'MODAL_OPEN']),
    )
    for (const { url } of posted()) expect(url.startsWith('https://gateway.test/')).toBe(true)
  })

  test.each<[string, TestKitInput]>([
    ['features.analytics is false', { features: { analytics: false } }],
    ['there is no gateway', { gatewayUrl: undefined as never }], // as an app with an unset variable passes it
  ])('nothing is sent when %s', async (_, input) => {
    const { kit, posted } = create(input)
    kit.open()
    await kit.connect({ connectorId: 'fake' })
    await vi.dynamicImportSettled()
    expect(posted()).toEqual([])
  })

  test('no address, query or fragment is among what is sent, unless the app asks for the address', async () => {
    const address = '0x00000000000000000000000000000000000000A1'
    for (const analyticsWithAddress of [false, true]) {
      const { kit, posted, events } = create({ analyticsWithAddress })
      await kit.connect({ connectorId: 'fake' })
      kit.open()
      await arrived(() => expect(events().map(({ props }) => props.event)).toContain('MODAL_OPEN'))
      expect(JSON.stringify(posted().map(({ body }) => body)).includes(address)).toBe(analyticsWithAddress)
      expect(events().every(({ url }) => url === 'https://app.test/shop')).toBe(true)
    }
  })
})

test('[S7-22] what is sent is what the endpoint takes', async () => {
  const { kit, posted } = create()
  const fits = ({ url, body }: FakeCall) =>
    v.is((url.includes('/batch') ? analyticsBatch : analyticsEvent).body, body)
  kit.open()
  await arrived(() => expect(posted().length).toBeGreaterThan(0))
  kit.close()
  await arrived(() => expect(JSON.stringify(posted())).toContain('MODAL_CLOSE'))
  expect(posted().every(fits)).toBe(true)
})

test('[S8-29] [S7-23] a refused origin shows its alert once', async () => {
  const { kit, fetch, clock } = create()
  fetch.always(({ url }) =>
    url.includes('/projects/') ? { json: { allowedOrigins: [] } } : { status: 403, json: {} },
  )
  kit.open()
  await arrived(() => {
    clock.advance(1000)
    expect(kit.store.get().alert).toMatchObject({
      isOpen: true,
      title: 'Invalid App Configuration: origin not found on allowlist',
    })
  })
})

test.each([404, 403])('a gateway that answers %i is not asked again', async (status) => {
  const { kit, fetch, clock, posted } = create()
  fetch.always(({ url }) => (url.includes('/projects/') ? { json: { allowedOrigins: [] } } : { status }))
  kit.open()
  await arrived(() => {
    clock.advance(1000)
    expect(
      contextOf(kit)
        .log.entries()
        .some(({ text }) => text === 'Analytics were not sent'),
    ).toBe(true)
  })
  const before = posted().length
  kit.close()
  kit.open()
  await vi.dynamicImportSettled()
  clock.advance(1000)
  expect(posted().length).toBe(before)
})

test('a gateway that is down for a while gets the later events', async () => {
  const { kit, fetch, clock, events } = create()
  let isUp = false
  fetch.always(({ url }) =>
    url.includes('/projects/')
      ? { json: { allowedOrigins: [] } }
      : isUp
        ? { status: 202, json: {} }
        : { status: 503 },
  )
  kit.open()
  await arrived(() => {
    clock.advance(1000)
    expect(
      contextOf(kit)
        .log.entries()
        .some(({ text }) => text === 'Analytics were not sent'),
    ).toBe(true)
  })
  isUp = true
  kit.close()
  await arrived(() => expect(events().map(({ props }) => props.event)).toContain('MODAL_CLOSE'))
})

test('[S8-31] every tracked event is one of ours', () => {
  const { kit } = createTestKit()
  const heard: string[] = []
  kit.on(({ name }) => heard.push(name))
  for (const name of trackedEvents) {
    contextOf(kit).events.emit(name, {
      networkId: 'eip155:1',
      isSmartAccount: false,
      message: '',
      token: '',
    } as never) // each takes some of these
  }
  expect(heard).toEqual([...trackedEvents])
})

describe('[S5-05] the origin', () => {
  test('that the project does not allow raises an alert when the modal first opens, not before', async () => {
    const { kit, fetch } = create({ features: { analytics: false } })
    fetch.always(() => ({ json: { allowedOrigins: ['https://other.test'] } }))
    await vi.dynamicImportSettled()
    expect(fetch.calls).toEqual([])
    kit.open()
    await arrived(() =>
      expect(kit.store.get().alert).toMatchObject({ isOpen: true, title: 'Invalid App Configuration' }),
    )
  })

  test.each([[['https://app.test']], [['https://*.test', 'https://app.test']], [[]]])(
    'that is allowed by %j raises none',
    async (allowedOrigins) => {
      const { kit, fetch } = create({ features: { analytics: false } })
      fetch.always(() => ({ json: { allowedOrigins } }))
      kit.open()
      await arrived(() => expect(fetch.calls).toHaveLength(1))
      await vi.dynamicImportSettled()
      expect(kit.store.get().alert.isOpen).toBe(false)
    },
  )

  test('is asked for again at the next opening when the gateway did not say, and then no more', async () => {
    const { kit, fetch } = create({ features: { analytics: false } })
    fetch.always(() => ({ status: 404 }))
    kit.open()
    await arrived(() => expect(contextOf(kit).log.entries().at(-1)?.text).toContain('which origins'))
    fetch.always(() => ({ json: { allowedOrigins: ['https://other.test'] } }))
    kit.close()
    kit.open()
    await arrived(() => expect(kit.store.get().alert.isOpen).toBe(true))
    kit.close()
    kit.open()
    await vi.dynamicImportSettled()
    expect(fetch.calls).toHaveLength(2)
  })

  test('[D-10] with a dead gateway nothing breaks and nobody is alarmed', async () => {
    const { kit, fetch, clock } = create()
    fetch.always(() => 'unreachable')
    kit.open()
    await arrived(() => {
      clock.advance(1000)
      expect(
        contextOf(kit)
          .log.entries()
          .some(({ text }) => text.includes('which origins')),
      ).toBe(true)
    })
    expect(kit.store.get().alert.isOpen).toBe(false)
    expect(kit.store.get().modal.isOpen).toBe(true)
  })
})
