/** Wallets without a network of their own, whose addresses are written for the network that the page shows (SS58). */
import { asAddress, type NetworkId } from '@latchkey/spec/caip'
import { expect, test } from 'vitest'
import type { WalletSession } from '../connector.js'
import { selectAccount } from '../select.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork } from '../testing/index.js'

const networks = ['one', 'two'].map((reference) => fakeNetwork({ namespace: 'polkadot', reference }))

/** A wallet with two accounts that are called after the network they are shown on. */
function createPlaceless(id = 'placeless') {
  const wallet = createFakeWallet({ id, namespace: 'polkadot' })
  let people = ['alice', 'bob']
  const written = (on: NetworkId | undefined) => people.map((name) => asAddress(`${name}@${on}`))
  const open = async (input: { signal: AbortSignal }): Promise<WalletSession> => {
    const { switchNetwork: _, ...session } = await wallet.connector.connect(input)
    return {
      ...session,
      networkId: () => undefined,
      accounts: (on) => written(on).map((address) => ({ namespace: 'polkadot', type: 'eoa', address })),
      signMessage: async ({ address }) => `signed by ${address}`,
      switchAccount: async ({ address }) => {
        const [chosen = ''] = address.split('@')
        people = [chosen, ...people.filter((name) => name !== chosen)]
      },
    }
  }
  return { ...wallet, connector: { ...wallet.connector, connect: open, reconnect: open } }
}

function create() {
  const wallet = createPlaceless()
  const world = createTestKit({
    wallets: [wallet],
    adapters: [createFakeAdapter({ namespace: 'polkadot', wallets: [wallet] })],
    networks: [networks[0] ?? fakeNetwork(), ...networks.slice(1)],
  })
  return { ...world, address: () => selectAccount(world.kit.store.get())?.address }
}

test('[D-11] the address is written for the network, and moves with it in one step', async () => {
  const { kit, address } = create()
  const { accounts } = await kit.connect({ connectorId: 'placeless' })
  expect(accounts[0]?.address).toBe('alice@polkadot:one')
  const seen: string[] = []
  kit.subscribe((state) => {
    const choice = state.activeNetworks.polkadot?.networkId
    seen.push(`${selectAccount(state)?.address} on ${choice}`)
  })
  await kit.switchNetwork({ networkId: 'polkadot:two' })
  expect(address()).toBe('alice@polkadot:two')
  expect(new Set(seen)).toEqual(new Set(['alice@polkadot:two on polkadot:two']))
})

test('[D-11] the address that is shown is the one that signs and the one that can be chosen', async () => {
  const { kit, address } = create()
  await kit.connect({ connectorId: 'placeless' })
  await kit.switchNetwork({ networkId: 'polkadot:two' })
  await expect(kit.signMessage({ message: 'hello' })).resolves.toBe('signed by alice@polkadot:two')
  await expect(
    kit.signMessage({ message: 'hello', address: asAddress('alice@polkadot:one') }),
  ).rejects.toMatchObject({ code: 'connection.account-changed' })
  await kit.switchAccount({ address: asAddress('bob@polkadot:two') })
  expect(address()).toBe('bob@polkadot:two')
})

test('a request for a network is held against the one that the page shows', async () => {
  const { kit } = create()
  await kit.connect({ connectorId: 'placeless' })
  await expect(kit.signMessage({ message: 'm', networkId: 'polkadot:one' })).resolves.toBeDefined()
  await expect(kit.signMessage({ message: 'm', networkId: 'polkadot:two' })).rejects.toMatchObject({
    code: 'network.mismatch',
  })
})

test('[S4-07] removing the active network takes the wallet along to the first remaining one', async () => {
  const { kit, address } = create()
  await kit.connect({ connectorId: 'placeless' })
  kit.removeNetwork({ networkId: 'polkadot:one' })
  expect(kit.store.get().activeNetworks.polkadot).toEqual({ networkId: 'polkadot:two', isSupported: true })
  expect(address()).toBe('alice@polkadot:two')
})

test('a reload comes back to the network and to the address as it is written there', async () => {
  const { kit, reload } = create()
  await kit.connect({ connectorId: 'placeless' })
  await kit.switchNetwork({ networkId: 'polkadot:two' })
  const { kit: next } = reload()
  await next.ready
  expect(selectAccount(next.store.get())?.address).toBe('alice@polkadot:two')
})

test('[D-11] a transaction is signed by the account shown, and a wallet that cannot says so', async () => {
  const { kit } = createTestKit()
  await kit.connect({ connectorId: 'fake' })
  await expect(kit.signTransaction({ transaction: {} })).resolves.toContain('transaction signed by 0x')
  const other = createTestKit({ wallets: [createFakeWallet({ can: [] })] })
  await other.kit.connect({ connectorId: 'fake' })
  await expect(other.kit.signTransaction({ transaction: {} })).rejects.toMatchObject({
    code: 'connection.unsupported',
  })
})
