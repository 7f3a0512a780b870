/** Wallets on the same phone: loaded only where there can be some, and told who asks. */
import type { AdapterContext } from '@latchkey/core'
import { expect, test, vi } from 'vitest'
import { mobileWallets } from './mobile.js'
import { solana } from './solana.js'
import { devnet, mainnet, solanaNetwork } from './testWorld.js'

const context = (isMobile: boolean) =>
  ({
    networks: [solanaNetwork(mainnet), solanaNetwork(devnet)],
    options: {
      isMobile,
      metadata: { name: 'App', description: '', url: 'https://app.example', icons: ['i.png'] },
    },
    log: { error: vi.fn(), warn() {} },
  }) as unknown as AdapterContext // what the package is told, and no more

function sdk() {
  const registerMwa = vi.fn()
  const load = vi.fn(async () => ({
    registerMwa,
    createDefaultAuthorizationCache: () => 'cache',
    createDefaultChainSelector: () => 'selector',
    createDefaultWalletNotFoundHandler: () => 'handler',
  }))
  return { registerMwa, load }
}

test('a phone offers its wallets, named after the app and for its networks', async () => {
  const { registerMwa, load } = sdk()
  await mobileWallets({ load })(context(true))
  expect(registerMwa).toHaveBeenCalledWith({
    appIdentity: { name: 'App', uri: 'https://app.example', icon: 'i.png' },
    authorizationCache: 'cache',
    chains: ['solana:mainnet', 'solana:devnet'],
    chainSelector: 'selector',
    onWalletNotFound: 'handler',
  })
})

test('a desk loads nothing, unless wallets on other devices are reached', async () => {
  const { registerMwa, load } = sdk()
  await mobileWallets({ load })(context(false))
  expect(load).not.toHaveBeenCalled()
  await mobileWallets({ load, remoteHost: 'reflector.example' })(context(false))
  expect(registerMwa.mock.lastCall?.[0]).toMatchObject({ remoteHostAuthority: 'reflector.example' })
})

test('a package that does not come is said, and harms nobody', async () => {
  const lent = context(true)
  const handle = solana({
    target: new EventTarget(),
    external: [mobileWallets({ load: () => Promise.reject(new Error('offline')) })],
  }).start(lent)
  await vi.waitFor(() => expect(lent.log.error).toHaveBeenCalled())
  expect(handle.connectors()).toEqual([])
})
