import { describe, expect, test } from 'vitest'
import { namespaces } from './caip.js'
import {
  connectorTypeOrder,
  defaultFeatures,
  defaultThemeMode,
  embeddedAccountTypes,
  isRestrictedTimeZone,
  isSupportedOn,
  offersActivity,
  offersSwap,
  redirectProviders,
  resolveFeatures,
  restrictedTimeZones,
  socialProviders,
  swapNetworkIds,
  walletFeaturesOrder,
} from './options.js'

describe('features', () => {
  test('[S9-13] are on or off by default as listed', () => {
    const on = ['swaps', 'onramp', 'receive', 'send', 'email', 'history', 'analytics', 'allWallets'] as const
    const off = ['legalCheckbox', 'smartSessions', 'collapseWallets', 'pay'] as const
    for (const feature of on) expect(resolveFeatures()[feature], feature).toBe(true)
    for (const feature of off) expect(resolveFeatures()[feature], feature).toBe(false)
  })

  test('[S9-13] have their orders, which an app may override', () => {
    expect(walletFeaturesOrder).toEqual(['onramp', 'swaps', 'receive', 'send'])
    expect(connectorTypeOrder).toEqual([
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
    expect(resolveFeatures()).toMatchObject({ walletFeaturesOrder, connectorTypeOrder })
    expect(resolveFeatures({ walletFeaturesOrder: ['send'] }).walletFeaturesOrder).toEqual(['send'])
    expect(resolveFeatures({ connectorTypeOrder: ['recent'] }).connectorTypeOrder).toEqual(['recent'])
  })

  test('that are given win, those that are undefined do not, and the table stays as it is', () => {
    const before = JSON.stringify(defaultFeatures)
    expect(resolveFeatures({ email: false, swaps: undefined })).toMatchObject({ email: false, swaps: true })
    expect(resolveFeatures({ socials: false }).socials).toBe(false)
    expect(JSON.stringify(defaultFeatures)).toBe(before)
  })

  test('leave the order of connect methods open: it depends on what is installed', () => {
    expect(resolveFeatures().connectMethodsOrder).toBeUndefined()
    expect(resolveFeatures({ connectMethodsOrder: ['wallet'] }).connectMethodsOrder).toEqual(['wallet'])
  })

  test('offer the six providers with a redirect, and Farcaster beside them', () => {
    expect(socialProviders).toEqual([...redirectProviders, 'farcaster'])
  })
})

describe('what is offered where', () => {
  test('[D-17] swaps on the twelve networks and where the gateway can quote', () => {
    expect(swapNetworkIds).toHaveLength(12)
    for (const id of swapNetworkIds) expect(offersSwap(id)).toBe(true)
    expect(offersSwap('eip155:31337')).toBe(false)
    expect(offersSwap('eip155:31337', ['eip155:31337'])).toBe(true)
    // Whole ids: the list has 10 and 100, not 1000.
    expect(offersSwap('eip155:1000')).toBe(false)
  })

  test('[S9-14] names and activity on eip155, balances and send on eip155 and solana', () => {
    const where = (feature: Parameters<typeof isSupportedOn>[0]) =>
      namespaces.filter((namespace) => isSupportedOn(feature, namespace))
    expect(where('names')).toEqual(['eip155'])
    expect(where('activity')).toEqual(['eip155'])
    expect(where('balances')).toEqual(['eip155', 'solana'])
    expect(where('send')).toEqual(['eip155', 'solana'])
    expect(swapNetworkIds).toHaveLength(12)
  })

  test('activity is shown on solana too, where the chain itself tells it', () => {
    expect(namespaces.filter(offersActivity)).toEqual(['eip155', 'solana'])
  })

  test('nine time zones are restricted', () => {
    expect(restrictedTimeZones).toHaveLength(9)
    expect(isRestrictedTimeZone('Asia/Shanghai')).toBe(true)
    expect(isRestrictedTimeZone('Asia/Tokyo')).toBe(false)
    expect(isRestrictedTimeZone('Shanghai')).toBe(false)
  })

  test('embedded accounts: two kinds on eip155, one on solana and bip122, none on polkadot', () => {
    expect(embeddedAccountTypes).toEqual({
      eip155: ['eoa', 'smartAccount'],
      solana: ['eoa'],
      bip122: ['payment'],
    })
  })

  test('the theme is dark unless the app says otherwise', () => {
    expect(defaultThemeMode).toBe('dark')
  })
})
