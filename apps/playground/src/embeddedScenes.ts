/** Signing in by email, by a service, with Farcaster or a passkey, and the account that comes of it: in every state. */
import { type EmbeddedState, type KitContext, push } from '@latchkey/core/screen'
import type { SocialProvider } from '@latchkey/spec/options'
import type { ViewId } from '@latchkey/spec/views'
import type { DemoWallet } from './demoAdapter.js'
import { type DemoEmbedded, demoPermissions, playEmbedded, wrongCode } from './demoEmbedded.js'
import type { Scene } from './scenes.js'
import { demoWallet } from './wallets.js'

const email = 'ada.lovelace@example.org'
const longEmail = 'a.person.with.a.very.long.name.indeed@department.of.a.university.example'

/** Never asked: the scene's own state stands in for what is behind it. */
const walletUrl = '/wallet'

const auth: DemoWallet = {
  id: 'auth',
  name: 'Latchkey',
  type: 'AUTH',
  answer: 'accept',
  accountType: 'smartAccount',
}

type Login = EmbeddedState['login']
type Update = EmbeddedState['emailUpdate']

interface SceneInput extends DemoEmbedded {
  readonly data?: Parameters<typeof push>[1]['data']
  readonly options?: Scene['options']
}

const scene = (group: string, name: string, view: ViewId, input: SceneInput = {}): Scene => ({
  group,
  name,
  view,
  wallets: [auth],
  options: { walletUrl, ...input.options },
  play: (kit) => {
    playEmbedded(kit, input)
    kit.open({ view: 'Connect' })
    if (view !== 'Connect') push(kit, { view, ...(input.data && { data: input.data }) })
  },
})

const soon = () => Date.now() + 24_000
const login = (state: Login | (() => Login)): SceneInput => ({
  state: () => ({ login: typeof state === 'function' ? state() : state }),
})

const device = (more: Partial<Extract<Login, { step: 'device' }>> = {}): SceneInput =>
  login(() => ({ step: 'device', email, matchNumber: '47', resendAt: soon(), isBusy: false, ...more }))

const code = (more: Partial<Extract<Login, { step: 'code' }>> = {}): SceneInput =>
  login(() => ({ step: 'code', email, codeDigits: 6, resendAt: soon(), isBusy: false, ...more }))

const social = (more: Partial<Extract<Login, { step: 'social' }>> = {}): SceneInput =>
  login({ step: 'social', provider: 'google', phase: 'window', ...more })

const farcaster = (more: Partial<Extract<Login, { step: 'farcaster' }>> = {}): SceneInput =>
  login({
    step: 'farcaster',
    phase: 'waiting',
    url: 'https://farcaster.xyz/~/siwf?channelToken=7f6e504b',
    ...more,
  })

const services = (...socials: readonly SocialProvider[]): Scene['options'] => ({ features: { socials } })

const connect = 'Connect'
const mail = 'Email'
const service = 'Services'
const own = 'Embedded wallet'

/** An account of the embedded wallet is connected. */
const inside = (name: string, view: ViewId, input: SceneInput = {}): Scene => ({
  ...scene(own, name, view, input),
  isConnected: true,
  play: (kit: KitContext) => {
    const { state } = input
    playEmbedded(kit, {
      ...input,
      state: () => ({ user: { email }, ...(typeof state === 'function' ? state() : state) }),
    })
    kit.open({ view: 'Account' })
    if (view !== 'Account') push(kit, { view: 'AccountSettings' })
    if (view !== 'Account' && view !== 'AccountSettings') push(kit, { view })
  },
})

const update = (
  step: 'primary' | 'secondary',
  more: Partial<Exclude<Update, { step: 'idle' }>> = {},
): SceneInput => ({
  state: () => ({
    emailUpdate: { step, newEmail: 'ada@new.example', resendAt: soon(), isBusy: false, ...more },
  }),
})

export const embeddedScenes: readonly Scene[] = [
  scene(connect, 'Email and services', 'Connect'),
  { ...scene(connect, 'Wallets and email', 'Connect'), wallets: [auth, demoWallet] },
  scene(connect, 'Email only', 'Connect', { options: { features: { socials: false } } }),
  scene(connect, 'One service', 'Connect', { options: { features: { email: false, socials: ['google'] } } }),
  scene(connect, 'Two services', 'Connect', { options: services('google', 'apple') }),
  scene(connect, 'Six services', 'Connect', {
    options: services('google', 'apple', 'github', 'x', 'discord', 'farcaster'),
  }),
  scene(connect, 'Email on its way', 'Connect', login({ step: 'email', email, isBusy: true })),
  scene(
    connect,
    'Email refused',
    'Connect',
    login({ step: 'email', email, isBusy: false, problem: 'Please try again after 12 seconds' }),
  ),
  scene(connect, 'All services', 'ConnectSocials'),
  scene(mail, 'New device', 'EmailVerifyDevice', device()),
  scene(mail, 'New device, long address', 'EmailVerifyDevice', device({ email: longEmail, resendAt: 0 })),
  scene(mail, 'Link expired', 'EmailVerifyDevice', device({ problem: 'This link has expired' })),
  scene(mail, 'Code asked for', 'EmailVerifyOtp', code()),
  scene(mail, 'Code wrong', 'EmailVerifyOtp', code({ problem: wrongCode })),
  scene(mail, 'Code of eight', 'EmailVerifyOtp', code({ codeDigits: 8, resendAt: 0 })),
  scene(service, 'Window on its way', 'ConnectingSocial', social({ phase: 'starting' })),
  scene(service, 'Window held back', 'ConnectingSocial', social({ phase: 'blocked', provider: 'apple' })),
  scene(service, 'In the window', 'ConnectingSocial', social({ provider: 'discord' })),
  scene(service, 'In the window, with a number', 'ConnectingSocial', social({ matchNumber: '47' })),
  scene(service, 'Getting the account', 'ConnectingSocial', social({ phase: 'connecting', provider: 'x' })),
  scene(
    service,
    'Service refused',
    'ConnectingSocial',
    social({
      phase: 'failed',
      provider: 'github',
      problem: 'The sign-in service did not confirm who you are',
    }),
  ),
  scene(service, 'Farcaster', 'ConnectingFarcaster', farcaster()),
  scene(
    service,
    'Farcaster on its way',
    'ConnectingFarcaster',
    login({ step: 'farcaster', phase: 'starting' }),
  ),
  scene(
    service,
    'Farcaster failed',
    'ConnectingFarcaster',
    farcaster({ phase: 'failed', problem: 'This sign-in has expired. Start again.' }),
  ),
  scene(service, 'Farcaster on a phone', 'ConnectingFarcaster', {
    ...farcaster(),
    options: { isMobile: true },
  }),
  inside('Account of email', 'Account'),
  inside('Settings of email', 'AccountSettings', { options: { features: { smartSessions: true } } }),
  inside('Settings of a service', 'AccountSettings', {
    state: { user: { userName: 'ada', provider: 'github' } },
  }),
  inside('Change address', 'UpdateEmail'),
  inside('Old address', 'UpdateEmail', update('primary')),
  inside('New address', 'UpdateEmail', update('secondary', { problem: wrongCode })),
  inside('Permissions', 'SmartSessions', {
    options: { features: { smartSessions: true } },
    permissions: demoPermissions(Date.now()),
  }),
  inside('No permissions', 'SmartSessions', { options: { features: { smartSessions: true } } }),
  inside('Permissions not loaded', 'SmartSessions', {
    options: { features: { smartSessions: true } },
    permissions: 'fail',
  }),
  scene(own, 'Approval on its way', 'ApproveTransaction', {
    state: { request: { method: 'personal_sign', startedAt: 0 } },
  }),
  scene(own, 'Wallet does not answer', 'ApproveTransaction', {
    state: { frame: 'failed', request: { method: 'personal_sign', startedAt: 0 } },
  }),
]
