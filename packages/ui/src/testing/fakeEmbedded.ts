/** An embedded wallet whose state a test sets and whose actions it hears; what the test does not expect throws. */
import type { Embedded, EmbeddedState, KitContext } from '@latchkey/core/screen'
import { act } from 'react'
import { vi } from 'vitest'

const start: EmbeddedState = {
  frame: 'ready',
  login: { step: 'idle' },
  user: undefined,
  isSmartAccountDeployed: undefined,
  hasRecovery: false,
  smartAccountNetworks: [],
  emailUpdate: { step: 'idle' },
  request: undefined,
  isFrameShown: false,
  frameHeight: undefined,
}

export interface FakeEmbedded {
  readonly wallet: { readonly [name in keyof Omit<Embedded, 'store'>]: ReturnType<typeof vi.fn> }
  set(state: Partial<EmbeddedState>): void
}

/** Takes the place of the real one in a kit, which then makes no frame. */
export function fakeEmbedded(context: KitContext, state: Partial<EmbeddedState> = {}): FakeEmbedded {
  let now: EmbeddedState = { ...start, ...state }
  const listeners = new Set<(state: EmbeddedState, before: EmbeddedState) => void>()
  const store = {
    get: () => now,
    subscribe(listener: (state: EmbeddedState, before: EmbeddedState) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const answering = () => vi.fn(async () => {})
  const wallet = {
    warm: answering(),
    connectEmail: answering(),
    resendCode: answering(),
    submitCode: answering(),
    connectSocial: answering(),
    reopenWindow: vi.fn(),
    connectFarcaster: answering(),
    connectPasskey: answering(),
    retry: answering(),
    cancel: vi.fn(),
    abandon: vi.fn(),
    startEmailUpdate: vi.fn(),
    updateEmail: answering(),
    submitUpdateCode: answering(),
    resendUpdateCode: answering(),
    setAccountType: answering(),
    openWindow: answering(),
    grantedPermissions: vi.fn(async () => []),
    revokePermissions: answering(),
  } satisfies FakeEmbedded['wallet']
  context.jobs.features.set('embedded', Promise.resolve({ ...wallet, store }))
  return {
    wallet,
    set(update) {
      act(() => {
        const before = now
        now = { ...now, ...update }
        for (const listener of listeners) listener(now, before)
      })
    },
  }
}
