/** Signing in to the embedded wallet: the views against a wallet whose state the test sets. */
import { type Kit, selectRoute } from '@latchkey/core'
import type { EmbeddedState } from '@latchkey/core/screen'
import { createFakeAdapter, createFakeWallet, createTestKit } from '@latchkey/core/testing'
import { errorText } from '@latchkey/spec/laterErrors'
import { limits, seconds } from '@latchkey/spec/limits'
import type { Features } from '@latchkey/spec/options'
import type { ViewId } from '@latchkey/spec/views'
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../../testing/drawView.js'
import { fakeEmbedded } from '../../testing/fakeEmbedded.js'
import { copy } from './copy.js'

const email = 'ada@example.org'
const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
  vi.unstubAllGlobals()
})

interface World {
  readonly view?: ViewId
  readonly state?: Partial<EmbeddedState>
  readonly features?: Features
  readonly walletUrl?: string | undefined
  readonly legal?: boolean
  readonly isMobile?: boolean
}

async function show({ view: id = 'Connect', state, features, legal = false, ...more }: World = {}) {
  // What the kit's own adapter would offer for the embedded wallet.
  const auth = createFakeWallet({ id: 'auth', name: 'Latchkey', type: 'AUTH' })
  const world = createTestKit({
    adapters: [createFakeAdapter({ wallets: [auth] })],
    wallets: [auth],
    ...('walletUrl' in more && more.walletUrl === undefined ? {} : { walletUrl: 'https://wallet.test' }),
    isMobile: more.isMobile ?? false,
    features: { ...features, legalCheckbox: legal },
    ...(legal && { termsConditionsUrl: '/terms' }),
  })
  kits.push(world.kit)
  const { wallet, set } = fakeEmbedded(world.context, state)
  world.kit.open({ view: id })
  const view = await drawView(world.kit, id)
  drawn.push(view)
  await view.loaded()
  return { ...world, auth, wallet, set, view }
}

const device = { step: 'device', email, matchNumber: '47', isBusy: false } as const
const code = { step: 'code', email, codeDigits: 6, isBusy: false } as const
/** As the Enter key and the button do; the view stands outside of the page here, where a click submits nothing. */
async function submit(view: DrawnView): Promise<void> {
  expect((view.button('Continue with email') as HTMLButtonElement).type).toBe('submit')
  act(() => void view.find('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await view.settle()
}
const field = (view: DrawnView) => view.find('input') as HTMLInputElement

describe('the ways in', () => {
  test('[S2-11] an app without a wallet origin draws no field, no service, and loads neither', async () => {
    const { view } = await show({ walletUrl: undefined })
    expect(view.find('input[type="email"]')).toBeNull()
    expect(view.text).not.toContain('Continue with')
  })

  test('[S9-13] email and services are on by default; each can be switched off by itself', async () => {
    const both = await show()
    expect(both.view.find('input[type="email"]')).not.toBeNull()
    expect(both.view.text).toContain('Continue with Google')
    const mail = await show({ features: { socials: false } })
    expect(mail.view.find('input[type="email"]')).not.toBeNull()
    expect(mail.view.text).not.toContain('Continue with Google')
    const services = await show({ features: { email: false } })
    expect(services.view.find('input[type="email"]')).toBeNull()
    expect(services.view.text).toContain('Continue with Google')
  })

  test('the frame is made when the field is seen, and not before the terms are accepted', async () => {
    const { wallet, context } = await show({ legal: true })
    expect(wallet.warm).not.toHaveBeenCalled()
    await act(async () => context.store.set({ hasAcceptedTerms: true }))
    expect(wallet.warm).toHaveBeenCalled()
  })

  test('[S5-01] what is no address is told in place, with the field, and asked of nobody', async () => {
    const { view, wallet } = await show()
    await view.type('Email address', 'ada@')
    await submit(view)
    expect(wallet.connectEmail).not.toHaveBeenCalled()
    expect(field(view).getAttribute('aria-invalid')).toBe('true')
    const told = view.find(`[id="${field(view).getAttribute('aria-describedby')}"]`)
    expect(told?.textContent).toBe(errorText('email.invalid'))
    expect(told?.getAttribute('role')).toBe('alert')
    await view.type('Email address', ` ${email} `)
    expect(field(view).getAttribute('aria-invalid')).toBeNull()
    await submit(view)
    expect(wallet.connectEmail).toHaveBeenCalledExactlyOnceWith(email)
  })

  test('[S5-02] what the wallet answers to an address stands under it; while it is asked, nothing can be sent twice', async () => {
    const { view, wallet, set } = await show()
    await view.type('Email address', email)
    await submit(view)
    set({ login: { step: 'email', email, isBusy: true } })
    expect(field(view).readOnly).toBe(true)
    await submit(view)
    expect(wallet.connectEmail).toHaveBeenCalledTimes(1)
    set({ login: { step: 'email', email, isBusy: false, problem: 'Please try again after 12 seconds' } })
    expect(view.text).toContain('Please try again after 12 seconds')
  })

  test('a service is asked for inside the press; Farcaster and a passkey have their own ways', async () => {
    vi.stubGlobal('PublicKeyCredential', class {})
    const { view, wallet } = await show({ features: { socials: ['github', 'farcaster'] } })
    view.button('Continue with GitHub').click()
    // Before anything else could run: browsers open windows only then.
    expect(wallet.connectSocial).toHaveBeenCalledExactlyOnceWith('github')
    view.button('Continue with Farcaster').click()
    expect(wallet.connectFarcaster).toHaveBeenCalledOnce()
    view.button('Continue with a passkey').click()
    expect(wallet.connectPasskey).toHaveBeenCalledOnce()
  })

  test('where the browser knows no passkeys, none is offered', async () => {
    const { view } = await show()
    expect(view.text).not.toContain('passkey')
  })

  test('the services that do not fit are in a view of their own', async () => {
    const { view, kit } = await show()
    await view.press('More services')
    expect(selectRoute(kit.store.get()).view).toBe('ConnectSocials')
    const all = await show({ view: 'ConnectSocials' })
    for (const name of ['Google', 'GitHub', 'Apple', 'Facebook', 'X', 'Discord', 'Farcaster'])
      expect(all.view.button(name)).toBeDefined()
    await all.view.press('Discord')
    expect(all.wallet.connectSocial).toHaveBeenCalledWith('discord')
  })

  test('whoever is signed in is not offered to sign in', async () => {
    const { kit, view } = await show()
    await act(() => kit.connect({ connectorId: 'auth' }))
    await view.settle()
    expect(view.find('input[type="email"]')).toBeNull()
    expect(view.text).not.toContain('Continue with Google')
  })

  test('[S8-10] the text for a part that could not be loaded is the one of the specification', () => {
    expect(copy['email.load-failed']).toBe(errorText('email.load-failed'))
  })
})

describe('a device that is not known', () => {
  test('[S4-12] the number is read digit by digit, and the mail can be sent again after its time', async () => {
    const { view, wallet, clock } = await show({ view: 'EmailVerifyDevice' })
    expect(view.text).not.toContain('47')
    const shown = await show({
      view: 'EmailVerifyDevice',
      state: { login: { ...device, resendAt: clock.now() + limits.emailCodeCooldown } },
    })
    expect(shown.view.text).toContain(email)
    expect(shown.view.text).toContain('Number to type: 4 7')
    expect(shown.view.text).toContain('Send again in 30 s')
    await shown.view.press('Send again')
    expect(shown.wallet.resendCode).not.toHaveBeenCalled()
    await act(() => shown.clock.advanceAsync(seconds(12)))
    expect(shown.view.text).toContain('Send again in 18 s')
    await act(() => shown.clock.advanceAsync(seconds(18)))
    await shown.view.press('Send again')
    expect(shown.wallet.resendCode).toHaveBeenCalledOnce()
    expect(wallet.resendCode).not.toHaveBeenCalled()
  })

  test('[D-10] a mail that has not come after half a minute: where it may be, and that it is on its way', async () => {
    const world = await show({ view: 'EmailVerifyDevice' })
    const { view, clock, set } = world
    act(() => set({ login: { ...device, resendAt: clock.now() + limits.emailCodeCooldown } }))
    await act(() => clock.advanceAsync(limits.emailCodeCooldown - 1))
    expect(view.text).not.toContain(copy['mail.late'])
    await act(() => clock.advanceAsync(1))
    expect(view.text).toContain(copy['mail.late'])
    act(() => set({ login: { ...device, resendAt: clock.now() + limits.emailCodeCooldown } }))
    expect(view.text).not.toContain(copy['mail.late'])
  })

  test('[D-10] an attempt that ended says why and can be begun anew in place', async () => {
    const { view, wallet } = await show({
      view: 'EmailVerifyDevice',
      state: { login: { ...device, resendAt: 0, problem: 'The link has expired' } },
    })
    expect(view.find('[role="alert"]')?.textContent).toContain('The link has expired')
    await view.press('Send again')
    expect(wallet.retry).toHaveBeenCalledOnce()
  })
})

describe('the code', () => {
  const open = (more: { readonly codeDigits?: number } = {}) =>
    show({ view: 'EmailVerifyOtp', state: { login: { ...code, resendAt: 0, ...more } } })

  test('is one field that browsers fill in by themselves, and takes digits only', async () => {
    const { view, wallet } = await open()
    expect(field(view).autocomplete).toBe('one-time-code')
    expect(field(view).inputMode).toBe('numeric')
    await view.type('Code, 6 digits', '12a3')
    expect(field(view).value).toBe('123')
    expect(wallet.submitCode).not.toHaveBeenCalled()
  })

  test('[S4-12] is sent by its last digit, once, also when it is pasted with spaces', async () => {
    const { view, wallet } = await open()
    await view.type('Code, 6 digits', ' 123 456 ')
    expect(field(view).value).toBe('123456')
    expect(wallet.submitCode).toHaveBeenCalledExactlyOnceWith('123456')
    await view.type('Code, 6 digits', '1234567')
    expect(wallet.submitCode).toHaveBeenCalledTimes(1)
  })

  test('while it is checked nothing can be typed; a wrong one is told with the field, and the next starts empty', async () => {
    const { view, set } = await open()
    await view.type('Code, 6 digits', '123456')
    set({ login: { ...code, resendAt: 0, isBusy: true } })
    expect(field(view).readOnly).toBe(true)
    expect(view.find('[role="status"]')?.textContent).toBe('Checking the code')
    set({ login: { ...code, resendAt: 0, problem: 'That is not the code' } })
    expect(field(view).value).toBe('')
    expect(field(view).getAttribute('aria-invalid')).toBe('true')
    const told = view.find(`[id="${field(view).getAttribute('aria-describedby')}"]`)
    expect(told?.textContent).toBe('That is not the code')
    await view.type('Code, 6 digits', '9')
    expect(field(view).getAttribute('aria-invalid')).toBeNull()
    expect(view.text).not.toContain('That is not the code')
  })

  test('an operator may want longer ones', async () => {
    const { view, wallet } = await open({ codeDigits: 8 })
    await view.type('Code, 8 digits', '123456')
    expect(wallet.submitCode).not.toHaveBeenCalled()
    await view.type('Code, 8 digits', '12345678')
    expect(wallet.submitCode).toHaveBeenCalledWith('12345678')
  })
})

describe('a service', () => {
  const open = (login: Partial<Extract<EmbeddedState['login'], { step: 'social' }>>) =>
    show({
      view: 'ConnectingSocial',
      state: { login: { step: 'social', provider: 'google', phase: 'window', ...login } },
    })

  test('whose window was held back opens by a press', async () => {
    const { view, wallet } = await open({ phase: 'blocked' })
    view.button('Open Google').click()
    expect(wallet.reopenWindow).toHaveBeenCalledOnce()
  })

  test('says the number that the window asks for', async () => {
    const { view } = await open({ matchNumber: '81' })
    expect(view.text).toContain('Number to type: 8 1')
  })

  test('[D-10] that nothing is heard of for half a minute is said not to answer, with the way on beside it', async () => {
    const { view, clock, wallet } = await open({ matchNumber: '81' })
    expect(view.text).not.toContain('Google does not answer')
    await act(() => clock.advanceAsync(seconds(30)))
    expect(view.text).toContain('Does the window stay empty? Then Google does not answer at the moment.')
    await view.press('Open it again')
    expect(wallet.reopenWindow).toHaveBeenCalledOnce()
  })

  test('[D-10] that refuses can be asked again, or left for another way', async () => {
    const { view, wallet } = await open({ phase: 'failed', problem: 'You said no at Google' })
    expect(view.find('[role="status"]')?.textContent).toContain('You said no at Google')
    await view.press('Try again')
    expect(wallet.retry).toHaveBeenCalledOnce()
    expect(view.button('Use another way')).toBeDefined()
  })
})

describe('Farcaster', () => {
  const url = 'https://farcaster.test/~/siwf?channelToken=1'
  const waiting = { login: { step: 'farcaster', phase: 'waiting', url } } as const

  test('is a code on a computer, and a link on the phone that has the app', async () => {
    const computer = await show({ view: 'ConnectingFarcaster', state: waiting })
    expect(computer.view.find('[role="img"]')?.getAttribute('aria-label')).toContain('Farcaster')
    const phone = await show({ view: 'ConnectingFarcaster', state: waiting, isMobile: true })
    expect(phone.view.find('a')?.getAttribute('href')).toBe(url)
  })

  test('[D-10] that nobody approved gives a new code', async () => {
    const { view, wallet } = await show({
      view: 'ConnectingFarcaster',
      state: { login: { step: 'farcaster', phase: 'failed', problem: 'Nobody approved in time' } },
    })
    expect(view.find('[role="img"]')).toBeNull()
    expect(view.text).toContain('Nobody approved in time')
    await view.press('Get a new code')
    expect(wallet.retry).toHaveBeenCalledOnce()
  })
})
