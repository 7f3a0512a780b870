// @vitest-environment happy-dom
/** Beside an app's own wagmi: one connection, seen by its hooks and by the kit, whoever made it. */
import { createLatchkey, type Storage, selectAccount, selectNetwork, selectStatus } from '@latchkey/core'
import { createFakeClock, createFakeStorage, settle } from '@latchkey/core/testing'
import {
  type Config,
  connect,
  createConfig,
  createStorage,
  disconnect,
  getConnection,
  http,
  injected,
  reconnect,
  switchChain,
  switchConnection,
} from '@wagmi/core'
import { mainnet, optimism } from '@wagmi/core/chains'
import { expect, test } from 'vitest'
import type { LabWallet } from '../lab/createLabWallet.js'
import { strangerKey } from '../lab/labKeys.js'
import { eip155 } from './eip155.js'
import type { Eip1193Provider } from './provider.js'
import { testLabWallet, testNetwork, until } from './testWorld.js'
import { wagmi } from './wagmi.js'

const asWagmi = ({ info, provider }: LabWallet) =>
  injected({
    target: { id: info.rdns, name: info.name, icon: info.icon, provider: provider as never },
    shimDisconnect: false,
  })

function wagmiConfig(wallets: readonly LabWallet[], storage?: Map<string, string>): Config {
  return createConfig({
    chains: [mainnet, optimism],
    connectors: wallets.map(asWagmi),
    transports: { [mainnet.id]: http(), [optimism.id]: http() },
    multiInjectedProviderDiscovery: false,
    storage: storage
      ? createStorage({
          storage: {
            getItem: (key) => storage.get(key) ?? null,
            setItem: (key, value) => void storage.set(key, value),
            removeItem: (key) => void storage.delete(key),
          },
        })
      : null,
  })
}

async function create(
  wallets: readonly LabWallet[],
  storage: Storage = createFakeStorage(),
  config = wagmiConfig(wallets),
) {
  const clock = createFakeClock()
  const kit = createLatchkey({
    networks: [testNetwork(1), testNetwork(10), testNetwork(137)],
    adapters: [eip155({ wagmi: wagmi(config), target: new EventTarget() })],
    logLevel: 'silent',
    isMobile: false,
    clock,
    storage,
  })
  await until(kit, () => kit.store.get().connectors.length === wallets.length)
  const account = () => selectAccount(kit.store.get())?.address
  return { kit, config, account, status: () => selectStatus(kit.store.get()) }
}

const connectorId = 'dev.latchkey.lab'

function connectorOf(config: Config, id = connectorId) {
  const connector = config.connectors.find((each) => each.id === id)
  if (!connector) throw new Error(`wagmi has no ${id}`)
  return connector
}

test('[S4-04] a wallet connected by the kit is connected for the app’s hooks', async () => {
  const wallet = await testLabWallet()
  const { kit, config, account } = await create([wallet])
  await kit.connect({ connectorId })
  expect(getConnection(config)).toMatchObject({
    status: 'connected',
    address: wallet.addresses[0],
    chainId: 1,
  })
  expect(account()).toBe(wallet.addresses[0])
})

test('[S4-04] a wallet connected through wagmi is shown by the kit, without another question', async () => {
  const wallet = await testLabWallet()
  const { kit, config, account, status } = await create([wallet])
  await connect(config, { connector: connectorOf(config) })
  await until(kit, () => status() === 'connected')
  expect(account()).toBe(wallet.addresses[0])
  expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length).toBeLessThan(2)
})

test('a wallet that wagmi had connected before the kit was made is shown too', async () => {
  const wallet = await testLabWallet()
  const config = wagmiConfig([wallet])
  await connect(config, { connector: connectorOf(config) })
  const { kit, status } = await create([wallet], createFakeStorage(), config)
  await until(kit, () => status() === 'connected')
})

test('[S4-05] leaving on either side leaves on both', async () => {
  const wallet = await testLabWallet()
  const { kit, config, status } = await create([wallet])
  await kit.connect({ connectorId })
  await kit.disconnect()
  expect(getConnection(config).status).toBe('disconnected')
  await kit.connect({ connectorId })
  await disconnect(config)
  await until(kit, () => status() === 'disconnected')
})

test('[D-11] the account chosen in the wallet is the one both show, and the one that signs', async () => {
  const wallet = await testLabWallet()
  const { kit, config, account } = await create([wallet])
  await kit.connect({ connectorId })
  wallet.switchAccount(1)
  await until(kit, () => account() === wallet.addresses[0])
  expect(getConnection(config).address).toBe(wallet.addresses[0])
  await kit.signMessage({ message: 'm' })
  expect(wallet.requests.at(-1)?.params).toEqual(['0x6d', wallet.addresses[0]])
})

test('[D-11] an account that changed without a word is found out, for the hooks too', async () => {
  const wallet = await testLabWallet()
  const { kit, config } = await create([wallet])
  await kit.connect({ connectorId })
  wallet.switchAccount(2, { isSilent: true })
  await expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({
    code: 'connection.account-changed',
  })
  expect(getConnection(config).address).toBe(wallet.addresses[0])
})

test('[S4-07] a network chosen by the kit, by wagmi or in the wallet is the one both show', async () => {
  const wallet = await testLabWallet()
  const { kit, config } = await create([wallet])
  const network = () => selectNetwork(kit.store.get())?.caipNetworkId
  await kit.connect({ connectorId })
  await kit.switchNetwork({ networkId: 'eip155:10' })
  expect([network(), getConnection(config).chainId]).toEqual(['eip155:10', 10])
  await switchChain(config, { chainId: 1 })
  await until(kit, () => network() === 'eip155:1')
  wallet.switchChain(10)
  await until(kit, () => network() === 'eip155:10')
  expect(getConnection(config).chainId).toBe(10)
})

test('[S4-24] a network wagmi was not told about goes to the wallet directly', async () => {
  const wallet = await testLabWallet()
  const { kit } = await create([wallet])
  await kit.connect({ connectorId })
  await kit.switchNetwork({ networkId: 'eip155:137' })
  expect(wallet.chainId).toBe(137)
})

test('[S4-03] a reload restores both from the wallet, several wallets included', async () => {
  const one = await testLabWallet()
  const two = await testLabWallet({ rdns: 'com.two', name: 'Two', uuid: 'two' })
  const storage = createFakeStorage()
  const first = await create([one, two], storage)
  await first.kit.connect({ connectorId })
  await first.kit.connect({ connectorId: 'com.two' })
  first.kit.destroy()
  const second = await create([one, two], storage)
  await second.kit.ready
  const shown = second.kit.store.get().connections.eip155?.wallets.map((wallet) => wallet.connectorId)
  expect(shown).toEqual(['com.two', connectorId])
  expect(getConnection(second.config).connector?.id).toBe('com.two')
  expect([...second.config.state.connections.values()].map(({ connector }) => connector.id).sort()).toEqual([
    'com.two',
    connectorId,
  ])
})

test('[D-11] the wallet in front is the same for the kit and for the hooks, whoever changes it', async () => {
  const one = await testLabWallet()
  const two = await testLabWallet({ rdns: 'com.two', name: 'Two', uuid: 'two', privateKeys: [strangerKey] })
  const { kit, config, account } = await create([one, two])
  const current = () => getConnection(config).connector?.id
  await kit.connect({ connectorId })
  await kit.connect({ connectorId: 'com.two' })
  expect([account(), current()]).toEqual([two.addresses[0], 'com.two'])
  await kit.switchAccount({ address: one.addresses[0] as never })
  expect([account(), current()]).toEqual([one.addresses[0], connectorId])
  await kit.disconnect({ namespace: 'eip155', connectorId })
  expect([account(), current()]).toEqual([two.addresses[0], 'com.two'])
})

test('[D-11] a wallet that the app puts in front with wagmi is in front of the kit, and signs', async () => {
  const one = await testLabWallet()
  const two = await testLabWallet({ rdns: 'com.two', name: 'Two', uuid: 'two', privateKeys: [strangerKey] })
  const { kit, config, account } = await create([one, two])
  await kit.connect({ connectorId })
  await kit.connect({ connectorId: 'com.two' })
  await switchConnection(config, { connector: connectorOf(config) })
  expect(account()).toBe(one.addresses[0])
  await kit.signMessage({ message: 'm' })
  expect(one.requests.at(-1)?.method).toBe('personal_sign')
  await switchConnection(config, { connector: connectorOf(config, 'com.two') })
  expect(account()).toBe(two.addresses[0])
})

test('[D-11] wallets put in front faster than wagmi follows end with the last one, on both sides', async () => {
  const one = await testLabWallet()
  const two = await testLabWallet({ rdns: 'com.two', name: 'Two', uuid: 'two', privateKeys: [strangerKey] })
  const { kit, config, account } = await create(
    [one, two],
    createFakeStorage(),
    wagmiConfig([one, two], new Map()),
  )
  await kit.connect({ connectorId })
  await kit.connect({ connectorId: 'com.two' })
  const [first, second] = [one.addresses[0] as never, two.addresses[0] as never]
  const choices = [first, second, first, second]
  await Promise.all(choices.map((address) => kit.switchAccount({ address })))
  await settle()
  expect([account(), getConnection(config).address]).toEqual([second, second])
})

test('several wallets that wagmi restored by itself are all shown, its current one in front', async () => {
  const one = await testLabWallet({ isAuthorised: true })
  const two = await testLabWallet({ rdns: 'com.two', name: 'Two', uuid: 'two', isAuthorised: true })
  const { kit, config } = await create([one, two])
  await reconnect(config)
  const wallets = () => kit.store.get().connections.eip155?.wallets.map((wallet) => wallet.connectorId) ?? []
  await until(kit, () => wallets().length === 2)
  expect([wallets()[0], getConnection(config).connector?.id]).toEqual([connectorId, connectorId])
})

test('[S8-32] a refusal is a refusal', async () => {
  const wallet = await testLabWallet()
  const { kit, status } = await create([wallet])
  wallet.next.reject()
  await expect(kit.connect({ connectorId })).rejects.toMatchObject({ code: 'connection.rejected' })
  expect(status()).toBe('disconnected')
})

test('[D-03] a destroyed kit leaves wagmi’s connection and listeners as they are', async () => {
  const wallet = await testLabWallet()
  const { kit, config } = await create([wallet])
  await kit.connect({ connectorId })
  kit.destroy()
  expect(getConnection(config).status).toBe('connected')
})

test('the provider of a session is the wallet’s own', async () => {
  const wallet = await testLabWallet()
  const { kit } = await create([wallet])
  const { session } = await kit.connect({ connectorId })
  expect(await (session.provider as Eip1193Provider).request({ method: 'eth_chainId' })).toBe('0x1')
})
