/** Each missing thing has its own words (S5-15). */

import { expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { createFakeWallet, createTestKit } from '../testing/index.js'
import { signInReady } from './signInReady.js'

test('[S5-15] sign-in needs the option, an address, a network and a wallet that signs', async () => {
  const off = createTestKit()
  expect(() => signInReady(contextOf(off.kit))).toThrow('SIWX is not enabled')

  const { kit, wallets } = createTestKit({ siwx: {}, allowUnsupportedChain: true })
  expect(() => signInReady(contextOf(kit))).toThrow('No ActiveCaipAddress found')
  await kit.connect({ connectorId: 'fake' })
  wallets[0].changeNetwork('eip155:999')
  expect(() => signInReady(contextOf(kit))).toThrow('No ActiveCaipNetwork or client found')
  wallets[0].changeNetwork('eip155:10')
  expect(signInReady(contextOf(kit))).toMatchObject({
    account: { address: wallets[0].activeAddress },
    network: { caipNetworkId: 'eip155:10' },
  })

  const mute = createTestKit({ siwx: {}, wallets: [createFakeWallet({ can: [] })] })
  await mute.kit.connect({ connectorId: 'fake' })
  expect(() => signInReady(contextOf(mute.kit))).toThrow('No ConnectionController client found')
})
