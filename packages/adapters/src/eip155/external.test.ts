/** Wallets that come as an SDK: loaded when chosen, offered only where they can answer. */
import { limits } from '@latchkey/spec/limits'
import { describe, expect, test, vi } from 'vitest'
import type { LabWallet } from '../lab/createLabWallet.js'
import { coinbase, type ExternalWallet, safe } from './external.js'
import { createTestWorld, testLabWallet } from './testWorld.js'

const create = (external: readonly ExternalWallet[], target: EventTarget = new EventTarget()) =>
  createTestWorld({
    isSilent: true,
    adapter: { external, target },
    metadata: { name: 'App', description: '', url: '', icons: ['/i.png'] },
  })

describe('Coinbase and Base', () => {
  const sdk = (wallet: LabWallet, leave = vi.fn()) => {
    const provider = { ...wallet.provider, disconnect: leave }
    const createCoinbaseWalletSDK = vi.fn(() => ({ getProvider: () => provider }))
    return { load: vi.fn(async () => ({ createCoinbaseWalletSDK })), createCoinbaseWalletSDK, leave }
  }

  test('[S2-11] its package is loaded when it is chosen, once, with what the app told about itself', async () => {
    const wallet = await testLabWallet()
    const { load, createCoinbaseWalletSDK, leave } = sdk(wallet)
    const { kit } = await create([coinbase({ load })])
    expect(kit.store.get().connectors).toEqual([
      expect.objectContaining({ id: 'coinbase', type: 'EXTERNAL' }),
    ])
    expect(load).not.toHaveBeenCalled()
    await kit.connect({ connectorId: 'coinbase' })
    await kit.disconnect()
    expect(leave).toHaveBeenCalledTimes(1)
    await kit.connect({ connectorId: 'coinbase' })
    expect(load).toHaveBeenCalledTimes(1)
    expect(createCoinbaseWalletSDK).toHaveBeenCalledWith({
      appName: 'App',
      appLogoUrl: '/i.png',
      appChainIds: [1, 10],
    })
  })

  test('[D-10] a package that cannot be loaded is a failure that can be tried again', async () => {
    const wallet = await testLabWallet()
    const { load } = sdk(wallet)
    load.mockRejectedValueOnce(new Error('offline'))
    const { kit } = await create([coinbase({ load })])
    await expect(kit.connect({ connectorId: 'coinbase' })).rejects.toMatchObject({
      code: 'connection.failed',
    })
    await expect(kit.connect({ connectorId: 'coinbase' })).resolves.toMatchObject({ connectorId: 'coinbase' })
  })

  test('a package without a provider is a failure', async () => {
    const { kit } = await create([coinbase({ load: async () => ({}) })])
    await expect(kit.connect({ connectorId: 'coinbase' })).rejects.toMatchObject({
      code: 'connection.failed',
    })
  })
})

describe('Safe', () => {
  const packages = (
    wallet: LabWallet,
    getInfo: () => Promise<unknown> = async () => ({ safeAddress: '0x' }),
  ) => {
    const made = vi.fn()
    return {
      made,
      loadSdk: async () => ({
        default: class {
          readonly safe = { getInfo }
          constructor(options?: Readonly<Record<string, unknown>>) {
            made(options)
          }
        },
      }),
      loadProvider: async () => ({
        SafeAppProvider: class {
          readonly request = wallet.provider.request
        },
      }),
    }
  }
  const framed = () => Object.assign(new EventTarget(), { parent: {} })

  test('is offered inside a frame only', async () => {
    const wallet = await testLabWallet()
    const alone = Object.assign(new EventTarget(), { parent: undefined as unknown })
    alone.parent = alone
    expect((await create([safe(packages(wallet))], alone)).kit.store.get().connectors).toEqual([])
    expect((await create([safe(packages(wallet))], framed())).kit.store.get().connectors).toEqual([
      expect.objectContaining({ id: 'safe', type: 'EXTERNAL' }),
    ])
  })

  test('[S3-02] its account is a smart account, and only Safe’s own front-ends are believed', async () => {
    const wallet = await testLabWallet()
    const { made, ...loaders } = packages(wallet)
    const { kit } = await create([safe(loaders)], framed())
    const { accounts } = await kit.connect({ connectorId: 'safe' })
    expect(accounts[0]).toMatchObject({ address: wallet.addresses[0], type: 'smartAccount' })
    const [[options] = []] = made.mock.calls as [[{ allowedDomains: RegExp[] }]?]
    const believed = (origin: string) => options?.allowedDomains.some((pattern) => pattern.test(origin))
    expect(
      ['https://app.safe.global', 'https://safe.global.evil.example', 'http://app.safe.global'].map(believed),
    ).toEqual([true, false, false])
  })

  test('[D-10] a frame that is no Safe never answers, and is given up', async () => {
    const wallet = await testLabWallet()
    const world = await create([safe(packages(wallet, () => new Promise(() => {})))], framed())
    const failed = expect(world.kit.connect({ connectorId: 'safe' })).rejects.toMatchObject({
      code: 'connection.failed',
    })
    await world.clock.advanceAsync(limits.restoreDeadline)
    await failed
    expect(world.clock.pending).toBe(0)
  })
})
