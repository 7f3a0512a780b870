/** Signing in as the person sees it, and the guard that apps put around what needs a session. */
import { createFakeWallet, createTestKit } from '@latchkey/core/testing'
import type { SignInSession } from '@latchkey/spec/entities'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { LatchkeyProvider, SignedIn } from '../../react.js'
import { drawView } from '../../testing/drawView.js'

async function open({ required = true } = {}) {
  const kept: SignInSession[] = []
  let isAccepting = true
  const siwx = {
    required,
    async createMessage(input: { chainId: `${string}:${string}`; accountAddress: string }) {
      const place = { domain: 'app.example', uri: 'https://app.example', version: '1', nonce: 'n' }
      return { ...input, ...place, toString: () => 'Sign me' }
    },
    async addSession(session: SignInSession) {
      if (!isAccepting) throw new Error('Too late')
      kept.push(session)
    },
    revokeSession: async () => {},
    setSessions: async () => {},
    getSessions: async () => kept,
  }
  const wallet = createFakeWallet({ id: 'brass', name: 'Brass', can: ['signMessage'], asks: ['signMessage'] })
  const metadata = { name: 'Notes', description: '', url: 'https://app.example', icons: [] }
  const { kit } = createTestKit({ wallets: [wallet], siwx, metadata })
  kit.attachScreen()
  kit.open()
  await kit.connect({ connectorId: 'brass' })
  const view = await drawView(kit, 'SIWXSignMessage')
  await view.loaded()
  return {
    kit,
    wallet,
    view,
    kept,
    refuse: () => {
      isAccepting = false
    },
    status: () => kit.store.get().connections.eip155?.status,
  }
}

test('[S4-14] it says who asks, with which account, and that it costs nothing', async () => {
  const { view } = await open()
  expect(view.text).toContain('Sign in to Notes')
  expect(view.text).toContain('0x0000\u2060…\u206000A1')
  expect(view.text).toContain('costs nothing')
})

test('[S4-15] signing in goes through the wallet and the server, and closes the modal', async () => {
  const { kit, wallet, view, kept } = await open()
  await view.press('Sign in')
  expect(view.text).toContain('Continue in Brass')
  expect(view.button('Sign in').getAttribute('aria-busy')).toBe('true')
  act(() => wallet.approve('signMessage'))
  await view.settle()
  expect(kept).toHaveLength(1)
  expect(kit.store.get().modal.isOpen).toBe(false)
})

test('[S4-16] a refusal says so and can be tried again in place', async () => {
  const { wallet, view, kept } = await open()
  await view.press('Sign in')
  act(() => wallet.reject('signMessage'))
  await view.settle()
  expect(view.text).toContain('You are not signed in')
  expect(view.text).toContain('Signature declined')
  await view.press('Try again')
  act(() => wallet.approve('signMessage'))
  await view.settle()
  expect(kept).toHaveLength(1)
})

test('[S4-16] what the server says is told', async () => {
  const { wallet, view, refuse } = await open()
  refuse()
  await view.press('Sign in')
  act(() => wallet.approve('signMessage'))
  await view.settle()
  expect(view.text).toContain('Signing in did not work: Too late')
})

test('[S4-17] cancelling leaves the wallet where a session is required, and only closes where not', async () => {
  const required = await open()
  await required.view.press('Cancel and disconnect')
  expect(required.status()).toBe('disconnected')
  const optional = await open({ required: false })
  await optional.view.press('Cancel')
  expect([optional.status(), optional.kit.store.get().modal.isOpen]).toEqual(['connected', false])
})

test('the guard shows what needs a session to who has one', async () => {
  const { kit, wallet, view } = await open()
  const container = document.createElement('div')
  const root = createRoot(container)
  act(() =>
    root.render(
      <LatchkeyProvider kit={kit}>
        <SignedIn fallback="Please sign in">The secret</SignedIn>
      </LatchkeyProvider>,
    ),
  )
  expect(container.textContent).toBe('Please sign in')
  await view.press('Sign in')
  act(() => wallet.approve('signMessage'))
  await view.settle()
  expect(container.textContent).toBe('The secret')
})
