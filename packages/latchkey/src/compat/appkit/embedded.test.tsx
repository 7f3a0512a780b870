// @vitest-environment happy-dom
import { createMemoryStorage, selectView } from '@latchkey/core'
import { back, contextOf, push } from '@latchkey/core/screen'
import { createFakeAdapter, createFakeWallet, fakeNetwork } from '@latchkey/core/testing'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type AppKitAccount,
  createAppKit,
  type UpdatedEmail,
  useAppKitAccount,
  useAppKitUpdateEmail,
} from '../appkit.js'
import { embeddedWallet, fakeEmbedded } from './testing/fakeEmbedded.js'
import { runHook as run } from './testing/runHook.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const email = 'ada@example.org'
const user = { email, userName: 'Ada' }

function open() {
  const wallet = embeddedWallet()
  const other = createFakeWallet({ id: 'other', accounts: ['0x00000000000000000000000000000000000000B1'] })
  const appKit = createAppKit({
    networks: [fakeNetwork()],
    adapters: [createFakeAdapter({ wallets: [wallet, other] })],
    walletUrl: 'https://wallet.example',
    storage: createMemoryStorage(),
    logLevel: 'silent',
  })
  onTestFinished(() => appKit.kit.destroy())
  const { kit } = appKit
  const connect = (connectorId: string) => act(() => kit.connect({ connectorId }))
  return { appKit, kit, wallet, connect, view: () => selectView(kit.store.get()) }
}

test('[S3-01] the account of the embedded wallet has who is signed in, how, and which account it is', async () => {
  const { appKit, connect, wallet } = open()
  const embedded = fakeEmbedded(appKit, { user })
  const account = run(() => useAppKitAccount())
  const told = vi.fn<(account: AppKitAccount) => void>()
  appKit.subscribeAccount(told)
  expect(account.last.embeddedWalletInfo).toBeUndefined()
  await connect('auth')
  const info = {
    user: { email, username: 'Ada', accounts: [{ type: 'eoa', address: wallet.activeAddress }] },
    authProvider: 'email',
    accountType: 'eoa',
    isSmartAccountDeployed: false,
  }
  expect(account.last.embeddedWalletInfo).toEqual(info)
  embedded.set({ user: { ...user, provider: 'github' }, isSmartAccountDeployed: true })
  expect(account.last.embeddedWalletInfo).toEqual({
    ...info,
    authProvider: 'github',
    isSmartAccountDeployed: true,
  })
  expect(appKit.getAccount().embeddedWalletInfo).toEqual(account.last.embeddedWalletInfo)
  expect(told.mock.lastCall?.[0]).toEqual(appKit.getAccount())
  const calls = told.mock.calls.length
  embedded.set({ frame: 'loading' })
  expect(told).toHaveBeenCalledTimes(calls)
})

test('another wallet that signs has no embeddedWalletInfo, also while the embedded one is connected', async () => {
  const { appKit, kit, connect } = open()
  fakeEmbedded(appKit, { user })
  await connect('auth')
  const account = run(() => useAppKitAccount({ namespace: 'eip155' }))
  await connect('other')
  expect(account.last).toMatchObject({ isConnected: true })
  expect(account.last).not.toHaveProperty('embeddedWalletInfo')
  await act(() => kit.disconnect({ connectorId: 'other' }))
  expect(account.last.embeddedWalletInfo).toMatchObject({ user: { email } })
  await act(() => kit.disconnect())
  expect(account.last).toMatchObject({ isConnected: false })
  expect(account.last).not.toHaveProperty('embeddedWalletInfo')
})

test('an app without the embedded wallet fetches nothing of it', async () => {
  const { kit, connect } = open()
  await connect('other')
  run(() => useAppKitAccount())
  expect(contextOf(kit).jobs.features.has('embedded')).toBe(false)
})

test('the embedded wallet is followed no longer than the kit lives', async () => {
  const { appKit, kit, connect } = open()
  const embedded = fakeEmbedded(appKit, { user })
  await connect('auth')
  expect(embedded.listeners).toBe(1)
  kit.destroy()
  expect(embedded.listeners).toBe(0)
})

test('[S4-12] another email address: the modal asks, and the hook has it once it is the account’s', async () => {
  const { appKit, kit, connect, view } = open()
  const embedded = fakeEmbedded(appKit, { user })
  await connect('auth')
  const onSuccess = vi.fn<(data: UpdatedEmail) => void>()
  const hook = run(() => useAppKitUpdateEmail({ onSuccess }))
  const { updateEmail } = hook.last
  await act(async () => {
    const asked = updateEmail()
    await vi.waitUntil(() => appKit.isOpen())
    expect(view()).toBe('UpdateEmail')
    // The wallet shows its button over the view, and is done.
    push(contextOf(kit), { view: 'ApproveTransaction' })
    back(contextOf(kit))
    embedded.set({ user: { ...user, email: 'ada@new.example' } })
    back(contextOf(kit))
    await asked
  })
  expect(hook.last).toMatchObject({ isSuccess: true, data: { email: 'ada@new.example' }, error: null })
  expect(onSuccess.mock.calls).toEqual([[{ email: 'ada@new.example' }]])
  expect(hook.last.updateEmail).toBe(updateEmail)
  // Nobody of the question is left to hear.
  expect(embedded.listeners).toBe(1)
})

test('leaving the view, or the page, is an error', async () => {
  const { appKit, kit, connect } = open()
  fakeEmbedded(appKit, { user })
  await connect('auth')
  const onError = vi.fn<(error: Error) => void>()
  const hook = run(() => useAppKitUpdateEmail({ onError }))
  const leaveBy = (leave: () => unknown) =>
    act(async () => {
      const asked = hook.last.updateEmail()
      await vi.waitUntil(() => appKit.isOpen())
      leave()
      await asked
    })
  await leaveBy(() => kit.close())
  expect(hook.last).toMatchObject({ isError: true, error: { code: 'request.aborted' }, data: undefined })
  await leaveBy(() => kit.destroy())
  expect(onError.mock.calls).toMatchObject([[{ code: 'request.aborted' }], [{ code: 'request.aborted' }]])
})

test.each([
  ['nobody is connected', undefined, 'frame.not-signed-in'],
  ['another wallet is', 'other', 'frame.not-signed-in'],
  ['a service says the address', 'auth', 'connection.unsupported'],
])('no address to change is an error, not an open modal: %s', async (_, connectorId, code) => {
  const { appKit, connect } = open()
  fakeEmbedded(appKit, { user: { ...user, provider: 'google' } })
  if (connectorId !== undefined) await connect(connectorId)
  const hook = run(() => useAppKitUpdateEmail())
  await act(() => hook.last.updateEmail())
  expect(hook.last).toMatchObject({ isError: true, error: { code } })
  expect(appKit.isOpen()).toBe(false)
})
