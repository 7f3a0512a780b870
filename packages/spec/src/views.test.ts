import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountTabs,
  appendsModal,
  backCloses,
  canClose,
  connectMethodsOrder,
  hidesInjectedWallet,
  initialView,
  isExcludedWallet,
  isViewId,
  opensUnsupportedChain,
  signInViews,
  takeTelegramResult,
  telegramSocials,
  type ViewId,
  viewEntry,
  viewIds,
  views,
  walletSearchText,
} from './views.js'

const anyView = fc.constantFrom(...viewIds)

describe('opening', () => {
  test('[S2-04] shows Account when an address is connected, Connect otherwise', () => {
    for (const isMobile of [true, false]) {
      expect(initialView({ connected: true, hasAdapters: true, isMobile })).toBe('Account')
      expect(initialView({ connected: false, hasAdapters: true, isMobile })).toBe('Connect')
    }
  })

  test('[S2-05] without adapters shows AllWallets on mobile, the relay code elsewhere', () => {
    expect(initialView({ connected: false, hasAdapters: false, isMobile: true })).toBe('AllWallets')
    expect(initialView({ connected: false, hasAdapters: false, isMobile: false })).toBe(
      'ConnectingWalletConnectBasic',
    )
  })

  test('[S2-10] shows UnsupportedChain only off the requested networks, when switching can help', () => {
    const requestedNetworkIds = ['eip155:1', 'eip155:10'] as const
    const state = { requestedNetworkIds, enableNetworkSwitch: true, allowUnsupportedChain: false }
    expect(opensUnsupportedChain({ ...state, activeNetworkId: 'eip155:5' })).toBe(true)
    expect(opensUnsupportedChain({ ...state, activeNetworkId: 'eip155:1' })).toBe(false)
    expect(opensUnsupportedChain({ ...state, activeNetworkId: undefined })).toBe(false)
    expect(opensUnsupportedChain({ ...state, activeNetworkId: 'eip155:5', enableNetworkSwitch: false })).toBe(
      false,
    )
    expect(
      opensUnsupportedChain({ ...state, activeNetworkId: 'eip155:5', allowUnsupportedChain: true }),
    ).toBe(false)
    // Whole ids: eip155:100 is not eip155:10 (D-15).
    expect(opensUnsupportedChain({ ...state, activeNetworkId: 'eip155:100' })).toBe(true)
  })

  test('puts the modal into the page unless the app places it', () => {
    expect(appendsModal({})).toBe(true)
    expect(appendsModal({ disableAppend: true })).toBe(false)
    expect(appendsModal({ enableEmbedded: true })).toBe(false)
  })
})

describe('going back', () => {
  test('[S2-07] closes when nothing is left to show', () => {
    expect(backCloses([])).toBe(true)
    expect(backCloses(['Connect'])).toBe(true)
    expect(backCloses(['Connect', 'AllWallets'])).toBe(false)
  })

  test('[S2-07] closes wherever UnsupportedChain lies in the history, and for no other view', () => {
    fc.assert(
      fc.property(fc.array(anyView, { minLength: 2 }), (history) => {
        expect(backCloses(history)).toBe(history.includes('UnsupportedChain'))
      }),
    )
  })
})

describe('closing', () => {
  test('[S2-08] is refused on ApproveTransaction unless forced', () => {
    expect(canClose('ApproveTransaction')).toBe(false)
    expect(canClose('ApproveTransaction', { hasSession: true })).toBe(false)
    expect(canClose('ApproveTransaction', { forced: true })).toBe(true)
  })

  test('[S2-09] is blocked on the sign and approve views while a required sign-in is missing', () => {
    for (const view of [...signInViews, 'ApproveTransaction'] as const) {
      expect(canClose(view, { signInRequired: true, hasSession: false })).toBe(false)
    }
    for (const view of signInViews) {
      expect(canClose(view, { signInRequired: true, hasSession: true })).toBe(true)
      expect(canClose(view, { signInRequired: false, hasSession: false })).toBe(true)
    }
  })

  test('[S2-10] UnsupportedChain cannot be dismissed, only left by one of its ways out', () => {
    expect(canClose('UnsupportedChain', { isDismissal: true })).toBe(false)
    expect(canClose('UnsupportedChain')).toBe(true)
    expect(canClose('Connect', { isDismissal: true })).toBe(true)
  })

  test('is free on every other view', () => {
    const guarded: readonly ViewId[] = [...signInViews, 'ApproveTransaction']
    for (const view of viewIds.filter((id) => !guarded.includes(id))) {
      expect(canClose(view, { signInRequired: true, hasSession: false }), view).toBe(true)
    }
  })
})

describe('the table', () => {
  test('knows its ids and nothing that an object inherits', () => {
    for (const id of viewIds) expect(isViewId(id)).toBe(true)
    for (const other of ['connect', 'toString', '__proto__', '', undefined, 3]) {
      expect(isViewId(other)).toBe(false)
    }
  })

  test('[D-05] ConnectingSiwe and SIWXSignMessage obey the same law', () => {
    expect({ ...views.ConnectingSiwe }).toEqual({ ...views.SIWXSignMessage })
  })

  test('asks for an account exactly where one is shown or used', () => {
    expect(viewEntry('Account').needsAccount).toBe(true)
    expect(viewEntry('WalletSend').needsAccount).toBe(true)
    for (const view of ['Connect', 'AllWallets', 'Networks', 'EmailVerifyOtp', 'SIWXSignMessage'] as const) {
      expect(viewEntry(view).needsAccount).toBeUndefined()
    }
  })

  test('[S2-03] the account area has the tabs Tokens, NFTs and Activity', () => {
    expect(accountTabs).toEqual(['Tokens', 'NFTs', 'Activity'])
  })
})

describe('ways to connect', () => {
  test('[S2-13] Telegram hides the socials whose pages do not open there', () => {
    const all = ['google', 'x', 'facebook', 'github'] as const
    expect(telegramSocials('ios', all)).toEqual(['x', 'facebook', 'github'])
    expect(telegramSocials('macos', all)).toEqual(['google', 'facebook', 'github'])
    expect(telegramSocials('android', all)).toEqual(['google', 'github'])
  })

  test('[S2-14] email, social, wallet; the wallet first when one is installed; or as configured', () => {
    expect(connectMethodsOrder({ showsInstalledWallet: false })).toEqual(['email', 'social', 'wallet'])
    expect(connectMethodsOrder({ showsInstalledWallet: true })).toEqual(['wallet', 'email', 'social'])
    for (const showsInstalledWallet of [true, false]) {
      expect(connectMethodsOrder({ configured: ['social', 'wallet'], showsInstalledWallet })).toEqual([
        'social',
        'wallet',
      ])
    }
  })

  test('[S2-15] the generic injected wallet is hidden where nothing answers behind it', () => {
    const state = { isMobile: false, hasProvider: false, hasIdentifier: false, hasInstalledWallet: false }
    expect(hidesInjectedWallet(state)).toBe(true)
    expect(hidesInjectedWallet({ ...state, hasProvider: true })).toBe(false)
    expect(hidesInjectedWallet({ ...state, hasIdentifier: true, hasInstalledWallet: true })).toBe(true)
    expect(hidesInjectedWallet({ ...state, isMobile: true, hasProvider: true })).toBe(true)
    expect(hidesInjectedWallet({ ...state, isMobile: true, hasIdentifier: true })).toBe(false)
    expect(hidesInjectedWallet({ ...state, isMobile: true, hasInstalledWallet: true })).toBe(false)
  })

  test('[S2-16] excluded wallets are matched by rdns or by name in any case', () => {
    const excluded = [{ rdns: 'io.example' }, { name: 'Fox Wallet' }]
    expect(isExcludedWallet({ name: 'Other', rdns: 'io.example' }, excluded)).toBe(true)
    expect(isExcludedWallet({ name: 'fox wallet' }, excluded)).toBe(true)
    expect(isExcludedWallet({ name: 'Fox Wallet 2', rdns: 'io.example.app' }, excluded)).toBe(false)
    // Two wallets without an rdns do not match each other by its absence.
    expect(isExcludedWallet({ name: 'A' }, [{ name: 'B' }])).toBe(false)
    expect(isExcludedWallet({}, [{}])).toBe(false)
  })

  test('[S2-17] the search text is trimmed', () => {
    expect(walletSearchText('  rain bow \n')).toBe('rain bow')
  })
})

describe('the Telegram result', () => {
  test('is read from result_uri and taken out of the address', () => {
    expect(
      takeTelegramResult('https://a.example/p?x=1&result_uri=https%3A%2F%2Fb.example%2F%3Fq&y=2#h'),
    ).toEqual({
      result: 'https://b.example/?q',
      url: 'https://a.example/p?x=1&y=2#h',
    })
    expect(takeTelegramResult('https://a.example/?result_uri=x')?.url).toBe('https://a.example/')
  })

  test('leaves every other address alone', () => {
    for (const url of [
      'https://a.example/',
      'https://a.example/?result_uris=1',
      'https://a.example/#?result_uri=1',
      'https://a.example/?result_uri=%E0%A4%A',
    ]) {
      expect(takeTelegramResult(url)).toBeUndefined()
    }
  })
})
