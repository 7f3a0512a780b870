/** Options: what is wrong is named, what is left out is filled in. */

import { defaultFeatures, defaultSwitches } from '@latchkey/spec/options'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { contextOf } from './context.js'
import type { CreateLatchkeyOptions } from './options.js'
import { resolveOptions } from './resolveOptions.js'
import { createFakeAdapter, createTestKit, fakeNetwork } from './testing/index.js'

afterEach(() => void vi.restoreAllMocks())

const networks = [fakeNetwork()] as const
/** Options as they come from JavaScript, where nobody checked them. */
const resolve = (options: object) => resolveOptions({ networks, ...options } as CreateLatchkeyOptions)

test('[S9-13] defaults are filled in, also for options given as undefined', () => {
  const options = resolve({
    features: { email: undefined, swaps: false },
    themeMode: undefined,
    enableEIP6963: undefined,
  })
  expect(options).toMatchObject(defaultSwitches)
  expect(options.features).toEqual({ ...defaultFeatures, swaps: false })
  expect(options.themeMode).toBe('dark')
  expect(options.id).toBe('default')
  expect(options.defaultNetwork).toBe(networks[0])
  expect(Object.isFrozen(options)).toBe(true)
})

test('[S5-19] [S8-14] both sign-in options cannot be set', () => {
  expect(() => resolve({ siwx: {}, siweConfig: {} })).toThrow(
    'Cannot set both `siweConfig` and `siwx` options',
  )
})

test.each([
  [{ networks: [] }, 'networks'],
  [{ networks: undefined }, 'networks'],
  [{ networks: [{}] }, 'networks[0].id'],
  [{ networks: [{ ...fakeNetwork(), caipNetworkId: 'eip155' }] }, 'networks[0].caipNetworkId'],
  [{ networks: [{ ...fakeNetwork(), caipNetworkId: 'solana:1' }] }, 'networks[0].caipNetworkId'],
  [{ networks: [{ ...fakeNetwork(), rpcUrls: {} }] }, 'networks[0].rpcUrls.default.http'],
  [{ networks: [fakeNetwork(), fakeNetwork()] }, 'networks[1]'],
  [{ defaultNetwork: 'eip155:5' }, 'defaultNetwork'],
  [{ adapters: {} }, 'adapters'],
  [{ adapters: [null] }, 'adapters[0]'],
  [{ adapters: [createFakeAdapter(), createFakeAdapter()] }, 'adapters[1]'],
  [{ projectId: 7 }, 'projectId'],
  [{ id: '' }, 'id'],
  [{ gatewayUrl: 'gateway.example.com' }, 'gatewayUrl'],
  [{ gatewayUrl: 'javascript:alert(1)' }, 'gatewayUrl'],
  [{ gatewayUrl: '//evil.example' }, 'gatewayUrl'],
  [{ themeMode: 'blue' }, 'themeMode'],
  [{ enableWallets: 'yes' }, 'enableWallets'],
  [{ logLevel: 'loud' }, 'logLevel'],
  [{ featuredWalletIds: 'abc' }, 'featuredWalletIds'],
  [{ features: 'all' }, 'features'],
  [{ features: { swap: true } }, 'features.swap'],
  [{ storage: { get() {} } }, 'storage'],
])('a bad option is named: %j', (options, option) => {
  expect(() => resolve(options)).toThrow(expect.objectContaining({ code: 'options.invalid' }))
  expect(() => resolve(options)).toThrow(`The option ${option} is invalid`)
})

test.each([undefined, null, 7])('options that are %s are refused in words', (options) => {
  expect(() => resolveOptions(options as never)).toThrow('The option options is invalid') // as a page without types might
})

test('a name that no option has is told to the developer, not refused', () => {
  const { kit } = createTestKit({ ...({ themeMod: 'dark' } as object) })
  expect(
    contextOf(kit)
      .log.entries()
      .map(({ text }) => text),
  ).toContain('There is no option themeMod')
})

describe('[D-23] restricted time zones', () => {
  const alternateUrls = { gatewayUrl: 'https://near.example' }
  const at = (timeZone: string) => {
    const resolved = new Intl.DateTimeFormat().resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...resolved, timeZone })
    return resolve({ gatewayUrl: 'https://far.example', alternateUrls }).gatewayUrl
  }
  test('use the alternate address', () => expect(at('Asia/Shanghai')).toBe('https://near.example'))
  test('others do not', () => expect(at('Europe/Paris')).toBe('https://far.example'))
})

test('the default network may be given whole or by id, and decides the namespace', () => {
  const solana = fakeNetwork({ namespace: 'solana', reference: 'main' })
  for (const defaultNetwork of [solana, solana.caipNetworkId]) {
    const { kit } = createTestKit({ networks: [fakeNetwork(), solana], defaultNetwork })
    expect(kit.store.get().activeNamespace).toBe('solana')
  }
})

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 Safari/604.1', 5, true],
  [
    'an iPad that says it is a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15',
    5,
    true,
  ],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 0, false],
])('[S2-05] %s is told by its browser', (_, userAgent, maxTouchPoints, isMobile) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  expect(resolve({}).isMobile).toBe(isMobile)
  expect(resolve({ isMobile: !isMobile }).isMobile).toBe(!isMobile)
  vi.unstubAllGlobals()
})
