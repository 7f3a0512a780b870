/** Navigation holds its promises on every walk. */

import { type ViewId, viewIds, views } from '@latchkey/spec/views'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { back, push, replace } from './actions/navigate.js'
import { beginTransaction, endTransaction } from './actions/transaction.js'
import { contextOf } from './context.js'
import { selectAccount, selectView } from './select.js'
import { createTestKit, settle } from './testing/index.js'

const view = fc.constantFrom(...viewIds)
const free = fc.constantFrom<ViewId>('Connect', 'AllWallets', 'Networks', 'GetWallet', 'WhatIsAWallet')
/** The rules once more, in their own words, so that a wrong entry in the table of views does not prove itself. */
const aboutAccount: readonly ViewId[] = [
  'Account',
  'AccountSettings',
  'ProfileWallets',
  'SmartSessions',
  'Transactions',
  'UpdateEmail',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendPreview',
  'WalletReceive',
  'Swap',
  'SwapSelectToken',
  'SwapPreview',
  'OnRampProviders',
]
const mayClose = (shown: ViewId, isRequired: boolean, hasSession: boolean) =>
  shown !== 'ApproveTransaction' &&
  !((shown === 'SIWXSignMessage' || shown === 'ConnectingSiwe') && isRequired && !hasSession)
const leadsOut = (history: readonly ViewId[]) => history.length === 1 || history.includes('UnsupportedChain')

const step = fc.oneof(
  fc.record({ do: fc.constant('push' as const), view }),
  fc.record({ do: fc.constant('replace' as const), view }),
  fc.record({ do: fc.constant('back' as const) }),
  fc.record({ do: fc.constant('close' as const), force: fc.boolean() }),
  fc.record({ do: fc.constantFrom('connect' as const, 'leave' as const, 'disconnect' as const) }),
  fc.record({ do: fc.constant('open' as const), view: fc.option(view, { nil: undefined }) }),
  fc.record({
    do: fc.constant('begin' as const),
    exit: fc.constantFrom('back' as const, 'close' as const, 'stay' as const),
  }),
  fc.record({
    do: fc.constant('end' as const),
    outcome: fc.constantFrom('success' as const, 'error' as const, 'cancel' as const),
  }),
)

describe('random walks', () => {
  test('[S2-06] [S2-07] [S2-08] [S2-09] history is never empty, guards hold, and without an account nothing is shown that needs one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60, size: 'max' }),
        fc.boolean(),
        fc.boolean(),
        async (steps, isRequired, hasSession) => {
          const { kit, wallets } = createTestKit()
          // Only the presence of a session counts here.
          const signIn = { isRequired, session: hasSession ? ({} as never) : undefined }
          for (const each of steps) {
            contextOf(kit).store.set({ signIn })
            const before = kit.store.get()
            const history = before.router.history.map((entry) => entry.view)
            const allowed = mayClose(selectView(before), isRequired, hasSession)
            if (each.do === 'connect') await kit.connect({ connectorId: 'fake' })
            if (each.do === 'leave') wallets[0].vanish()
            if (each.do === 'disconnect') await kit.disconnect()
            if (each.do === 'push') push(contextOf(kit), each)
            if (each.do === 'replace') replace(contextOf(kit), each)
            if (each.do === 'begin' && before.modal.isOpen) {
              beginTransaction(contextOf(kit), {
                exits: { success: each.exit, error: each.exit, cancel: each.exit },
              })
            }
            if (each.do === 'end') endTransaction(contextOf(kit), each)
            if (each.do === 'open') kit.open(each.view ? { view: each.view } : {})
            if (each.do === 'back' && before.modal.isOpen) {
              const closes = leadsOut(history)
              expect(back(contextOf(kit))).toBe(!closes || allowed)
              if (!closes) expect(kit.store.get().router.history.length).toBe(history.length - 1)
              expect(kit.store.get().modal.isOpen).toBe(!closes || !allowed)
            }
            if (each.do === 'close' && before.modal.isOpen) {
              expect(kit.close({ force: each.force })).toBe(each.force || allowed)
              expect(kit.store.get().modal.isOpen).toBe(!(each.force || allowed))
              expect(kit.store.get().modal.isShaking).toBe(!each.force && !allowed)
            }
            const after = kit.store.get()
            const views = after.router.history.map((entry) => entry.view)
            expect(views.length).toBeGreaterThan(0)
            if (after.modal.isOpen && !selectAccount(after)) {
              expect(views.filter((id) => aboutAccount.includes(id))).toEqual([])
            }
            if (!after.modal.isOpen) expect(after.router.transactionStack).toEqual([])
            const pair = views.slice(-2)
            if (pair.length === 2) expect(pair[0]).not.toBe(pair[1])
          }
          kit.destroy()
        },
      ),
      { numRuns: 200, seed: 7 },
    )
  }, 60_000)

  test('[S2-07] every pushed view is undone by one step back', () => {
    const { kit } = createTestKit()
    fc.assert(
      fc.property(fc.array(free, { minLength: 1, maxLength: 20 }), (steps) => {
        kit.open({ view: 'Connect' })
        const trail = [selectView(kit.store.get())]
        for (const each of steps) {
          push(contextOf(kit), { view: each })
          if (trail.at(-1) !== each) trail.push(each)
        }
        while (trail.length > 1) {
          expect(selectView(kit.store.get())).toBe(trail.pop())
          expect(back(contextOf(kit))).toBe(true)
        }
        expect(selectView(kit.store.get())).toBe('Connect')
        expect(back(contextOf(kit))).toBe(true)
        expect(kit.store.get().modal.isOpen).toBe(false)
      }),
      { seed: 7 },
    )
  })
})

describe('opening', () => {
  test('[S2-04] an open modal shows Account with an address and Connect without', async () => {
    const { kit } = createTestKit()
    kit.open()
    expect(selectView(kit.store.get())).toBe('Connect')
    await kit.connect({ connectorId: 'fake' })
    expect(kit.store.get().modal.isOpen).toBe(false)
    kit.open()
    expect(selectView(kit.store.get())).toBe('Account')
  })

  test('[S2-05] without adapters a phone shows AllWallets and a desktop the QR code', () => {
    const phone = createTestKit({ adapters: [], isMobile: true }).kit
    phone.open()
    expect(selectView(phone.store.get())).toBe('AllWallets')
    const desktop = createTestKit({ adapters: [], isMobile: false }).kit
    desktop.open()
    expect(selectView(desktop.store.get())).toBe('ConnectingWalletConnectBasic')
  })

  test.each(viewIds.filter((id) => 'needsAccount' in views[id]))(
    '%s needs an account, so Connect is shown without',
    (id) => {
      const { kit } = createTestKit()
      kit.open({ view: id })
      expect(selectView(kit.store.get())).toBe('Connect')
    },
  )

  test('opening over a view that refuses to close shakes and changes nothing', () => {
    const { kit } = createTestKit()
    kit.open({ view: 'ApproveTransaction' })
    kit.open({ view: 'Networks' })
    expect(selectView(kit.store.get())).toBe('ApproveTransaction')
    expect(kit.store.get().modal.isShaking).toBe(true)
  })
})

describe('refusals', () => {
  test('[S2-08] [S4-10] ApproveTransaction refuses to close and shakes for 500 ms; force closes it', () => {
    const { kit, clock } = createTestKit()
    kit.open({ view: 'ApproveTransaction' })
    expect(kit.close()).toBe(false)
    expect(kit.store.get().modal).toEqual({ isOpen: true, isShaking: true })
    clock.advance(499)
    expect(kit.store.get().modal.isShaking).toBe(true)
    clock.advance(1)
    expect(kit.store.get().modal.isShaking).toBe(false)
    expect(kit.close({ force: true })).toBe(true)
    expect(kit.store.get().modal.isOpen).toBe(false)
  })

  test('[S2-09] the sign view cannot be closed while sign-in is required and missing', () => {
    const { kit } = createTestKit({ siwx: { required: true } })
    kit.open({ view: 'SIWXSignMessage' })
    expect(kit.close({ reason: 'escape' })).toBe(false)
    contextOf(kit).store.set({ signIn: { isRequired: true, session: {} as never } }) // only its presence counts here
    expect(kit.close({ reason: 'escape' })).toBe(true)
  })

  test('[S2-09] an optional sign-in may be left', () => {
    const { kit } = createTestKit({ siwx: { required: false } })
    kit.open({ view: 'SIWXSignMessage' })
    expect(kit.close({ reason: 'escape' })).toBe(true)
  })
})

describe('unsupported networks', () => {
  test('[S2-10] the view opens when the wallet goes to a network nobody asked for, and closes when it comes back', async () => {
    const { kit, wallets } = createTestKit()
    await kit.connect({ connectorId: 'fake' })
    wallets[0].changeNetwork('eip155:999')
    expect(kit.store.get().modal.isOpen).toBe(true)
    expect(selectView(kit.store.get())).toBe('UnsupportedChain')
    expect(kit.store.get().activeNetworks.eip155).toEqual({ networkId: 'eip155:999', isSupported: false })
    wallets[0].changeNetwork('eip155:10')
    expect(kit.store.get().modal.isOpen).toBe(false)
  })

  test.each([{ enableNetworkSwitch: false }, { allowUnsupportedChain: true }])(
    '[S2-10] it stays away with %j',
    async (option) => {
      const { kit, wallets } = createTestKit(option)
      await kit.connect({ connectorId: 'fake' })
      wallets[0].changeNetwork('eip155:999')
      expect(kit.store.get().modal.isOpen).toBe(false)
    },
  )

  test.each(['close-button', 'escape', 'backdrop'] as const)(
    'UnsupportedChain refuses the %s and shakes, and goes when the wallet comes to a network of the page',
    async (reason) => {
      const { kit, wallets } = createTestKit()
      await kit.connect({ connectorId: 'fake' })
      wallets[0].changeNetwork('eip155:999')
      expect(kit.close({ reason })).toBe(false)
      expect(kit.store.get().modal).toEqual({ isOpen: true, isShaking: true })
      wallets[0].changeNetwork('eip155:1')
      expect(kit.store.get().modal.isOpen).toBe(false)
    },
  )

  test('[S2-07] going back anywhere above UnsupportedChain closes the modal', async () => {
    const { kit, wallets } = createTestKit()
    await kit.connect({ connectorId: 'fake' })
    wallets[0].changeNetwork('eip155:999')
    push(contextOf(kit), { view: 'WhatIsANetwork' })
    expect(back(contextOf(kit))).toBe(true)
    expect(kit.store.get().modal.isOpen).toBe(false)
  })
})

describe('transaction stack', () => {
  test('[S2-06] a transaction goes where it said, for each outcome', () => {
    const { kit } = createTestKit()
    const exits = { success: { replace: 'Networks' }, error: 'back', cancel: 'close' } as const
    kit.open({ view: 'Connect' })
    push(contextOf(kit), { view: 'GetWallet' })
    beginTransaction(contextOf(kit), { exits })
    endTransaction(contextOf(kit), { outcome: 'success' })
    expect(kit.store.get().router.history.map((entry) => entry.view)).toEqual(['Connect', 'Networks'])
    beginTransaction(contextOf(kit), { exits })
    endTransaction(contextOf(kit), { outcome: 'error' })
    expect(selectView(kit.store.get())).toBe('Connect')
    beginTransaction(contextOf(kit), { exits })
    endTransaction(contextOf(kit), { outcome: 'cancel' })
    expect(kit.store.get().modal.isOpen).toBe(false)
    expect(kit.store.get().router.transactionStack).toEqual([])
  })

  test('[S4-22] requests of the embedded wallet are rejected when the modal closes with an empty stack', async () => {
    const { kit } = createTestKit()
    const rejected: Error[] = []
    contextOf(kit).jobs.embeddedRequests.add((reason) => rejected.push(reason))
    kit.open()
    kit.close()
    expect(rejected).toMatchObject([{ code: 'request.aborted' }])
    await settle()
  })

  test('[S4-22] with a transaction on the stack they live on, and the transaction is told that it was cancelled', () => {
    const { kit } = createTestKit()
    const rejected: Error[] = []
    const outcomes: string[] = []
    contextOf(kit).jobs.embeddedRequests.add((reason) => rejected.push(reason))
    kit.open()
    beginTransaction(contextOf(kit), {
      exits: { success: 'stay', error: 'stay', cancel: 'stay' },
      onEnd: (outcome) => outcomes.push(outcome),
    })
    kit.close()
    expect(rejected).toEqual([])
    expect(outcomes).toEqual(['cancel'])
    expect(kit.store.get().router.transactionStack).toEqual([])
  })
})
