/** Connecting and staying connected: wallets that refuse, hang, lock, change, share a provider or vanish. */
import { selectAccount, selectNetwork, selectStatus } from '@latchkey/core'
import { createFakeStorage, settle } from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { describe, expect, test } from 'vitest'
import { createTestWorld, type TestWorld, type TestWorldInput, testLabWallet, until } from './testWorld.js'
import { getProvider } from './typed.js'

const connectorId = 'dev.latchkey.lab'
const status = ({ kit }: TestWorld) => selectStatus(kit.store.get())
const shown = ({ kit }: TestWorld) => selectAccount(kit.store.get())?.address

async function connected(input: TestWorldInput = {}) {
  const world = await createTestWorld(input)
  await world.kit.connect({ connectorId })
  return world
}

describe('connecting', () => {
  test('[S8-32] a declined connection is a refusal, and the next try works', async () => {
    const world = await createTestWorld()
    world.wallet.next.reject()
    await expect(world.kit.connect({ connectorId })).rejects.toMatchObject({
      code: 'connection.rejected',
      cause: { code: 4001 },
    })
    await world.kit.connect({ connectorId })
    expect(status(world)).toBe('connected')
  })

  test('[D-11] a locked wallet shares no account, so nobody is shown as connected', async () => {
    const world = await createTestWorld()
    world.wallet.next.answerLocked()
    await expect(world.kit.connect({ connectorId })).rejects.toMatchObject({ code: 'connection.no-accounts' })
    expect([status(world), shown(world), world.wallet.listeners]).toEqual(['disconnected', undefined, 0])
  })

  test('[D-10] a wallet with an open question says so, and can be asked again when it was answered', async () => {
    const world = await createTestWorld()
    world.wallet.next.sayPending()
    await expect(world.kit.connect({ connectorId })).rejects.toMatchObject({ code: 'connection.pending' })
    await world.kit.connect({ connectorId })
    expect(status(world)).toBe('connected')
  })

  test('[D-10] a wallet that never answers is given up; a second try takes over its open question', async () => {
    const world = await createTestWorld({ wallet: { asks: true } })
    const { kit, wallet, clock } = world
    const failed = expect(kit.connect({ connectorId })).rejects.toMatchObject({ code: 'connection.timeout' })
    await wallet.asked('eth_requestAccounts')
    await clock.advanceAsync(limits.connectDeadline)
    await failed
    const again = kit.connect({ connectorId })
    await settle()
    expect(wallet.prompts).toHaveLength(1)
    wallet.approve()
    await again
    expect(shown(world)).toBe(wallet.addresses[0])
  })

  test('a late yes to an abandoned question gives the permission back', async () => {
    const world = await createTestWorld({ wallet: { asks: true } })
    const { kit, wallet } = world
    const controller = new AbortController()
    const failed = expect(kit.connect({ connectorId, signal: controller.signal })).rejects.toMatchObject({
      code: 'request.aborted',
    })
    await wallet.asked()
    controller.abort()
    await failed
    const isRevoked = new Promise((resolve) => wallet.onEvent((event) => resolve(event)))
    wallet.approve()
    expect(await isRevoked).toBe('accountsChanged')
    expect([wallet.isAuthorised, status(world)]).toEqual([false, 'disconnected'])
  })

  test('[D-15] addresses are shown with their checksum, whatever the wallet writes', async () => {
    const wallet = await testLabWallet()
    const { request } = wallet.provider
    const lower = {
      ...wallet,
      provider: {
        ...wallet.provider,
        async request(asked: { method: string }) {
          const answer = await request(asked)
          return asked.method.endsWith('ccounts')
            ? (answer as string[]).map((each) => each.toLowerCase())
            : answer
        },
      },
    }
    const world = await connected({ given: lower })
    expect(shown(world)).toBe(wallet.addresses[0])
    expect(world.kit.store.get().connections.eip155?.wallets[0]?.accounts).toHaveLength(3)
  })
})

describe('reload', () => {
  test('[S4-02] [S4-03] the wallet comes back without a question', async () => {
    const storage = createFakeStorage()
    const first = await connected({ fakeStorage: storage })
    first.kit.destroy()
    const asked = first.wallet.requests.length
    const second = await createTestWorld({ fakeStorage: storage, given: first.wallet })
    await second.kit.ready
    expect(shown(second)).toBe(first.wallet.addresses[0])
    expect(first.wallet.requests.slice(asked).map(({ method }) => method)).not.toContain(
      'eth_requestAccounts',
    )
  })

  test('[S4-02] a wallet that was locked meanwhile ends disconnected', async () => {
    const storage = createFakeStorage()
    const first = await connected({ fakeStorage: storage })
    first.kit.destroy()
    first.wallet.lock()
    const second = await createTestWorld({ fakeStorage: storage, given: first.wallet })
    await second.kit.ready
    expect(status(second)).toBe('disconnected')
  })

  test('[D-10] reload during connect: the old question stays with the wallet, the new page says so', async () => {
    const storage = createFakeStorage()
    const first = await createTestWorld({ fakeStorage: storage, wallet: { asks: true } })
    const abandoned = first.kit.connect({ connectorId }).catch(() => {})
    await first.wallet.asked()
    first.kit.destroy()
    await abandoned
    const second = await createTestWorld({ fakeStorage: storage, given: first.wallet })
    await second.kit.ready
    expect(status(second)).toBe('disconnected')
    await expect(second.kit.connect({ connectorId })).rejects.toMatchObject({ code: 'connection.pending' })
  })
})

describe('changes in the wallet', () => {
  test('[D-11] an account chosen in the wallet is shown at once', async () => {
    const world = await connected()
    world.wallet.switchAccount(1)
    expect(shown(world)).toBe(world.wallet.addresses[0])
  })

  test('[D-11] an account chosen on the page is shown and signs, until the person chooses in the wallet', async () => {
    const world = await connected()
    const { kit, wallet } = world
    const [first, second, third] = wallet.addresses
    await kit.switchAccount({ address: second as never })
    expect(shown(world)).toBe(second)
    await kit.signMessage({ message: 'm' })
    expect(wallet.requests.at(-1)?.params).toEqual(['0x6d', second])
    wallet.switchAccount(third as never)
    expect(shown(world)).toBe(third)
    expect(first).not.toBe(third)
  })

  test('[D-11] a wallet that changed its account without a word does not sign for the one that is shown', async () => {
    const world = await connected()
    const { kit, wallet } = world
    wallet.switchAccount(1, { isSilent: true })
    await expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({
      code: 'connection.account-changed',
    })
    expect(wallet.requests.map(({ method }) => method)).not.toContain('personal_sign')
    expect(shown(world)).toBe(wallet.addresses[0])
    await expect(kit.signMessage({ message: 'm' })).resolves.toMatch(/^0x/)
  })

  test('[S4-07] a network chosen in the wallet is shown, also one the page does not have', async () => {
    const world = await connected()
    const { kit, wallet } = world
    wallet.switchChain(10)
    expect(selectNetwork(kit.store.get())?.caipNetworkId).toBe('eip155:10')
    wallet.switchChain(137)
    expect(kit.store.get().activeNetworks.eip155).toEqual({ networkId: 'eip155:137', isSupported: false })
  })

  test('a wallet that is removed while connected has left, and nothing listens to it', async () => {
    const world = await connected()
    world.wallet.vanish()
    expect([status(world), world.wallet.listeners]).toEqual(['disconnected', 0])
  })

  test('a wallet that only lost its node for a moment has not left', async () => {
    const heard = new Map<string, (value: never) => void>()
    const given = await testLabWallet()
    const provider = {
      ...given.provider,
      on(event: string, listener: (value: never) => void) {
        heard.set(event, listener)
      },
    }
    const world = await connected({ given: { ...given, provider } })
    heard.get('disconnect')?.({ code: 1013 } as never)
    expect(status(world)).toBe('connected')
    heard.get('disconnect')?.({ code: 4900 } as never)
    expect(status(world)).toBe('disconnected')
  })

  test('[D-10] a wallet removed without a word ends the next request at its deadline', async () => {
    const { kit, wallet, clock } = await connected()
    wallet.vanish({ isSilent: true })
    const failed = expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({
      code: 'connection.timeout',
    })
    await clock.advanceAsync(limits.walletDeadline)
    await failed
  })

  test('a wallet that is locked has left', async () => {
    const world = await connected()
    world.wallet.lock()
    expect(status(world)).toBe('disconnected')
  })
})

describe('leaving', () => {
  test('[S4-05] the permission is given back', async () => {
    const world = await connected()
    await world.kit.disconnect()
    expect([world.wallet.isAuthorised, world.wallet.listeners]).toEqual([false, 0])
  })

  test('[S4-05] a wallet that cannot take back its permission is left all the same', async () => {
    const world = await connected({ wallet: { lacks: ['wallet_revokePermissions'] } })
    await world.kit.disconnect()
    expect(status(world)).toBe('disconnected')
    await world.kit.connect({ connectorId })
    expect(status(world)).toBe('connected')
  })

  test('[D-10] nor does one that does not answer keep anybody', async () => {
    const world = await connected()
    world.wallet.next.hang('wallet_revokePermissions')
    const left = world.kit.disconnect()
    expect(status(world)).toBe('disconnected')
    await world.clock.advanceAsync(limits.revokeDeadline)
    await left
    expect(world.clock.pending).toBe(0)
  })

  test('two tabs: a wallet left in one is left in the other', async () => {
    const storage = createFakeStorage()
    const one = await connected({ fakeStorage: storage })
    const two = await createTestWorld({ fakeStorage: storage, given: one.wallet })
    await two.kit.ready
    expect(status(two)).toBe('connected')
    one.wallet.switchAccount(2)
    expect(shown(two)).toBe(shown(one))
    await one.kit.disconnect()
    await until(two.kit, () => status(two) === 'disconnected')
  })
})

test('libraries get the provider of the wallet in front, and none while nobody is connected', async () => {
  const { kit, wallet } = await connected()
  expect(getProvider(kit)).toBe(wallet.provider)
  await kit.disconnect()
  expect(getProvider(kit)).toBeUndefined()
  kit.destroy()
})
