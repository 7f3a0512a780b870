// @vitest-environment happy-dom
import { createFakeAdapter, createFakeWallet, fakeNetwork } from '@latchkey/core/testing'
import { act } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { runHook as run } from './appkit/testing/runHook.js'
import {
  type AppKitOptions,
  createAppKit,
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from './appkit.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
afterEach(() => warn.mockClear())

const mainnet = fakeNetwork()
const optimism = fakeNetwork({ reference: '10' })

function open(options: Partial<AppKitOptions> = {}) {
  const wallet = createFakeWallet({ networkId: 'eip155:1' })
  const adapters = [createFakeAdapter({ wallets: [wallet] })]
  const appKit = createAppKit({ networks: [mainnet, optimism], adapters, logLevel: 'silent', ...options })
  onTestFinished(() => appKit.kit.destroy())
  const connect = () => act(() => appKit.kit.connect({ connectorId: wallet.connector.id }))
  return { appKit, wallet, connect }
}

test('the hooks need an instance, and a second call returns the first while it lives', () => {
  expect(() => run(useAppKit)).toThrow('createAppKit')
  const { appKit } = open()
  expect(warn).not.toHaveBeenCalled()
  expect(createAppKit({ networks: [mainnet] })).toBe(appKit)
  expect(warn.mock.calls.flat().join()).toContain('a second createAppKit does nothing')
  appKit.kit.destroy()
  const next = createAppKit({ networks: [mainnet], logLevel: 'silent' })
  onTestFinished(() => next.kit.destroy())
  expect(next).not.toBe(appKit)
})

test('[D-11] the account, the wallet and its provider are those that sign, until they leave', async () => {
  const { connect, wallet, appKit } = open()
  const account = run(() => useAppKitAccount())
  const info = run(() => useWalletInfo())
  const provider = run(() => useAppKitProvider('eip155'))
  expect(account.last).toMatchObject({ isConnected: false, status: 'disconnected', allAccounts: [] })
  expect(info.last.walletInfo).toBeUndefined()
  await connect()
  const address = wallet.activeAddress
  expect(account.last).toMatchObject({ address, isConnected: true, status: 'connected' })
  expect(account.last.caipAddress).toBe(`eip155:1:${address}`)
  expect(account.last.allAccounts).toMatchObject([{ address, namespace: 'eip155' }])
  expect(info.last.walletInfo).toMatchObject({ name: wallet.connector.name })
  expect(provider.last.walletProviderType).toBe(wallet.connector.type)
  expect(appKit.getAddress()).toBe(address)
  expect(appKit.getIsConnectedState()).toBe(true)
  const { disconnect } = run(useDisconnect).last
  await act(() => disconnect({ namespace: 'eip155' }))
  expect(account.last).toMatchObject({ isConnected: false, status: 'disconnected' })
})

test('the network is followed, switched, and a switch that fails is quiet unless asked', async () => {
  const { connect, wallet, appKit } = open()
  const network = run(useAppKitNetwork)
  expect(network.last).toMatchObject({ caipNetworkId: 'eip155:1' })
  await connect()
  const heard = vi.fn<(id: string | undefined) => void>()
  appKit.subscribeNetwork(({ caipNetworkId }) => heard(caipNetworkId))
  await act(() => network.last.switchNetwork(optimism))
  expect(network.last).toMatchObject({ caipNetworkId: 'eip155:10', caipNetwork: optimism })
  expect(wallet.connector.namespace).toBe('eip155')
  expect(heard.mock.calls).toEqual([['eip155:10']])
  const nowhere = fakeNetwork({ reference: '999' })
  await act(() => appKit.switchNetwork(nowhere))
  await expect(act(() => appKit.switchNetwork(nowhere, { throwOnFailure: true }))).rejects.toThrow()
})

test('the modal opens on a view by its name, with what its form starts with', async () => {
  const { appKit, connect } = open()
  await connect()
  const state = run(useAppKitState)
  const { open: openModal, close } = run(useAppKit).last
  await act(() => openModal({ view: 'Networks' }))
  expect(state.last.open).toBe(true)
  expect(appKit.kit.store.get().router.history.at(-1)).toMatchObject({ view: 'Networks' })
  await act(() => close())
  expect(state.last.open).toBe(false)
  await act(() => openModal({ view: 'UsageExceeded' }))
  expect(warn.mock.calls.flat().join()).toContain('UsageExceeded')
  expect(state.last.open).toBe(true)
})

test('themes are read and set in the names of AppKit', () => {
  const { appKit } = open({ themeMode: 'light', themeVariables: { '--w3m-accent': '#ff0000' } })
  const theme = run(useAppKitTheme)
  expect(theme.last).toMatchObject({
    themeMode: 'light',
    themeVariables: { '--latchkey-accent': '#ff0000' },
  })
  act(() => theme.last.setThemeMode('dark'))
  act(() => theme.last.setThemeVariables({ '--apkt-border-radius-master': '2px' }))
  expect(theme.last.themeMode).toBe('dark')
  expect(appKit.getThemeVariables()).toMatchObject({ '--latchkey-radius': '2px' })
})

test('the last event is the kit’s, in AppKit’s envelope', async () => {
  const { appKit, connect } = open()
  const event = run(useAppKitEvents)
  await connect()
  expect(event.last).toMatchObject({ data: { type: 'track', event: 'CONNECT_SUCCESS' } })
  expect(appKit.getEvent()).toEqual(event.last)
})

test('a balance that cannot be read is an error, not nothing', async () => {
  const { connect } = open()
  const { fetchBalance } = run(useAppKitBalance).last
  await connect()
  expect(await fetchBalance()).toMatchObject({ isError: true, data: undefined, error: expect.any(String) })
})

test('what has no counterpart is named, and the app’s own nodes come first', () => {
  const { appKit } = open({
    allWallets: 'HIDE',
    features: { email: false, headless: true },
    universalProvider: {},
    customRpcUrls: { 'eip155:1': [{ url: 'https://node.example', config: { retryCount: 1 } }] },
  })
  const { features, networks } = appKit.kit.options
  expect(features).toMatchObject({ email: false, allWallets: false })
  expect(networks[0].rpcUrls.default.http[0]).toBe('https://node.example')
  expect(networks[1]?.rpcUrls.default.http[0]).not.toBe('https://node.example')
  const words = warn.mock.calls.flat().join('\n')
  expect(words).toContain('universalProvider')
  expect(words).toContain('features.headless')
  expect(words).not.toContain('features.email')
})

test('both names of the elements are on the page, with the attributes that AppKit spells in one word', async () => {
  const { appKit } = open()
  for (const tag of ['appkit-button', 'w3m-button', 'appkit-connect-button', 'w3m-network-button'])
    expect(customElements.get(tag), tag).toBeDefined()
  const button = document.createElement('appkit-button')
  document.body.append(button)
  onTestFinished(() => button.remove())
  button.setAttribute('label', 'Log in')
  button.setAttribute('loadingLabel', 'Wait')
  expect(button.getAttribute('loading-label')).toBe('Wait')
  // A stored wallet may still answer.
  expect(button.shadowRoot?.textContent).toContain('Wait')
  await act(() => appKit.ready())
  expect(button.shadowRoot?.textContent).toContain('Log in')
  button.removeAttribute('loadingLabel')
  expect(button.hasAttribute('loading-label')).toBe(false)
})

test('wallets of the app come with their links, stores and networks; what has no counterpart is named', () => {
  const { appKit } = open({
    customWallets: [
      {
        id: 'own',
        name: 'Own',
        homepage: 'https://own.test',
        image_url: 'https://own.test/logo.png',
        mobile_link: 'own://',
        link_mode: 'https://go.own.test',
        desktop_link: null,
        webapp_link: '',
        app_store: 'https://apps.apple.com/app/id1',
        play_store: 'https://play.google.com/store/apps/details?id=own',
        chrome_store: 'https://chromewebstore.google.com/detail/own',
        rdns: 'test.own',
        chains: ['eip155:1'],
        order: 3,
      },
    ],
  })
  expect(appKit.kit.options.customWallets).toEqual([
    {
      id: 'own',
      name: 'Own',
      homepage: 'https://own.test',
      image_url: 'https://own.test/logo.png',
      mobile_link: 'own://',
      link_mode: 'https://go.own.test',
      app_store: 'https://apps.apple.com/app/id1',
      play_store: 'https://play.google.com/store/apps/details?id=own',
      chrome_store: 'https://chromewebstore.google.com/detail/own',
      rdns: 'test.own',
      chains: ['eip155:1'],
    },
  ])
  expect(warn.mock.calls.flat().join()).toContain('customWallets.order')
})
