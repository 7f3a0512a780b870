/** What an account of each namespace shows, and what it says is not there. */
import type { KitContext } from '@latchkey/core/screen'
import { resolveFeatures } from '@latchkey/spec/options'
import { describe, expect, test } from 'vitest'
import { missingOn, tabsOn } from './accountTabs.js'

const kit = (gatewayUrl: string | undefined, features = {}) =>
  ({ options: { gatewayUrl, features: resolveFeatures(features) } }) as unknown as KitContext // what is read of it

const ids = (...input: Parameters<typeof tabsOn>) => tabsOn(...input).map(({ id }) => id)

describe('with a gateway', () => {
  const served = kit('https://gateway.example')

  test('[S2-03] [S9-14] eip155 has every tab, solana what its chain tells, the others none', () => {
    expect(ids(served, 'eip155')).toEqual(['Tokens', 'NFTs', 'Activity'])
    expect(ids(served, 'solana')).toEqual(['Tokens', 'Activity'])
    expect([ids(served, 'bip122'), ids(served, 'polkadot')]).toEqual([[], []])
  })

  test('[S9-14] what is not there is named', () => {
    expect(missingOn(served, 'eip155')).toEqual([])
    expect(missingOn(served, 'solana')).toEqual(['tabs.nfts', 'tabs.names'])
    expect(missingOn(served, 'bip122')).toEqual(['tabs.tokens', 'tabs.nfts', 'tabs.activity', 'tabs.names'])
  })

  test('[S9-13] what the app does not want is missing nowhere', () => {
    const quiet = kit('https://gateway.example', { history: false })
    expect(ids(quiet, 'solana')).toEqual(['Tokens'])
    expect(missingOn(quiet, 'bip122')).not.toContain('tabs.activity')
  })
})

test('without a gateway nothing of it exists, so nothing is missing', () => {
  expect(missingOn(kit(undefined), 'polkadot')).toEqual([])
})
