/** The embedded wallet of a kit as a test says: who is signed in, without a frame. Whatever else is asked of it throws. */
import { contextOf, type EmbeddedState } from '@latchkey/core/screen'
import { createFakeWallet, type FakeWallet } from '@latchkey/core/testing'
import { act } from 'react'
import type { AppKit } from '../createAppKit.js'

const start: EmbeddedState = {
  frame: 'ready',
  login: { step: 'idle' },
  user: undefined,
  isSmartAccountDeployed: undefined,
  hasRecovery: undefined,
  smartAccountNetworks: [],
  emailUpdate: { step: 'idle' },
  request: undefined,
  isFrameShown: false,
  frameHeight: undefined,
}

type Listener = (state: EmbeddedState, before: EmbeddedState) => void

export interface FakeEmbedded {
  set(update: Partial<EmbeddedState>): void
  /** Who follows it: 0 after the kit was destroyed. */
  readonly listeners: number
}

/** Its connector, for the adapter of the kit. */
export const embeddedWallet = (): FakeWallet =>
  createFakeWallet({
    id: 'auth',
    name: 'Latchkey',
    type: 'AUTH',
    accounts: ['0x00000000000000000000000000000000000000E1'],
  })

/** Takes the place of the real one before anybody has asked for it. */
export function fakeEmbedded({ kit }: AppKit, first: Partial<EmbeddedState> = {}): FakeEmbedded {
  let now: EmbeddedState = { ...start, ...first }
  const listeners = new Set<{ readonly hear: Listener }>()
  const store = {
    get: () => now,
    subscribe(hear: Listener) {
      const entry = { hear }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
  contextOf(kit).jobs.features.set('embedded', Promise.resolve({ store }))
  return {
    set(update) {
      act(() => {
        const before = now
        now = { ...now, ...update }
        for (const { hear } of [...listeners]) hear(now, before)
      })
    },
    get listeners() {
      return listeners.size
    },
  }
}
