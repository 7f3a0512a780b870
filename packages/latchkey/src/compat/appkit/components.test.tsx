// @vitest-environment happy-dom
import { createMemoryStorage } from '@latchkey/core'
import { createFakeAdapter, createFakeWallet, fakeNetwork } from '@latchkey/core/testing'
import { act, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  AppKitAccountButton,
  AppKitButton,
  AppKitConnectButton,
  AppKitNetworkButton,
  AppKitProvider,
  createAppKit,
  useAppKitAccount,
} from '../appkit.js'
import { currentAppKit } from './createAppKit.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const wallet = createFakeWallet({ networkId: 'eip155:1' })
const adapters = [createFakeAdapter({ wallets: [wallet] })]

function App({ children, name = 'Shop' }: { readonly children?: ReactNode; readonly name?: string }) {
  const metadata = { name, description: '', url: 'https://shop.example', icons: [] }
  return (
    <StrictMode>
      <AppKitProvider
        networks={[fakeNetwork()]}
        adapters={adapters}
        metadata={metadata}
        enableReconnect={false}
        logLevel="silent"
      >
        {children}
      </AppKitProvider>
    </StrictMode>
  )
}

function paint(node: ReactNode) {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  act(() => root.render(node))
  const leave = () => act(() => root.unmount())
  onTestFinished(() => {
    leave()
    place.remove()
    currentAppKit().kit.destroy()
  })
  return { place, leave, again: (next: ReactNode) => act(() => root.render(next)) }
}

test('the provider makes the instance before its children ask for it, once and without a word', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const Account = () => <p>{useAppKitAccount().address ?? 'nobody'}</p>
  const app = (name?: string) => (
    <App {...(name !== undefined && { name })}>
      <Account />
    </App>
  )
  const { place, again, leave } = paint(app())
  expect(place.textContent).toBe('nobody')
  const appKit = currentAppKit()
  await act(() => appKit.kit.connect({ connectorId: wallet.connector.id }))
  expect(place.textContent).toBe(wallet.activeAddress)
  again(app('Other'))
  leave()
  expect(currentAppKit()).toBe(appKit)
  expect(appKit.kit.options.metadata?.name).toBe('Shop')
  expect(appKit.kit.store.get().isDestroyed).toBe(false)
  expect(warn).not.toHaveBeenCalled()
})

test('the buttons are AppKit’s elements, with their props as attributes', async () => {
  const { place } = paint(
    <App>
      <AppKitButton label="Log in" loadingLabel="Wait" balance="hide" charsStart={6} className="top" />
      <AppKitConnectButton size="sm" disabled={false} />
      <AppKitAccountButton disabled />
      <AppKitNetworkButton namespace="eip155" />
    </App>,
  )
  await act(() => currentAppKit().ready())
  const tags = [...place.children].map(({ localName }) => localName)
  expect(tags).toEqual([
    'appkit-button',
    'appkit-connect-button',
    'appkit-account-button',
    'appkit-network-button',
  ])
  const [all, connect, account, network] = place.children
  expect(all?.shadowRoot?.textContent).toContain('Log in')
  expect(all?.getAttribute('chars-start')).toBe('6')
  expect(all?.className).toContain('top')
  expect(connect?.hasAttribute('disabled')).toBe(false)
  expect(account?.hasAttribute('disabled')).toBe(true)
  expect(network?.getAttribute('namespace')).toBe('eip155')
})

test.each(['enableEmbedded', 'disableAppend'] as const)(
  '[S2-04] with %s the modal is where the page has <appkit-modal>, and nowhere else',
  async (option) => {
    const place = document.createElement('div')
    place.innerHTML = '<appkit-modal></appkit-modal>'
    document.body.append(place)
    const appKit = createAppKit({
      networks: [fakeNetwork()],
      adapters,
      [option]: true,
      storage: createMemoryStorage(),
      logLevel: 'silent',
    })
    onTestFinished(() => {
      appKit.kit.destroy()
      place.remove()
    })
    await act(() => appKit.open())
    const content = () => place.firstElementChild?.shadowRoot?.textContent
    await vi.waitFor(() => expect(content()).toContain('Connect wallet'))
    expect(document.querySelector('latchkey-modal')).toBeNull()
  },
)

test('a server writes the buttons as tags', () => {
  expect(renderToString(<AppKitButton label="Log in" />)).toBe(
    '<appkit-button label="Log in"></appkit-button>',
  )
})
