/** The order of the ways to connect. */
import type { ConnectMethod } from '@latchkey/spec/options'
import { expect, test } from 'vitest'
import { offeredMethods } from './connectMethods.js'

const all = () => true

test('[S2-14] email and social come first, unless a wallet is installed', () => {
  expect(offeredMethods({ wallets: [{ type: 'EXTERNAL' }], isOffered: all })).toEqual([
    'email',
    'social',
    'wallet',
  ])
  for (const type of ['INJECTED', 'ANNOUNCED'] as const)
    expect(offeredMethods({ wallets: [{ type }], isOffered: all })).toEqual(['wallet', 'email', 'social'])
})

test('[S2-14] an app may set the order, and what nothing draws is left out of it', () => {
  const configured: readonly ConnectMethod[] = ['social', 'wallet', 'email']
  const isOffered = (method: ConnectMethod) => method !== 'email'
  expect(offeredMethods({ configured, wallets: [{ type: 'INJECTED' }], isOffered })).toEqual([
    'social',
    'wallet',
  ])
})
