/** Toasts and alerts: one at a time, replaced in order, never nagging. */

import { limits } from '@latchkey/spec/limits'
import { canMove, type StateOf } from '@latchkey/spec/states'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { createTestKit } from '../testing/index.js'
import { dismissAlert, showAlert } from './alert.js'
import { cancelSignIn } from './cancelSignIn.js'
import { reportProviderError } from './reportProviderError.js'
import { hideToast, showToast } from './toast.js'

describe('toasts', () => {
  test('[S4-10] of several replacements only the newest is shown', () => {
    const { kit, clock } = createTestKit()
    showToast(contextOf(kit), { variant: 'success', text: '1' })
    showToast(contextOf(kit), { variant: 'error', text: '2' })
    clock.advance(100)
    showToast(contextOf(kit), { variant: 'error', text: '3' })
    clock.advance(limits.toastReplaceDelay - 1)
    expect(kit.store.get().toast.isOpen).toBe(false)
    clock.advance(1)
    expect(kit.store.get().toast).toMatchObject({ isOpen: true, variant: 'error', text: '3' })
  })

  test('[S4-10] a message that may stay stays', () => {
    const { kit, clock } = createTestKit()
    showToast(contextOf(kit), { variant: 'error', text: 'read me', autoClose: false })
    clock.advance(limits.toastLifetime * 10)
    expect(kit.store.get().toast.isOpen).toBe(true)
    hideToast(contextOf(kit))
    expect(kit.store.get().toast.isOpen).toBe(false)
  })

  test('[S4-10] a hidden toast takes its waiting replacement with it', () => {
    const { kit, clock } = createTestKit()
    showToast(contextOf(kit), { variant: 'success', text: '1' })
    showToast(contextOf(kit), { variant: 'success', text: '2' })
    hideToast(contextOf(kit))
    clock.advance(limits.toastReplaceDelay * 2)
    expect(kit.store.get().toast.isOpen).toBe(false)
    expect(clock.pending).toBe(0)
  })

  test('[S4-10] whatever is shown, hidden and waited for, the toast moves along its edges and ends closed', () => {
    const step = fc.oneof(
      fc.constant('show' as const),
      fc.constant('hide' as const),
      fc.integer({ min: 1, max: limits.toastLifetime }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { kit, clock } = createTestKit()
        const moves: StateOf<'toast'>[] = ['closed']
        const look = () => {
          const now = kit.store.get().toast.isOpen
            ? 'open'
            : contextOf(kit).jobs.isToastReplacing
              ? 'replacing'
              : 'closed'
          if (moves.at(-1) !== now) moves.push(now)
        }
        for (const each of steps) {
          if (each === 'show') showToast(contextOf(kit), { variant: 'success', text: 't' })
          else if (each === 'hide') hideToast(contextOf(kit))
          else clock.advance(each)
          look()
        }
        clock.advance(limits.toastLifetime * 2)
        look()
        expect(moves.at(-1)).toBe('closed')
        expect(clock.pending).toBe(0)
        for (const [i, to] of moves.slice(1).entries()) {
          const from = moves[i] ?? 'closed'
          // A long wait may pass through several states at once; each direct move must be an edge.
          expect(canMove('toast', from, to) || (from === 'replacing' && to === 'closed')).toBe(true)
        }
      }),
    )
  })
})

describe('alerts', () => {
  test('[S4-25] [S8-29] each kind is shown once', () => {
    const { kit } = createTestKit()
    showAlert(contextOf(kit), 'session-expired', {})
    expect(kit.store.get().alert).toMatchObject({ isOpen: true, title: 'Session Expired' })
    dismissAlert(contextOf(kit))
    showAlert(contextOf(kit), 'session-expired', {})
    expect(kit.store.get().alert.isOpen).toBe(false)
    showAlert(contextOf(kit), 'invalid-project-id', {})
    expect(kit.store.get().alert).toMatchObject({ isOpen: true, title: 'Invalid Project ID' })
  })

  test('[S4-25] another kit has its own memory', () => {
    for (const { kit } of [createTestKit(), createTestKit()]) {
      showAlert(contextOf(kit), 'session-expired', {})
      expect(kit.store.get().alert.isOpen).toBe(true)
    }
  })
})

describe('[S4-25] errors of a relay provider', () => {
  test.each([
    ['Unauthorized: origin not allowed', 'Invalid App Configuration'],
    ['WebSocket closed: JWT Token is not yet valid (3000)', 'Session Expired'],
    ['Unauthorized: invalid key', 'Invalid Project ID'],
  ])('[S8-30] %s shows %s, once', (message, title) => {
    const { kit } = createTestKit()
    expect(reportProviderError(contextOf(kit), new Error(message))).toBe(true)
    expect(kit.store.get().alert).toMatchObject({ isOpen: true, title })
    dismissAlert(contextOf(kit))
    reportProviderError(contextOf(kit), new Error(message))
    expect(kit.store.get().alert.isOpen).toBe(false)
  })

  test('others only reach the log', () => {
    const { kit } = createTestKit()
    expect(reportProviderError(contextOf(kit), new Error('socket hang up'))).toBe(false)
    expect(kit.store.get().alert.isOpen).toBe(false)
    expect(contextOf(kit).log.entries().at(-1)?.text).toBe('A provider refused')
  })
})

describe('[S4-17] cancelling a sign-in', () => {
  test.each([true, false])('with sign-in required: %s', async (required) => {
    const { kit } = createTestKit({ siwx: { required } })
    const names: string[] = []
    kit.on(({ name }) => names.push(name))
    await kit.connect({ connectorId: 'fake' })
    await cancelSignIn(contextOf(kit))
    const { connections, modal, router } = kit.store.get()
    expect(connections.eip155?.status).toBe(required ? 'disconnected' : 'connected')
    expect(modal.isOpen).toBe(false)
    expect(router.history).toEqual([{ view: 'Connect' }])
    expect(names).toContain('CLICK_CANCEL_SIWX')
  })
})
