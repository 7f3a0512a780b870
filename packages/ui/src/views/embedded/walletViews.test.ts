/** The account of the embedded wallet: what is asked of it, its address, its kind, and what apps may do with it. */
import { type Kit, selectRoute } from '@latchkey/core'
import type { EmbeddedState } from '@latchkey/core/screen'
import { createFakeAdapter, createFakeWallet, createTestKit } from '@latchkey/core/testing'
import type { Features } from '@latchkey/spec/options'
import type { ViewId } from '@latchkey/spec/views'
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { type DrawnView, drawView } from '../../testing/drawView.js'
import { fakeEmbedded } from '../../testing/fakeEmbedded.js'

const email = 'ada@example.org'
const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

interface World {
  readonly state?: Partial<EmbeddedState>
  readonly features?: Features
  readonly permissions?: () => Promise<unknown>
}

async function show(id: ViewId, { state, features, permissions }: World = {}) {
  const auth = createFakeWallet({ id: 'auth', name: 'Latchkey', type: 'AUTH' })
  const world = createTestKit({
    adapters: [createFakeAdapter({ wallets: [auth] })],
    wallets: [auth],
    walletUrl: 'https://wallet.test',
    ...(features && { features }),
  })
  kits.push(world.kit)
  const { wallet, set } = fakeEmbedded(world.context, { user: { email }, ...state })
  if (permissions) wallet.grantedPermissions.mockImplementation(permissions)
  await world.kit.connect({ connectorId: 'auth' })
  world.kit.open({ view: 'Account' })
  const view = await drawView(world.kit, id)
  drawn.push(view)
  await view.loaded()
  return { ...world, wallet, set, view }
}

describe('what the wallet shows', () => {
  const request = { method: 'personal_sign', startedAt: 0 }

  test('[S2-01] stands where the slot is, as high as the frame asks', async () => {
    const { view, set } = await show('ApproveTransaction', { state: { request } })
    const place = view.find('slot[name="frame"]')?.parentElement
    expect(place?.dataset.shown).toBeUndefined()
    expect(view.find('[role="status"]')?.getAttribute('aria-label')).toBe('The wallet is being prepared')
    set({ isFrameShown: true, frameHeight: 512 })
    expect(view.find('slot[name="frame"]')?.parentElement).toBe(place)
    expect(place?.dataset.shown).toBe('true')
    expect(place?.style.getPropertyValue('--frame-height')).toBe('512px')
    expect(view.find('[role="status"]')).toBeNull()
  })

  test.each(['loading', 'failed'] as const)('[D-10] a frame that is %s keeps nobody here', async (frame) => {
    const { view, wallet, kit } = await show('ApproveTransaction', { state: { request, frame } })
    kit.open({ view: 'ApproveTransaction' })
    expect(kit.close({ reason: 'close-button' })).toBe(false)
    await view.press('Cancel')
    expect(wallet.abandon).toHaveBeenCalledOnce()
  })
})

describe('another address', () => {
  test('[S4-12] is confirmed from the old mailbox and then from the new one', async () => {
    const { view, wallet, set } = await show('UpdateEmail')
    // The frame's view comes over this one while a step is under way: coming back must not start over.
    expect(wallet.startEmailUpdate).not.toHaveBeenCalled()
    await view.type('New email address', email.toUpperCase())
    await submit(view)
    expect(view.text).toContain('This is the address you have.')
    expect(wallet.updateEmail).not.toHaveBeenCalled()
    await view.type('New email address', 'new@example.org')
    await submit(view)
    expect(wallet.updateEmail).toHaveBeenCalledExactlyOnceWith('new@example.org')
    const step = { newEmail: 'new@example.org', resendAt: 0, isBusy: false }
    set({ emailUpdate: { step: 'primary', ...step } })
    expect(view.text).toContain('Step 1 of 2')
    expect(view.text).toContain(email)
    await view.type('Code, 6 digits', '111111')
    set({ emailUpdate: { step: 'secondary', ...step } })
    expect(view.text).toContain('Step 2 of 2')
    expect(view.text).toContain('new@example.org')
    expect(view.find('input')).toHaveProperty('value', '')
    await view.type('Code, 6 digits', '222222')
    expect(wallet.submitUpdateCode.mock.calls).toEqual([['111111'], ['222222']])
    set({ emailUpdate: { step: 'idle' }, user: { email: 'new@example.org' } })
    expect(view.find('[role="status"]')?.textContent).toContain(
      'From now on you sign in with new@example.org.',
    )
  })

  test('is nothing to ask of whoever has none', async () => {
    const { view } = await show('UpdateEmail', {
      state: { user: { provider: 'farcaster', userName: 'ada' } },
    })
    expect(view.find('input')).toBeNull()
    expect(view.text).toContain('No email address here')
  })

  async function submit(view: DrawnView): Promise<void> {
    act(() => void view.find('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
    await view.settle()
  }
})

describe('settings', () => {
  test('[D-31] recovery, devices and export are asked of the wallet’s own window, never drawn here', async () => {
    const { view, wallet } = await show('AccountSettings')
    await view.press('Security and recovery')
    await view.press('Export keys')
    expect(wallet.openWindow.mock.calls).toEqual([['settings'], ['export']])
    expect(view.all('input').length).toBe(0)
  })

  test('the kind of account can be chosen where the network has both, and not elsewhere', async () => {
    const elsewhere = await show('AccountSettings')
    expect(elsewhere.view.find('input[type="radio"]')).toBeNull()
    const { view, wallet } = await show('AccountSettings', { state: { smartAccountNetworks: ['eip155:1'] } })
    const [smart, plain] = view.all('input[type="radio"]') as HTMLInputElement[]
    expect([smart?.checked, plain?.checked]).toEqual([false, true])
    act(() => smart?.click())
    expect(wallet.setAccountType).toHaveBeenCalledExactlyOnceWith('smartAccount', 'eip155')
    await view.settle()
  })

  test('an address leads to its change; who came by a service is told which', async () => {
    const byMail = await show('AccountSettings')
    await byMail.view.press(email)
    expect(selectRoute(byMail.kit.store.get()).view).toBe('UpdateEmail')
    const byService = await show('AccountSettings', {
      state: { user: { userName: 'ada', provider: 'github' } },
    })
    expect(byService.view.text).toContain('Signed in with GitHub')
  })

  test('[S9-13] permissions are there only where the app switched them on', async () => {
    const off = await show('AccountSettings')
    expect(off.view.text).not.toContain('Permissions')
    const on = await show('AccountSettings', { features: { smartSessions: true } })
    await on.view.press('Permissions')
    expect(selectRoute(on.kit.store.get()).view).toBe('SmartSessions')
  })
})

describe('permissions', () => {
  const one = {
    id: 'p1',
    chainId: 'eip155:1',
    address: '0x00000000000000000000000000000000000000A1',
    key: '0x00000000000000000000000000000000000000B2',
    targets: ['0x00000000000000000000000000000000000000C3'],
    allowances: [{ amount: '5', symbol: 'USDC', period: 3600 }],
    expiry: 4_000_000_000,
  }
  const features = { smartSessions: true }

  test('are listed with their network and taken back by a press', async () => {
    const { view, wallet } = await show('SmartSessions', { features, permissions: async () => [one] })
    expect(view.text).toContain('0x0000…00C3')
    expect(view.text).toContain('5 USDC / 1 hour')
    await view.press('Revoke')
    expect(wallet.revokePermissions).toHaveBeenCalledExactlyOnceWith(one)
    // Asked again: what the wallet says is what is shown.
    expect(wallet.grantedPermissions).toHaveBeenCalledTimes(2)
  })

  test('one that was stopped in the wallet says so, and can be closed on the network', async () => {
    const stopped = { ...one, isRevoked: true }
    const { view, wallet } = await show('SmartSessions', { features, permissions: async () => [stopped] })
    expect(view.text).toContain('Stopped: nothing more is signed for it')
    await view.press('Close on the network')
    expect(wallet.revokePermissions).toHaveBeenCalledExactlyOnceWith(stopped)
  })

  test('[D-13] not loaded is not the same as none', async () => {
    const none = await show('SmartSessions', { features, permissions: async () => [] })
    expect(none.view.text).toContain('No permissions')
    const failing = await show('SmartSessions', {
      features,
      permissions: () => Promise.reject(new Error('no')),
    })
    expect(failing.view.text).toContain('Permissions could not be loaded')
    failing.wallet.grantedPermissions.mockImplementation(async () => [one])
    await failing.view.press('Try again')
    expect(failing.view.text).toContain('Revoke')
  })
})
