/** The hooks, against a real kit in a controlled world. */
import { createFakeWallet, createTestKit, settle } from '@latchkey/core/testing'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import {
  LatchkeyProvider,
  useAccount,
  useConnect,
  useDisconnect,
  useKit,
  useModal,
  useNetwork,
} from './react.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** Renders a component that hands out what its hook returned last. */
function run<T>(
  kit: ReturnType<typeof createTestKit>['kit'] | undefined,
  hook: () => T,
): { readonly last: T } {
  const seen: T[] = []
  const Probe = () => {
    seen.push(hook())
    return null
  }
  const tree: ReactNode = kit ? (
    <LatchkeyProvider kit={kit}>
      <Probe />
    </LatchkeyProvider>
  ) : (
    <Probe />
  )
  const made = createRoot(document.createElement('div'))
  root = made
  act(() => made.render(tree))
  return {
    get last() {
      return seen.at(-1) as T
    },
  }
}

test('[D-11] useAccount follows the account that signs, from connect to disconnect', async () => {
  const wallet = createFakeWallet()
  const { kit } = createTestKit({ wallets: [wallet] })
  const account = run(kit, () => ({ ...useAccount(), ...useConnect(), leave: useDisconnect() }))
  expect(account.last).toMatchObject({ isConnected: false, status: 'disconnected', address: undefined })

  await act(() => account.last.connect({ connectorId: wallet.connector.id }))
  expect(account.last).toMatchObject({
    isConnected: true,
    status: 'connected',
    address: wallet.activeAddress,
  })

  const other = '0x2222222222222222222222222222222222222222'
  await act(async () => wallet.changeAccounts([other]))
  expect(account.last.address).toBe(other)

  await act(() => account.last.leave())
  expect(account.last).toMatchObject({ isConnected: false, status: 'disconnected', address: undefined })
})

test('useConnect tells why the last attempt failed', async () => {
  const wallet = createFakeWallet({ asks: ['connect'] })
  const { kit } = createTestKit({ wallets: [wallet] })
  const hook = run(kit, useConnect)
  await act(async () => {
    const attempt = hook.last.connect({ connectorId: wallet.connector.id })
    await settle()
    wallet.reject('connect')
    await expect(attempt).rejects.toMatchObject({ code: 'connection.rejected' })
  })
  expect(hook.last.error?.code).toBe('connection.rejected')
  expect(hook.last.isConnecting).toBe(false)
})

test('useModal opens and closes, and knows which', () => {
  const { kit } = createTestKit()
  const modal = run(kit, useModal)
  act(() => modal.last.open())
  expect(modal.last.isOpen).toBe(true)
  act(() => void modal.last.close())
  expect(modal.last.isOpen).toBe(false)
})

test('useNetwork moves to another of the networks', async () => {
  const { kit } = createTestKit()
  const hook = run(kit, useNetwork)
  const other = hook.last.networks[1]
  expect(hook.last.network).not.toBe(other)
  await act(() => hook.last.switchNetwork(other?.caipNetworkId ?? 'eip155:0'))
  expect(hook.last.network).toBe(other)
})

test('a hook outside a provider says what is missing', () => {
  const silence = console.error
  console.error = () => {}
  try {
    expect(() => run(undefined, useKit)).toThrow('LatchkeyProvider')
  } finally {
    console.error = silence
  }
})
