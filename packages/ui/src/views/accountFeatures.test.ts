/** What the account view offers. */
import { resolveFeatures } from '@latchkey/spec/options'
import { expect, test } from 'vitest'
import { accountFeatures } from './accountFeatures.js'

const names = (...input: Parameters<typeof accountFeatures>) =>
  accountFeatures(...input).map(({ feature }) => feature)

test('[S9-13] features stand in the order onramp, swaps, receive, send, or in the one the app sets', () => {
  expect(names(resolveFeatures())).toEqual(['onramp', 'swaps', 'receive', 'send'])
  expect(names(resolveFeatures({ walletFeaturesOrder: ['send', 'onramp'] }))).toEqual(['send', 'onramp'])
})

test('what is switched off is not offered', () => {
  expect(names(resolveFeatures({ onramp: false }))).toEqual(['swaps', 'receive', 'send'])
})
