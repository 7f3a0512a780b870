/** One wallet in several namespaces, and several namespaces on one page. */
import { type Connector, type Kit, selectAccount, selectRoute } from '@latchkey/core'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork } from '@latchkey/core/testing'
import type { Namespace } from '@latchkey/spec/caip'
import type { ConnectorType } from '@latchkey/spec/entities'
import { afterEach, describe, expect, test } from 'vitest'
import { type DrawnView, drawView } from '../testing/drawView.js'
import { groupOf, groupWallets, iconOf } from './walletGroups.js'

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

describe('connectors of one wallet', () => {
  const connector = (name: string, namespace: Namespace, more: Partial<Connector> = {}): Connector => ({
    id: `${name}@${namespace}`,
    name,
    namespace,
    type: 'INJECTED',
    connect: () => Promise.reject(new Error('A list asks nobody')),
    ...more,
  })
  const names = (connectors: readonly Connector[]) =>
    groupWallets(connectors).map((group) => group.map(({ id }) => id))

  test('are found by their rdns, or by their name in any case', () => {
    const rdns = 'com.brass'
    const all = [
      connector('Brass', 'eip155', { rdns }),
      connector('Tin', 'eip155'),
      connector('Brass for Dots', 'polkadot', { rdns }),
      connector(' brass ', 'solana'),
    ]
    // The name of the third is another, so the fourth has nothing in common with all of them.
    expect(names(all)).toEqual([
      ['Brass@eip155', 'Brass for Dots@polkadot'],
      ['Tin@eip155'],
      [' brass @solana'],
    ])
    expect(names([all[0], all[3]].flatMap((each) => each ?? []))).toEqual([
      ['Brass@eip155', ' brass @solana'],
    ])
  })

  test('are never two of one namespace, nor what is not in this browser, nor what has no name', () => {
    const relay = { type: 'WALLET_CONNECT' as ConnectorType }
    const all = [
      connector('Brass', 'eip155'),
      connector('Brass', 'eip155', { id: 'twin' }),
      connector('WalletConnect', 'eip155', relay),
      connector('WalletConnect', 'solana', relay),
      connector('Browser Wallet', 'polkadot'),
      connector('Browser Wallet', 'eip155', { id: 'injected' }),
    ]
    expect(names(all)).toHaveLength(6)
  })

  test('share the picture that one of them has', () => {
    const plain = connector('Brass', 'polkadot')
    const pictured = connector('Brass', 'eip155', { icon: 'data:image/png;base64,AA' })
    expect(iconOf(groupOf(plain, [plain, pictured]))).toBe(pictured.icon)
  })
})

const addresses = { eip155: '0x00000000000000000000000000000000000000A1', polkadot: '1Dot' } as const
type Name = keyof typeof addresses

function create(asks: readonly 'connect'[] = []) {
  const make = (namespace: Name) =>
    createFakeWallet({
      // As wallets of the Wallet Standard do: the same id everywhere.
      id: 'brass',
      name: 'Brass',
      namespace,
      accounts: [addresses[namespace]],
      asks,
      ...(namespace === 'eip155' ? {} : { networkId: 'polkadot:one' }),
    })
  const wallets = { eip155: make('eip155'), polkadot: make('polkadot') }
  const { kit } = createTestKit({
    networks: [
      fakeNetwork({ name: 'Ethereum' }),
      fakeNetwork({ namespace: 'polkadot', reference: 'one', name: 'Polkadot' }),
      fakeNetwork({ namespace: 'polkadot', reference: 'two', name: 'Kusama' }),
    ],
    adapters: (['eip155', 'polkadot'] as const).map((namespace) =>
      createFakeAdapter({ namespace, wallets: [wallets[namespace]] }),
    ),
  })
  kits.push(kit)
  return { kit, wallets, route: () => selectRoute(kit.store.get()) }
}

async function draw(
  kit: Kit,
  ...input: Parameters<typeof drawView> extends [Kit, ...infer Rest] ? Rest : never
) {
  const view = await drawView(kit, ...input)
  drawn.push(view)
  return view
}

describe('a wallet that speaks several namespaces', () => {
  test('[D-04] is one row, and asks which of them is meant', async () => {
    const { kit, wallets, route } = create()
    kit.open()
    const list = await draw(kit, 'Connect')
    expect(list.all('li')).toHaveLength(1)
    expect(list.text).toContain('Ethereum, Polkadot')
    await list.press('Brass')
    expect(route()).toMatchObject({ view: 'ConnectingMultiChain', data: { connectorId: 'brass' } })
    expect([wallets.eip155, wallets.polkadot].map(({ isAuthorised }) => isAuthorised)).toEqual([false, false])
    const choice = await draw(kit, 'ConnectingMultiChain', route().data)
    expect(choice.text).toContain('Polkadot, Kusama')
    await choice.press('Polkadot')
    expect(selectAccount(kit.store.get())?.address).toBe(addresses.polkadot)
    expect(wallets.eip155.isAuthorised).toBe(false)
  })

  test('[D-10] shows the one that was chosen while it is asked, though another has the same id', async () => {
    const { kit, wallets, route } = create(['connect'])
    kit.open()
    const choice = await draw(kit, 'ConnectingMultiChain', { connectorId: 'brass', namespace: 'eip155' })
    await choice.press('Polkadot')
    expect(route()).toMatchObject({ view: 'ConnectingExternal', data: { namespace: 'polkadot' } })
    const asking = await draw(kit, 'ConnectingExternal', route().data)
    expect(asking.text).toContain('Continue in Brass')
    wallets.polkadot.reject('connect')
    await asking.settle()
    expect(asking.text).toContain('Request declined')
  })

  test('says which are connected already', async () => {
    const { kit } = create()
    await kit.connect({ connectorId: 'brass', namespace: 'eip155' })
    const choice = await draw(kit, 'ConnectingMultiChain', { connectorId: 'brass', namespace: 'eip155' })
    expect(choice.button('Ethereum').textContent).toContain('Connected')
    expect(choice.button('Polkadot').textContent).not.toContain('Connected')
  })

  test('that is gone is said to be gone', async () => {
    const { kit } = create()
    const choice = await draw(kit, 'ConnectingMultiChain', { connectorId: 'nobody' })
    expect(choice.text).toContain('This wallet is gone')
  })

  test('is asked at once where a button stands for one namespace', async () => {
    const { kit, route } = create()
    kit.open({ namespace: 'polkadot' })
    const list = await draw(kit, 'Connect', route().data)
    await list.press('Brass')
    expect(selectAccount(kit.store.get(), 'polkadot')?.address).toBe(addresses.polkadot)
    expect(selectAccount(kit.store.get(), 'eip155')).toBeUndefined()
  })
})

test('[S4-07] a network of a namespace without a wallet leads to its wallets, and back for whoever takes none', async () => {
  const { kit, route } = create()
  await kit.connect({ connectorId: 'brass', namespace: 'eip155' })
  kit.open({ view: 'Networks' })
  const view = await draw(kit, 'Networks')
  await view.press('Kusama')
  expect(route()).toMatchObject({ view: 'Connect', data: { namespace: 'polkadot' } })
  expect(kit.store.get()).toMatchObject({
    activeNamespace: 'polkadot',
    activeNetworks: { polkadot: { networkId: 'polkadot:two' } },
  })
  kit.close()
  expect(kit.store.get().activeNamespace).toBe('eip155')
})

describe('accounts of several namespaces', () => {
  async function both() {
    const world = create()
    for (const namespace of ['polkadot', 'eip155'] as const)
      await world.kit.connect({ connectorId: 'brass', namespace })
    return world
  }

  test('[S4-07] choosing one brings its namespace to the front', async () => {
    const { kit } = await both()
    kit.open({ view: 'ProfileWallets' })
    const view = await draw(kit, 'ProfileWallets')
    expect(view.all('h3').map(({ textContent }) => textContent)).toContain('Polkadot')
    expect(view.all('[aria-current]')).toHaveLength(1)
    await view.press('1Dot')
    expect(kit.store.get().activeNamespace).toBe('polkadot')
    expect(selectRoute(kit.store.get()).view).toBe('Account')
  })

  test('[S5-10] [S9-14] what a namespace cannot have is not offered, and the reason is', async () => {
    const { kit } = await both()
    const onEthereum = await draw(kit, 'Account')
    expect(onEthereum.text).not.toContain('Not available')
    onEthereum.button('Send')
    await kit.switchNetwork({ networkId: 'polkadot:one' })
    const onPolkadot = await draw(kit, 'Account')
    expect(() => onPolkadot.button('Send')).toThrow()
    expect(onPolkadot.text).toContain('Not available on Polkadot: Send')
    const send = await draw(kit, 'WalletSend')
    await send.loaded()
    expect(send.text).toContain('Unsupported chain')
  })
})
