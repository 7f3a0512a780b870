import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from './limits.js'
import {
  asksForSignIn,
  canMove,
  connectEmailActions,
  connectionStatuses,
  defaultAccountTypes,
  isPairingExpired,
  type MachineName,
  machines,
  pairingExpiry,
  signInCancelEffect,
  statesOf,
  statusOnStart,
} from './states.js'
import { rejectsFrameRequests } from './views.js'

// Object.keys widens the keys of a constant table to string.
const machineNames = Object.keys(machines) as MachineName[]

describe('every machine', () => {
  test.each(machineNames)(
    '%s starts in one of its states, reaches them all and leads to no others',
    (name) => {
      const { initial, edges }: { initial: string; edges: Readonly<Record<string, readonly string[]>> } =
        machines[name]
      const states = Object.keys(edges)
      expect(states).toContain(initial)
      for (const targets of Object.values(edges))
        for (const target of targets) expect(states).toContain(target)
      const reached = new Set([initial])
      for (const state of reached) for (const target of edges[state] ?? []) reached.add(target)
      expect([...reached].sort()).toEqual([...states].sort())
    },
  )

  test('refuses what its table does not list', () => {
    expect(canMove('connection', 'disconnected', 'connected')).toBe(false)
    expect(canMove('mutation', 'idle', 'success')).toBe(false)
    expect(canMove('toast', 'closed', 'replacing')).toBe(false)
    expect(canMove('send', 'editing', 'succeeded')).toBe(false)
    expect(canMove('nameRegistration', 'RegisterAccountName', 'RegisterAccountNameSuccess')).toBe(false)
  })
})

describe('connection', () => {
  test('[S4-01] is disconnected, connecting, reconnecting or connected', () => {
    expect(statesOf('connection')).toEqual(connectionStatuses)
    expect(connectionStatuses).toEqual(['disconnected', 'connecting', 'reconnecting', 'connected'])
  })

  test('becomes connected only through connecting or reconnecting', () => {
    const before = connectionStatuses.filter((status) => canMove('connection', status, 'connected'))
    expect(before).toEqual(['connecting', 'reconnecting'])
  })

  test('may be left from every state', () => {
    for (const status of connectionStatuses.filter((other) => other !== 'disconnected')) {
      expect(canMove('connection', status, 'disconnected')).toBe(true)
    }
  })

  test('shows a stored connected as connecting on start, and anything else as disconnected', () => {
    expect(statusOnStart('connected')).toBe('connecting')
    for (const stored of ['disconnected', 'connecting', 'reconnecting', undefined] as const) {
      expect(statusOnStart(stored)).toBe('disconnected')
    }
  })

  test('[S4-08] has a default account type in each namespace', () => {
    expect(defaultAccountTypes).toEqual({
      eip155: 'smartAccount',
      solana: 'eoa',
      polkadot: 'eoa',
      bip122: 'payment',
    })
  })
})

describe('pairing', () => {
  test('[S4-09] expires 4 minutes after it was set, less a margin of 10 seconds', () => {
    const setAt = 1_000_000
    const expiry = pairingExpiry(setAt)
    expect(expiry - setAt).toBe(240_000)
    expect(isPairingExpired(expiry, setAt)).toBe(false)
    expect(isPairingExpired(expiry, expiry - 10_001)).toBe(false)
    expect(isPairingExpired(expiry, expiry - 10_000)).toBe(true)
    expect(isPairingExpired(expiry, expiry + 1)).toBe(true)
  })

  test('once expired stays expired', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (expiry, now, later) => {
        if (isPairingExpired(expiry, now)) expect(isPairingExpired(expiry, now + later)).toBe(true)
      }),
    )
    expect(limits.pairingMargin).toBeLessThan(limits.pairingLifetime)
  })
})

describe('email login', () => {
  test('goes to whichever step the answer names, and only forward', () => {
    for (const action of connectEmailActions)
      expect(canMove('emailLogin', 'CONNECT_EMAIL', action)).toBe(true)
    expect(canMove('emailLogin', 'VERIFY_DEVICE', 'VERIFY_OTP')).toBe(true)
    expect(canMove('emailLogin', 'VERIFY_OTP', 'CONNECT')).toBe(true)
    expect(canMove('emailLogin', 'VERIFY_OTP', 'VERIFY_DEVICE')).toBe(false)
    expect(canMove('emailLogin', 'CONNECT', 'VERIFY_OTP')).toBe(false)
  })

  test('an update ends with the secondary code', () => {
    expect(canMove('emailUpdate', 'VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP')).toBe(true)
    expect(canMove('emailUpdate', 'VERIFY_PRIMARY_OTP', 'UPDATED')).toBe(false)
    expect(canMove('emailUpdate', 'VERIFY_SECONDARY_OTP', 'UPDATED')).toBe(true)
  })
})

describe('mutations', () => {
  test('[S4-11] are idle, pending, success or error', () => {
    expect(statesOf('mutation')).toEqual(['idle', 'pending', 'success', 'error'])
    for (const end of ['success', 'error'] as const) expect(canMove('mutation', 'pending', end)).toBe(true)
  })
})

describe('sign-in', () => {
  test('is asked for when it is enabled, an address is there and a session is not', () => {
    const state = { signInEnabled: true, hasAddress: true, hasSession: false }
    expect(asksForSignIn(state)).toBe(true)
    expect(asksForSignIn({ ...state, hasSession: true })).toBe(false)
    expect(asksForSignIn({ ...state, hasAddress: false })).toBe(false)
    expect(asksForSignIn({ ...state, signInEnabled: false })).toBe(false)
  })

  test('when cancelled disconnects only where it is required', () => {
    expect(signInCancelEffect(true)).toBe('disconnect')
    expect(signInCancelEffect(false)).toBe('close')
  })

  test('after a failure may be tried again', () => {
    expect(canMove('signIn', 'signing', 'failed')).toBe(true)
    expect(canMove('signIn', 'failed', 'asking')).toBe(true)
  })
})

test('requests to the embedded wallet end with the modal only when no transaction waits', () => {
  expect(rejectsFrameRequests([])).toBe(true)
  expect(rejectsFrameRequests([{}])).toBe(false)
})
