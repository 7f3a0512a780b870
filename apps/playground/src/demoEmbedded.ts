/** An embedded wallet that stands where a scene puts it: it has a state, and its actions lead from one to the next. */
import type { Embedded, EmbeddedState, KitContext } from '@latchkey/core/screen'
import type { GrantedPermission } from '@latchkey/spec/frame'
import { demoAddress, moreAddresses } from './wallets.js'

const idle: EmbeddedState = {
  frame: 'ready',
  login: { step: 'idle' },
  user: undefined,
  smartAccountNetworks: ['eip155:31337'],
  emailUpdate: { step: 'idle' },
  request: undefined,
  isSmartAccountDeployed: undefined,
  hasRecovery: false,
  isFrameShown: false,
  frameHeight: undefined,
}

export interface DemoEmbedded {
  /** A function where it counts from the moment in which the scene is played. */
  readonly state?: Partial<EmbeddedState> | (() => Partial<EmbeddedState>)
  readonly permissions?: readonly GrantedPermission[] | 'never' | 'fail'
}

/** Stands in for the real one in this kit, which then loads no frame. */
export function playEmbedded(kit: KitContext, { state, permissions = [] }: DemoEmbedded = {}): void {
  const store = demoStore({ ...idle, ...(typeof state === 'function' ? state() : state) })
  const say = (text: string) => kit.log.info(`The scene would ${text}`)
  const wallet: Embedded = {
    store,
    warm: async () => {},
    async connectEmail(email) {
      store.set({ login: { step: 'email', email, isBusy: true } })
    },
    async resendCode() {
      const { login } = store.get()
      if (login.step === 'device' || login.step === 'code')
        store.set({ login: { ...login, resendAt: kit.clock.now() + 30_000 } })
    },
    async submitCode() {
      const { login } = store.get()
      if (login.step !== 'code') return
      store.set({ login: { ...login, isBusy: true } })
      await new Promise<void>((resolve) => kit.clock.after(900, resolve))
      store.set({ login: { ...login, isBusy: false, problem: wrongCode } })
    },
    connectSocial: async (provider) => store.set({ login: { step: 'social', provider, phase: 'window' } }),
    reopenWindow() {
      const { login } = store.get()
      if (login.step === 'social') store.set({ login: { ...login, phase: 'window' } })
    },
    connectFarcaster: async () => store.set({ login: { step: 'farcaster', phase: 'starting' } }),
    connectPasskey: async () => store.set({ login: { step: 'passkey', phase: 'frame' } }),
    retry: async () => say('try again'),
    cancel: () => say('give up'),
    abandon: () => kit.close({ force: true }),
    startEmailUpdate: () => {},
    async updateEmail(newEmail) {
      store.set({
        emailUpdate: { step: 'primary', newEmail, resendAt: kit.clock.now() + 30_000, isBusy: false },
      })
    },
    async submitUpdateCode() {
      const { emailUpdate } = store.get()
      if (emailUpdate.step === 'primary') store.set({ emailUpdate: { ...emailUpdate, step: 'secondary' } })
      else if (emailUpdate.step === 'secondary')
        store.set({ emailUpdate: { step: 'idle' }, user: { email: emailUpdate.newEmail } })
    },
    resendUpdateCode: async () => say('send another code'),
    setAccountType: () => new Promise((resolve) => kit.clock.after(1200, () => resolve())),
    openWindow: async (purpose) => say(`open the page for ${purpose}`),
    async grantedPermissions() {
      if (permissions === 'never') await new Promise(() => {})
      if (typeof permissions === 'string') throw new Error('The wallet did not answer')
      return permissions
    },
    revokePermissions: () => new Promise((resolve) => kit.clock.after(900, () => resolve())),
  }
  // The place of what the kit would start by itself.
  kit.jobs.features.set('embedded', Promise.resolve(wallet))
}

export const wrongCode = 'That is not the code. You have 2 tries left.'

export const demoPermissions = (now: number): readonly GrantedPermission[] => [
  {
    id: 'one',
    chainId: 'eip155:31337',
    address: demoAddress,
    key: moreAddresses[0],
    targets: [moreAddresses[1]],
    allowances: [
      { amount: '25', symbol: 'USDC', token: moreAddresses[2], period: 3600 },
      { amount: '0.05', symbol: 'ETH' },
    ],
    expiry: Math.floor(now / 1000) + 3 * 3600,
  },
  {
    id: 'two',
    chainId: 'eip155:31337',
    address: demoAddress,
    key: moreAddresses[1],
    targets: [moreAddresses[2]],
    isRevoked: true,
    expiry: Math.floor(now / 1000) + 1800,
  },
]

function demoStore<state extends object>(initial: state) {
  let now = initial
  const listeners = new Set<(state: state, before: state) => void>()
  return {
    get: () => now,
    set(update: Partial<state>) {
      const before = now
      now = { ...now, ...update }
      for (const listener of listeners) listener(now, before)
    },
    subscribe(listener: (state: state, before: state) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
