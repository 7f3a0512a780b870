/** The hooks and components, against a real kit in a controlled world. */

import { createFakeAdapter, createFakeWallet, createTestKit, settle } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  AccountButton,
  ConnectButton,
  CustomButton,
  LatchkeyButton,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
  useBalance,
  useConnect,
  useDisconnect,
  useEvents,
  useKit,
  useModal,
  useNetwork,
  useProvider,
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSignTypedData,
  useSwitchAccount,
  useSwitchNetwork,
  useTheme,
  useTransactions,
  useWallet,
} from './react.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

type Kit = ReturnType<typeof createTestKit>['kit']

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

function draw(kit: Kit | undefined, children: ReactNode): HTMLElement {
  const place = document.createElement('div')
  const made = createRoot(place)
  root = made
  act(() => made.render(kit ? <LatchkeyProvider kit={kit}>{children}</LatchkeyProvider> : children))
  return place
}

/** Renders a component that hands out what its hook returned last, and counts its renders. */
function run<T>(kit: Kit | undefined, hook: () => T): { readonly last: T; readonly renders: number } {
  const seen: T[] = []
  const Probe = () => {
    seen.push(hook())
    return null
  }
  draw(kit, <Probe />)
  return {
    get last() {
      return seen.at(-1) as T
    },
    get renders() {
      return seen.length
    },
  }
}

describe('hooks that read', () => {
  test('[D-11] useAccount follows the account that signs, from connect to disconnect', async () => {
    const wallet = createFakeWallet()
    const { kit } = createTestKit({ wallets: [wallet] })
    const account = run(kit, useAccount)
    expect(account.last).toMatchObject({ isConnected: false, status: 'disconnected', address: undefined })
    await act(() => kit.connect({ connectorId: wallet.connector.id }))
    expect(account.last).toMatchObject({
      isConnected: true,
      status: 'connected',
      address: wallet.activeAddress,
    })
    const other = '0x2222222222222222222222222222222222222222'
    await act(async () => wallet.changeAccounts([other, '0x1111111111111111111111111111111111111111']))
    expect(account.last.address).toBe(other)
    expect(account.last.accounts).toHaveLength(2)
    await act(() => kit.disconnect())
    expect(account.last).toMatchObject({ isConnected: false, status: 'disconnected', address: undefined })
  })

  test('a component renders when what it reads changed, and not otherwise', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { kit } = createTestKit({ wallets: [wallet] })
    const account = run(kit, useAccount)
    expect(account.renders).toBe(1)
    act(() => {
      kit.open()
      kit.setTheme({ mode: 'light' })
      kit.close()
    })
    expect(account.renders).toBe(1)
    let connecting: Promise<unknown> | undefined
    await act(async () => {
      connecting = kit.connect({ connectorId: wallet.connector.id })
      await settle()
    })
    expect([account.renders, account.last.isConnecting]).toEqual([2, true])
    await act(async () => {
      wallet.approve('connect')
      await connecting
    })
    expect([account.renders, account.last.isConnected]).toEqual([3, true])
    await act(() => kit.getBalance().catch(() => undefined))
    expect(account.renders).toBe(3)
  })

  test('two hooks in one component never disagree: every render is of one state', async () => {
    const { kit, wallets } = createTestKit()
    const seen: boolean[] = []
    run(kit, () => {
      const { address, status } = useAccount()
      const wallet = useWallet()
      seen.push(
        (address === undefined) === (wallet === undefined) && (status === 'connected') === Boolean(address),
      )
    })
    await act(() => kit.connect({ connectorId: wallets[0].connector.id }))
    await act(() => kit.disconnect())
    expect(seen).not.toContain(false)
    expect(seen.length).toBeGreaterThan(2)
  })

  test('useNetwork names the network and says when the wallet is on one that the page did not ask for', async () => {
    const wallet = createFakeWallet()
    const { kit } = createTestKit({ wallets: [wallet] })
    const hook = run(kit, useNetwork)
    expect(hook.last).toMatchObject({ networkId: 'eip155:1', isSupported: true })
    expect(hook.last.network).toBe(hook.last.networks[0])
    await act(() => kit.connect({ connectorId: wallet.connector.id }))
    await act(async () => wallet.changeNetwork('eip155:999'))
    expect(hook.last).toMatchObject({ networkId: 'eip155:999', isSupported: false, network: undefined })
  })

  test('[D-13] useBalance tells nothing yet from the balance, and reads it again when asked', async () => {
    let value = 1n
    const wallet = createFakeWallet()
    const getBalance = async () => ({ value: value * 10n ** 18n, decimals: 18, symbol: 'COIN' })
    const { kit } = createTestKit({ adapters: [createFakeAdapter({ wallets: [wallet], getBalance })] })
    const hook = run(kit, useBalance)
    expect(hook.last).toMatchObject({ status: 'idle', balance: undefined })
    await act(async () => {
      await kit.connect({ connectorId: wallet.connector.id })
      await vi.waitFor(() => expect(kit.store.get().balances.eip155?.status).toBe('ready'))
    })
    expect(hook.last).toMatchObject({ status: 'ready', balance: { formatted: '1.000', symbol: 'COIN' } })
    value = 2n
    await act(() => hook.last.refresh())
    expect(hook.last).toMatchObject({ status: 'ready', balance: { formatted: '2.000' } })
    kit.destroy()
  })

  test('useWallet and useProvider know the wallet behind the account', async () => {
    const { kit, wallets } = createTestKit()
    const hook = run(kit, () => ({ wallet: useWallet(), provider: useProvider() }))
    expect(hook.last).toEqual({ wallet: undefined, provider: undefined })
    const { session } = await act(() => kit.connect({ connectorId: wallets[0].connector.id }))
    expect(hook.last.wallet).toMatchObject({ id: 'fake', name: wallets[0].connector.name })
    expect(hook.last.provider).toBe(session.provider)
  })

  test('useModal opens and closes, and knows which view', () => {
    const { kit } = createTestKit()
    const modal = run(kit, useModal)
    act(() => modal.last.open({ view: 'WhatIsAWallet' }))
    expect(modal.last).toMatchObject({ isOpen: true, view: 'WhatIsAWallet' })
    act(() => void modal.last.close())
    expect(modal.last).toMatchObject({ isOpen: false, view: undefined })
  })

  test('[S5-14] useTheme reads and changes the theme', () => {
    const { kit } = createTestKit()
    const theme = run(kit, useTheme)
    act(() => theme.last.setTheme({ mode: 'light' }))
    expect(theme.last.mode).toBe('light')
  })

  test('useEvents hears what happens with the latest listener, and leaves with the component', () => {
    const { kit } = createTestKit()
    const heard: string[] = []
    const hook = run(kit, () => {
      const { isOpen } = useModal()
      useEvents(({ name }) => void heard.push(`${name} ${isOpen}`))
    })
    act(() => kit.open())
    act(() => void kit.close())
    expect(heard).toEqual(['MODAL_OPEN false', 'VIEW_SHOWN false', 'MODAL_CLOSE true'])
    expect(hook.renders).toBe(3)
    act(() => root?.unmount())
    kit.open()
    expect(heard).toHaveLength(3)
  })

  test('a hook outside a provider says what is missing', () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => run(undefined, useKit)).toThrow('LatchkeyProvider')
    silence.mockRestore()
  })
})

describe('[S4-11] hooks that act', () => {
  test('useConnect goes from pending to what went wrong and back to idle, and its function never rejects', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { kit } = createTestKit({ wallets: [wallet] })
    const hook = run(kit, useConnect)
    expect(hook.last).toMatchObject({ status: 'idle', isIdle: true, connectors: [wallet.connector] })
    await act(async () => {
      hook.last.connect({ connectorId: 'fake' })
      await settle()
    })
    expect(hook.last).toMatchObject({ isPending: true, variables: { connectorId: 'fake' } })
    await act(async () => {
      wallet.reject('connect')
      await settle()
    })
    expect(hook.last).toMatchObject({ isError: true, error: { code: 'connection.rejected' } })
    act(() => hook.last.reset())
    expect(hook.last).toMatchObject({ status: 'idle', error: null })
  })

  test('connect() without a wallet opens the modal, and its promise is the connection', async () => {
    const { kit } = createTestKit()
    const hook = run(kit, useConnect)
    await act(async () => {
      const choosing = hook.last.connectAsync()
      await vi.waitFor(() => expect(kit.store.get().modal.isOpen).toBe(true))
      await kit.connect({ connectorId: 'fake' })
      await expect(choosing).resolves.toMatchObject({ connectorId: 'fake' })
    })
    expect(hook.last).toMatchObject({ isSuccess: true, data: { connectorId: 'fake' } })
  })

  test('useDisconnect leaves, useSwitchNetwork moves', async () => {
    const { kit } = createTestKit()
    await kit.connect({ connectorId: 'fake' })
    const hook = run(kit, () => ({ leave: useDisconnect(), move: useSwitchNetwork(), net: useNetwork() }))
    await act(() => hook.last.move.switchNetworkAsync({ networkId: 10 }))
    expect(hook.last.net.networkId).toBe('eip155:10')
    await act(async () => {
      await expect(hook.last.move.switchNetworkAsync({ networkId: 404 })).rejects.toThrow()
    })
    expect(hook.last.move.isError).toBe(true)
    await act(() => hook.last.leave.disconnectAsync())
    expect(kit.store.get().connections.eip155?.status).toBe('disconnected')
  })

  test('[D-11] messages, typed data and transactions are signed by the account that is shown', async () => {
    const { kit, wallets } = createTestKit()
    await kit.connect({ connectorId: 'fake' })
    const hook = run(kit, () => ({
      message: useSignMessage(),
      typed: useSignTypedData(),
      transaction: useSignTransaction(),
      send: useSendTransaction(),
    }))
    const data = { domain: {}, types: {}, primaryType: 'Mail', message: {} }
    await act(() => hook.last.message.signMessageAsync({ message: 'hello' }))
    await act(() => hook.last.typed.signTypedDataAsync({ data }))
    await act(() => hook.last.transaction.signTransactionAsync({ transaction: { to: '0x0' } }))
    await act(() => hook.last.send.sendTransactionAsync({ transaction: { to: '0x0' } }))
    for (const { isSuccess, data: answer } of Object.values(hook.last))
      expect([isSuccess, typeof answer]).toEqual([true, 'string'])
    expect(new Set(wallets[0].signers)).toEqual(new Set([wallets[0].activeAddress]))
  })

  test('useSwitchAccount chooses among the accounts of a wallet, and refuses one that is nobody’s', async () => {
    const { kit } = createTestKit()
    await kit.connect({ connectorId: 'fake' })
    const hook = run(kit, () => ({ choose: useSwitchAccount(), account: useAccount() }))
    const { address } = hook.last.account
    if (!address) throw new Error('a connected wallet has an account')
    await act(() => hook.last.choose.switchAccountAsync({ address }))
    expect(hook.last.choose.isSuccess).toBe(true)
    await act(async () => {
      const nobody = hook.last.choose.switchAccountAsync({ address: asAddress('0xdead') })
      await expect(nobody).rejects.toMatchObject({ code: 'account.not-found' })
    })
    expect(hook.last.choose.isError).toBe(true)
    expect(hook.last.account.address).toBe(address)
  })

  test('actions keep their identity from render to render', () => {
    const { kit } = createTestKit()
    const hook = run(kit, () => ({ connect: useConnect().connect, theme: useTheme().mode }))
    const before = hook.last.connect
    act(() => kit.setTheme({ mode: 'light' }))
    expect(hook.renders).toBe(2)
    expect(hook.last.connect).toBe(before)
  })
})

describe('[D-02] components', () => {
  test('props become the attributes of the elements, and the kit comes from the provider', () => {
    const { kit } = createTestKit()
    const place = draw(
      kit,
      <>
        <LatchkeyButton className="mine" size="lg" disabled label="Log in" loadingLabel="…" balance="hide" />
        <ConnectButton disabled={false} namespace="eip155" />
        <AccountButton charsStart={4} charsEnd={2} />
        <NetworkButton label="Where" id="where" />
      </>,
    )
    expect(place.innerHTML).toBe(
      '<latchkey-button size="lg" label="Log in" balance="hide" class="mine" disabled="" loading-label="…"></latchkey-button>' +
        '<latchkey-connect-button namespace="eip155"></latchkey-connect-button>' +
        '<latchkey-account-button chars-start="4" chars-end="2"></latchkey-account-button>' +
        '<latchkey-network-button label="Where" id="where"></latchkey-network-button>',
    )
    for (const element of place.children) expect(Reflect.get(element, 'kit')).toBe(kit)
  })

  test('a custom button is told everything and draws itself', async () => {
    const { kit } = createTestKit()
    const place = draw(
      kit,
      <CustomButton>
        {({ address, isConnecting, network, open, openNetworks, wallet }) => (
          <>
            <button type="button" onClick={open}>
              {isConnecting ? '…' : (address ?? 'Log in')} {wallet?.name}
            </button>
            <button type="button" onClick={openNetworks}>
              {network?.name}
            </button>
          </>
        )}
      </CustomButton>,
    )
    const [first, second] = place.querySelectorAll('button')
    expect([first?.textContent, second?.textContent]).toEqual(['Log in ', 'eip155 1'])
    act(() => second?.click())
    expect(kit.store.get().router.history).toEqual([{ view: 'Networks' }])
    await act(() => kit.connect({ connectorId: 'fake' }))
    expect(first?.textContent).toMatch(/^0x.+ /)
    act(() => first?.click())
    expect(kit.store.get().router.history).toEqual([{ view: 'Account' }])
  })
})

describe('transactions', () => {
  test('[S9-12] the list follows what is sent, by account, and counts what has not ended', async () => {
    const place = { current: 'waiting' as 'waiting' | 'block' }
    const other = '0x00000000000000000000000000000000000000b2'
    const wallet = createFakeWallet({ accounts: ['0x00000000000000000000000000000000000000a1', other] })
    const adapter = createFakeAdapter({
      wallets: [wallet],
      getTransaction: async () =>
        place.current === 'block'
          ? { place: 'block', height: 2, depth: 1, isSuccess: true }
          : { place: 'waiting', height: 1 },
    })
    const { kit, clock } = createTestKit({ wallets: [wallet], adapters: [adapter] })
    const hook = run(kit, () => useTransactions())
    const everybody = run(kit, () => useTransactions({ isEverybody: true }))
    expect(hook.last.items).toEqual([])
    await act(async () => {
      await kit.connect({ connectorId: 'fake' })
      await kit.transactions()
      await kit.sendTransaction({ transaction: { to: other }, meta: { title: 'Tip' } })
      await settle()
    })
    expect(hook.last.pending).toMatchObject([{ title: 'Tip', status: 'pending' }])
    place.current = 'block'
    await act(() => clock.advanceAsync(5000))
    expect(hook.last.pending).toEqual([])
    expect(hook.last.items).toMatchObject([{ title: 'Tip', status: 'confirmed' }])
    act(() => wallet.changeAccounts([other]))
    expect(hook.last.items).toEqual([])
    expect(everybody.last.items).toHaveLength(1)
    act(() => everybody.last.actions?.forget())
    expect(everybody.last.items).toEqual([])
    kit.destroy()
  })
})
