// @vitest-environment happy-dom
import { selectView } from '@latchkey/core'
import { createFakeAdapter, createFakeWallet, fakeNetwork } from '@latchkey/core/testing'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AppKitConnectedAccount, createAppKit, useAppKitWallet, usePay } from '../appkit.js'
import { baseETH, baseUSDC, decimalOf, toPayRequest } from './payment.js'
import { runHook as run } from './testing/runHook.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function open() {
  const wallet = createFakeWallet({ id: 'com.trust', name: 'Trust Wallet', networkId: 'eip155:1' })
  const adapters = [createFakeAdapter({ wallets: [wallet] })]
  const appKit = createAppKit({ networks: [fakeNetwork()], adapters, logLevel: 'silent' })
  onTestFinished(() => appKit.kit.destroy())
  return { appKit, wallet, state: () => appKit.kit.store.get() }
}

test('a wallet in the browser is asked by AppKit’s name for it, without the modal', async () => {
  const { appKit, wallet, state } = open()
  const onSuccess = vi.fn<(account: AppKitConnectedAccount) => void>()
  const button = run(() => useAppKitWallet({ onSuccess }))
  await act(() => appKit.ready())
  expect(button.last).toMatchObject({ isReady: true, isPending: false, data: undefined })
  const { connect } = button.last
  await act(() => button.last.connect('trust'))
  const data = { chainNamespace: 'eip155', chainId: '1', address: wallet.activeAddress }
  expect(button.last).toMatchObject({ isSuccess: true, data, error: null })
  expect(onSuccess.mock.calls).toEqual([[data]])
  expect(button.last.connect).toBe(connect)
  expect(state().modal.isOpen).toBe(false)
})

test('a wallet that is not there is looked for in the modal, and closing it is an error', async () => {
  const { appKit, state } = open()
  const onError = vi.fn<(error: Error) => void>()
  const button = run(() => useAppKitWallet({ onError }))
  await act(() => appKit.ready())
  await act(async () => {
    const asked = button.last.connect('google')
    await expect.poll(() => state().modal.isOpen).toBe(true)
    expect(selectView(state())).toBe('Connect')
    await appKit.close()
    await asked
  })
  expect(button.last).toMatchObject({ isError: true, error: { code: 'connection.closed' } })
  expect(onError).toHaveBeenCalledOnce()
})

test('WalletConnect shows its code at once; whoever connects meanwhile answers the question', async () => {
  const { appKit, wallet, state } = open()
  const button = run(() => useAppKitWallet())
  await act(() => appKit.ready())
  await act(async () => {
    const asked = button.last.connect('walletConnect')
    await expect.poll(() => state().modal.isOpen).toBe(true)
    expect(selectView(state())).toBe('ConnectingWalletConnectBasic')
    await appKit.kit.connect({ connectorId: wallet.connector.id })
    await asked
  })
  expect(button.last).toMatchObject({ isSuccess: true, data: { address: wallet.activeAddress } })
})

test('<appkit-wallet-button> asks its wallet, and does nothing while it is disabled', async () => {
  const { appKit, wallet, state } = open()
  const button = document.createElement('appkit-wallet-button')
  button.setAttribute('wallet', 'trust')
  button.setAttribute('disabled', '')
  document.body.append(button)
  onTestFinished(() => button.remove())
  await act(() => appKit.ready())
  expect(button.shadowRoot?.textContent).toContain('Trust')
  const press = () => act(async () => button.shadowRoot?.querySelector('button')?.click())
  await press()
  expect(wallet.questions).toBe(0)
  button.removeAttribute('disabled')
  await press()
  await expect.poll(() => appKit.getAddress()).toBe(wallet.activeAddress)
  // The press while it was disabled has asked nobody, late either.
  expect(wallet.questions).toBe(1)
  expect(state().modal.isOpen).toBe(false)
})

test('<appkit-wallet-button> says which wallet it asks, and lets the page hear the press', async () => {
  const { appKit, wallet, state } = open()
  const button = document.createElement('appkit-wallet-button')
  button.setAttribute('wallet', 'metamask')
  const onClick = vi.fn<(event: Event) => void>()
  document.body.append(button)
  document.body.addEventListener('click', onClick)
  onTestFinished(() => {
    button.remove()
    document.body.removeEventListener('click', onClick)
  })
  await act(() => appKit.ready())
  const text = () => button.shadowRoot?.textContent
  expect(text()).toContain('MetaMask')
  button.setAttribute('wallet', 'trust')
  expect(text()).toContain('Trust')
  button.setAttribute('label', 'Mine')
  expect(text()).toContain('Mine')
  button.removeAttribute('label')
  expect(text()).toContain('Trust')
  await act(async () => button.shadowRoot?.querySelector('button')?.click())
  expect(onClick).toHaveBeenCalledOnce()
  await expect.poll(() => appKit.getAddress()).toBe(wallet.activeAddress)
  expect(state().modal.isOpen).toBe(false)
})

test('<appkit-wallet-button> without a wallet opens the list of all', async () => {
  const { appKit, state } = open()
  const button = document.createElement('appkit-wallet-button')
  document.body.append(button)
  onTestFinished(() => button.remove())
  await act(() => appKit.ready())
  await act(async () => button.shadowRoot?.querySelector('button')?.click())
  expect(state().modal.isOpen).toBe(true)
})

test('what an app throws when it is told of success is not told as a failure', async () => {
  const { appKit } = open()
  const onError = vi.fn<(error: Error) => void>()
  const onSuccess = () => {
    throw new Error('of the app')
  }
  const button = run(() => useAppKitWallet({ onSuccess, onError }))
  await act(() => appKit.ready())
  await act(() => expect(button.last.connect('trust')).rejects.toThrow('of the app'))
  expect(button.last).toMatchObject({ isSuccess: true })
  expect(onError).not.toHaveBeenCalled()
})

test('a payment that cannot be made is an error, not an exception', async () => {
  open()
  const onError = vi.fn<(error: Error) => void>()
  const pay = run(() => usePay({ onError }))
  await act(() => pay.last.open({ paymentAsset: baseETH, recipient: '0x', amount: 1 }))
  expect(pay.last).toMatchObject({ isError: true, isPending: false, data: undefined })
  expect(onError.mock.calls).toEqual([[pay.last.error]])
})

test('[D-14] an amount keeps its digits on the way: no exponent, nothing rounded', () => {
  expect([0.0001, 1e-7, 1.25e-9, 25, 1e21, 1.5e21].map(decimalOf)).toEqual([
    '0.0001',
    '0.0000001',
    '0.00000000125',
    '25',
    '1000000000000000000000',
    '1500000000000000000000',
  ])
  const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(toPayRequest({ paymentAsset: baseUSDC, recipient, amount: '25.00' })).toEqual({
    asset: `eip155:8453/erc20:${baseUSDC.asset}`,
    amount: '25.00',
    recipient,
  })
  expect(toPayRequest({ paymentAsset: baseETH, recipient, amount: 0.5 })).toMatchObject({
    asset: 'eip155:8453/slip44:60',
    amount: '0.5',
  })
})
