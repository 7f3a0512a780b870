/** What stands in for a view that cannot be drawn always has a way out. */
import { createFakeWallet, createTestKit } from '@latchkey/core/testing'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { CurrentKit } from '../context.js'
import { AccountGate } from './placeholders.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a view about an account that is gone offers to connect, and only while it stays on screen', async () => {
  const wallet = createFakeWallet()
  const { kit, context } = createTestKit({ wallets: [wallet] })
  await kit.connect({ connectorId: wallet.connector.id })
  kit.open({ view: 'Account' })
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() =>
    root.render(
      <CurrentKit.Provider value={kit}>
        <AccountGate route={{ view: 'Account' }}>the account</AccountGate>
      </CurrentKit.Provider>,
    ),
  )
  expect(place.textContent).toBe('the account')
  // However it came to this: the account is gone and the view is still there.
  const { connections } = kit.store.get()
  act(() => context.store.set({ connections: {} }))
  const button = place.querySelector('button')
  expect(button?.textContent).toBe('Connect wallet')
  act(() => button?.click())
  expect(kit.store.get().router.history.at(-1)?.view).toBe('Connect')
  expect(place.textContent).toBe('the account')
  expect(connections.eip155).toBeDefined()
  act(() => root.unmount())
})
