/** Several namespaces at once: each with its wallet, one in front. */
import { describe, expect, test } from 'vitest'
import { selectAccount, selectRoute, selectStatus } from '../select.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork } from '../testing/index.js'

const addresses = {
  eip155: '0x00000000000000000000000000000000000000A1',
  solana: 'So1',
  polkadot: '1Dot',
} as const
type Name = keyof typeof addresses

function create(options: Parameters<typeof createTestKit>[0] = {}) {
  const make = (namespace: Name) =>
    createFakeWallet({
      id: namespace,
      namespace,
      accounts: [addresses[namespace]],
      ...(namespace === 'eip155' ? {} : { networkId: `${namespace}:one` }),
    })
  const wallets = { eip155: make('eip155'), solana: make('solana'), polkadot: make('polkadot') }
  const networks = [
    fakeNetwork(),
    fakeNetwork({ namespace: 'solana', reference: 'one' }),
    fakeNetwork({ namespace: 'solana', reference: 'two' }),
    fakeNetwork({ namespace: 'polkadot', reference: 'one' }),
  ] as const
  const adapters = Object.entries(wallets).map(([namespace, wallet]) =>
    createFakeAdapter({ namespace: namespace as Name, wallets: [wallet] }),
  )
  const world = createTestKit({ networks: [...networks], adapters, ...options })
  const state = () => world.kit.store.get()
  return { ...world, wallets, state, front: () => state().activeNamespace }
}

describe('opening for a namespace', () => {
  test('[S2-04] shows its account where it has one, else the ways to connect to it', async () => {
    const { kit, state, front } = create()
    await kit.connect({ connectorId: 'eip155' })
    kit.open({ namespace: 'eip155' })
    expect(selectRoute(state()).view).toBe('Account')
    kit.open({ namespace: 'solana' })
    expect([front(), selectRoute(state())]).toMatchObject([
      'solana',
      { view: 'Connect', data: { namespace: 'solana' } },
    ])
  })

  test('[S4-07] that nobody connects to leaves in front who was there', async () => {
    const { kit, front, state } = create()
    await kit.connect({ connectorId: 'eip155' })
    kit.open({ namespace: 'solana' })
    kit.open({ namespace: 'polkadot' })
    expect(front()).toBe('polkadot')
    kit.close()
    expect(front()).toBe('eip155')
    expect(selectAccount(state())?.address).toBe(addresses.eip155)
  })

  test('[S4-07] that somebody connects to stays in front', async () => {
    const { kit, front } = create()
    await kit.connect({ connectorId: 'eip155' })
    const chosen = kit.connect({ namespace: 'solana' })
    await kit.connect({ connectorId: 'solana' })
    await chosen
    expect(front()).toBe('solana')
    expect(kit.store.get().modal.isOpen).toBe(false)
  })

  test('without anybody connected, the one that was looked at last stays in front', () => {
    const { kit, front } = create()
    kit.open({ namespace: 'solana' })
    kit.close()
    expect(front()).toBe('solana')
  })
})

describe('each namespace has its own', () => {
  async function all() {
    const world = create()
    for (const connectorId of ['eip155', 'solana', 'polkadot']) await world.kit.connect({ connectorId })
    return world
  }
  const shown = (world: ReturnType<typeof create>) =>
    (['eip155', 'solana', 'polkadot'] as const).map((name) => selectAccount(world.state(), name)?.address)

  test('[S4-01] [D-11] account, which signs for it and for no other', async () => {
    const world = await all()
    expect(shown(world)).toEqual(Object.values(addresses))
    for (const namespace of ['eip155', 'solana', 'polkadot'] as const) {
      const signature = await world.kit.signMessage({ message: 'm', namespace })
      expect(signature).toBe(`m signed by ${addresses[namespace]}`)
    }
  })

  test('[S4-02] account after a reload, with the same one in front', async () => {
    const world = await all()
    await world.kit.switchNetwork({ networkId: 'solana:two' })
    const { kit } = world.reload()
    await kit.ready
    const state = kit.store.get()
    expect((['eip155', 'solana', 'polkadot'] as const).map((name) => selectStatus(state, name))).toEqual([
      'connected',
      'connected',
      'connected',
    ])
    expect(state.activeNamespace).toBe('solana')
  })

  test('[S4-05] wallet, which is left alone; the next namespace comes to the front', async () => {
    const world = await all()
    await world.kit.disconnect({ namespace: 'polkadot' })
    expect(shown(world)).toEqual([addresses.eip155, addresses.solana, undefined])
    expect(world.front()).toBe('eip155')
    world.wallets.eip155.vanish()
    expect(shown(world)).toEqual([undefined, addresses.solana, undefined])
    expect(world.front()).toBe('solana')
  })

  test('[S4-05] end, when everything is left', async () => {
    const world = await all()
    await world.kit.disconnect()
    expect(shown(world)).toEqual([undefined, undefined, undefined])
    const { kit } = world.reload()
    await kit.ready
    expect(selectStatus(kit.store.get(), 'solana')).toBe('disconnected')
  })

  test('[S4-07] network, and moving to one of another namespace resets what was about to be sent', async () => {
    const world = await all()
    world.context.store.set({ send: { sendTokenAmount: '1' } })
    await world.kit.switchNetwork({ networkId: 'polkadot:one' })
    expect(world.state().send).toEqual({ sendTokenAmount: '1' })
    await world.kit.switchNetwork({ networkId: 'eip155:1' })
    expect([world.front(), world.state().send]).toEqual(['eip155', {}])
    expect(world.state().activeNetworks).toMatchObject({
      eip155: { networkId: 'eip155:1' },
      solana: { networkId: 'solana:one' },
      polkadot: { networkId: 'polkadot:one' },
    })
  })

  test('[S4-07] flag while its wallet is asked to move, and a refusal leaves everything as it was', async () => {
    const wallet = createFakeWallet({
      id: 'solana',
      namespace: 'solana',
      networkId: 'solana:one',
      accounts: ['So1'],
      asks: ['switchNetwork'],
    })
    const { kit } = createTestKit({
      networks: [
        fakeNetwork(),
        fakeNetwork({ namespace: 'solana', reference: 'one' }),
        fakeNetwork({ namespace: 'solana', reference: 'two' }),
      ],
      adapters: [
        createFakeAdapter({ wallets: [createFakeWallet()] }),
        createFakeAdapter({ namespace: 'solana', wallets: [wallet] }),
      ],
    })
    await kit.connect({ connectorId: 'solana' })
    await kit.connect({ connectorId: 'fake' })
    const refused = kit.switchNetwork({ networkId: 'solana:two' }).catch((cause: unknown) => cause)
    await expect.poll(() => wallet.prompts.length).toBe(1)
    expect(kit.store.get()).toMatchObject({ activeNamespace: 'eip155', isSwitchingNamespace: true })
    wallet.reject('switchNetwork')
    await refused
    expect(kit.store.get()).toMatchObject({ activeNamespace: 'eip155', isSwitchingNamespace: false })
    expect(kit.store.get().activeNetworks.solana?.networkId).toBe('solana:one')
  })
})
