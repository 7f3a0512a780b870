/** Extensions under `window.injectedWeb3`: found early and late, with accounts of every kind, on every network. */
import { selectAccount, selectStatus } from '@latchkey/core'
import { createFakeStorage } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { isUserRejection } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { isSignedByPolkadot } from '@latchkey/verify'
import { describe, expect, test, vi } from 'vitest'
import { createPolkadotLabWallet } from '../lab/polkadot/createPolkadotLabWallet.js'
import { injectPolkadotWallet } from '../lab/polkadot/installPolkadotWallet.js'
import { createInjectedConnector } from './connectors.js'
import { createTestWorld, genesis, type TestWorld, testNetwork } from './testWorld.js'
import { getProvider } from './typed.js'
import { walletName } from './walletNames.js'

const offered = ({ kit }: TestWorld) => kit.store.get().connectors.map(({ id, name }) => [id, name])
const shown = ({ kit }: Pick<TestWorld, 'kit'>) => selectAccount(kit.store.get())?.address

async function connected(input: Parameters<typeof createTestWorld>[0] = {}) {
  const world = await createTestWorld(input)
  await world.kit.connect({ connectorId: 'lab' })
  return world
}

describe('extensions are found', () => {
  test('[S2-14] at once, and later as they come', async () => {
    const world = await createTestWorld({ wallet: { key: 'talisman' } })
    expect(offered(world)).toEqual([['talisman', 'Talisman']])
    injectPolkadotWallet(await createPolkadotLabWallet({ key: 'subwallet-js' }), world.target)
    await world.clock.advanceAsync(50)
    expect(offered(world)).toEqual([
      ['talisman', 'Talisman'],
      ['subwallet-js', 'SubWallet'],
    ])
    world.kit.destroy()
    expect(world.clock.pending).toBe(0)
  })

  test('[S4-03] a wallet that is injected after the page is restored all the same', async () => {
    const fakeStorage = createFakeStorage()
    const first = await connected({ fakeStorage })
    first.kit.destroy()
    const next = await createTestWorld({ given: first.wallet, fakeStorage, isLate: true })
    expect(selectStatus(next.kit.store.get())).toBe('connecting')
    injectPolkadotWallet(first.wallet, next.target)
    await next.clock.advanceAsync(200)
    await next.kit.ready
    expect(shown(next)).toBe(first.wallet.accounts[0]?.address(0))
    next.kit.destroy()
  })

  test('accounts that come after the page gave up connect nobody', async () => {
    const giving = new AbortController()
    const [address] = (await createPolkadotLabWallet()).addresses
    const accounts = {
      async get() {
        giving.abort(new Error('given up'))
        return [{ address }]
      },
    }
    const target = { injectedWeb3: { slow: { enable: async () => ({ accounts, signer: {} }) } } }
    const shared = { context: { options: {}, storage: createFakeStorage() }, prefixes: {}, extensions: {} }
    // The parts of a kit that a connector reads.
    const connector = createInjectedConnector({ shared: shared as never, target, key: 'slow' })
    await expect(connector.connect({ signal: giving.signal })).rejects.toThrow('given up')
  })

  test('the search ends, and nothing stays behind', async () => {
    const { kit, clock } = await createTestWorld({ isLate: true })
    await clock.advanceAsync(20_000)
    expect(clock.pending).toBe(0)
    kit.destroy()
  })

  test('what cannot be enabled, and what throws when it is looked at, is no wallet', async () => {
    const hostile = {
      injectedWeb3: {
        plain: {},
        get thrower(): never {
          throw new Error('no')
        },
        ['k'.repeat(500)]: { enable: async () => ({}) },
      } as never,
    }
    const world = await createTestWorld({ target: hostile, isLate: true })
    expect(offered(world)).toEqual([])
    world.kit.destroy()
    const nothing = await createTestWorld({ target: { injectedWeb3: 7 as never }, isLate: true })
    expect(offered(nothing)).toEqual([])
    nothing.kit.destroy()
  })

  test('[S2-16] an excluded one is not offered', async () => {
    for (const id of ['talisman', 'xyz.talisman', 'TALISMAN']) {
      const world = await createTestWorld({ wallet: { key: 'talisman' }, excludeWalletIds: [id] })
      expect(offered(world)).toEqual([])
      world.kit.destroy()
    }
  })

  test('the name of an unknown one hides nothing', () => {
    expect(walletName('my-new_wallet').name).toBe('My new wallet')
    expect(walletName('\u202Etalisman').name).toBe('Talisman')
    expect(walletName('\u200B').name).toBe('Browser Wallet')
    expect(walletName('constructor').name).toBe('Constructor')
  })
})

describe('accounts', () => {
  test('[D-11] are written for the network, and followed to another', async () => {
    const world = await connected()
    const [first] = world.wallet.accounts
    expect(shown(world)).toBe(first?.address(0))
    await world.kit.switchNetwork({ networkId: testNetwork('kusama').caipNetworkId })
    expect(shown(world)).toBe(first?.address(2))
    world.kit.destroy()
  })

  test('of each kind of key are listed, with the public key where the address has it', async () => {
    const { kit } = await connected()
    const { accounts = [] } = kit.store.get().connections.polkadot?.wallets[0] ?? {}
    expect(accounts.map(({ publicKey }) => publicKey !== undefined)).toEqual([true, true, false])
    kit.destroy()
  })

  test('of the kind ethereum are not: they have no such address', async () => {
    const world = await connected()
    world.wallet.alsoLists([
      { address: '0x00000000000000000000000000000000000000A1', type: 'ethereum' },
      { address: 'nonsense', type: 'sr25519' },
      { address: world.wallet.accounts[0]?.address(2), type: 'sr25519' },
    ])
    await world.clock.advanceAsync(0)
    expect(world.kit.store.get().connections.polkadot?.wallets[0]?.accounts).toHaveLength(3)
    world.kit.destroy()
  })

  test('a wallet that has only those shares no account', async () => {
    const { kit, wallet } = await createTestWorld({ wallet: { keys: [] } })
    wallet.alsoLists([{ address: '0x00000000000000000000000000000000000000A1', type: 'ethereum' }])
    await expect(kit.connect({ connectorId: 'lab' })).rejects.toMatchObject({
      code: 'connection.no-accounts',
    })
    kit.destroy()
  })

  test('one that is kept for another network is offered there only', async () => {
    const wallet = await createPolkadotLabWallet()
    const lent = await createPolkadotLabWallet({
      keys: [{ kind: 'ed25519', seed: new Uint8Array(32).fill(9) }],
    })
    wallet.alsoLists([{ address: lent.addresses[0], type: 'ed25519', genesisHash: genesis.kusama }])
    const { kit } = await connected({ given: wallet })
    const count = () => kit.store.get().connections.polkadot?.wallets[0]?.accounts.length
    expect(count()).toBe(3)
    await kit.switchNetwork({ networkId: testNetwork('kusama').caipNetworkId })
    expect(count()).toBe(4)
    kit.destroy()
  })

  test('[D-11] the one chosen on the page signs, is there after a reload, and is forgotten when the wallet is left', async () => {
    const fakeStorage = createFakeStorage()
    const world = await connected({ fakeStorage })
    const second = world.wallet.accounts[1]?.address(0) ?? ''
    await world.kit.switchAccount({ address: asAddress(second) })
    expect(shown(world)).toBe(second)
    await world.kit.signMessage({ message: 'm' })
    expect(world.wallet.requests.at(-1)).toMatchObject({ params: { address: world.wallet.addresses[1] } })
    world.kit.destroy()
    const next = await createTestWorld({ given: world.wallet, target: world.target, fakeStorage })
    await next.kit.ready
    expect(shown(next)).toBe(second)
    await next.kit.disconnect()
    await next.kit.connect({ connectorId: 'lab' })
    expect(shown(next)).toBe(world.wallet.accounts[0]?.address(0))
    next.kit.destroy()
  })

  test('[D-11] a wallet that changes without a word is noticed before it signs', async () => {
    const world = await connected()
    const { injectedWeb3 = {} } = world.target
    expect(Object.keys(injectedWeb3)).toEqual(['lab'])
    world.wallet.lock()
    await expect(world.kit.signMessage({ message: 'm' })).rejects.toMatchObject({
      code: expect.stringMatching(/^connection\./),
    })
    expect(selectStatus(world.kit.store.get())).toBe('disconnected')
    world.kit.destroy()
  })
})

describe('a refusal', () => {
  test.each([
    'Cancelled',
    'Rejected by user',
    'User denied',
    'The source app is not allowed to interact with this extension',
  ])('said as "%s" is the person’s', async (words) => {
    const { kit, wallet } = await createTestWorld({ wallet: { asks: true } })
    const refused = kit.connect({ connectorId: 'lab' })
    await wallet.asked('enable')
    wallet.reject('enable', new Error(words))
    await expect(refused).rejects.toMatchObject({ code: 'connection.rejected' })
    kit.destroy()
  })

  test('that is thrown at once is the person’s all the same', async () => {
    const rude = {
      enable() {
        throw new Error('Cancelled')
      },
    }
    const { kit } = await createTestWorld({ target: { injectedWeb3: { rude } }, isLate: true })
    await expect(kit.connect({ connectorId: 'rude' })).rejects.toMatchObject({ code: 'connection.rejected' })
    kit.destroy()
  })

  test('of a signature is told apart from a failure', async () => {
    const { kit, wallet } = await connected()
    wallet.next.reject('signRaw')
    const cause = await kit.signMessage({ message: 'm' }).catch((error: unknown) => error)
    expect(isUserRejection(cause)).toBe(true)
    wallet.next.fail({ code: -32603, message: 'broken' }, 'signRaw')
    const other = await kit.signMessage({ message: 'm' }).catch((error: unknown) => error)
    expect(isUserRejection(other)).toBe(false)
    kit.destroy()
  })
})

test('a wallet that does not name the kinds of its keys signs with each of them', async () => {
  const world = await connected({ wallet: { isTacit: true } })
  for (const account of world.wallet.accounts) {
    await world.kit.switchAccount({ address: asAddress(account.address(0)) })
    await expect(world.kit.signMessage({ message: account.kind })).resolves.toMatch(/^0x/)
  }
  world.kit.destroy()
})

describe('the provider for libraries', () => {
  test('[D-11] signs as the account that is shown, on the network in use', async () => {
    const { kit, wallet } = await connected()
    const provider = getProvider(kit)
    if (!provider?.signMessage) throw new Error('somebody is connected who signs')
    expect(provider.address).toBe(wallet.accounts[0]?.address(0))
    const signature = await provider.signMessage('hi')
    expect(isSignedByPolkadot({ message: 'hi', signature, address: provider.address ?? '' })).toBe(true)
    expect(provider.native).toHaveProperty('signer')
    await kit.switchNetwork({ networkId: testNetwork('kusama').caipNetworkId })
    expect(provider.address).toBe(wallet.accounts[0]?.address(2))
    wallet.next.signWrongly('signRaw')
    await expect(provider.signMessage('hi')).rejects.toMatchObject({ code: 'signature.wrong-signer' })
    await kit.disconnect()
    expect(getProvider(kit)).toBeUndefined()
    kit.destroy()
  })

  test('[D-10] a wallet that never answers is given up at the deadline', async () => {
    const { kit, wallet, clock } = await connected()
    const provider = getProvider(kit)
    if (!provider?.signMessage) throw new Error('somebody is connected who signs')
    wallet.next.hang('signRaw')
    const given = expect(provider.signMessage('hi')).rejects.toMatchObject({ code: 'connection.timeout' })
    await vi.waitFor(() => expect(wallet.requests.at(-1)?.method).toBe('signRaw'))
    await clock.advanceAsync(limits.walletDeadline)
    await given
    kit.destroy()
  })
})
