/** Following one part of the state, for pages without a framework. */
import { expect, test, vi } from 'vitest'
import { selectAccount } from './select.js'
import { createTestKit } from './testing/index.js'

test('[D-11] it calls back when the account changed, and only then, until it is stopped', async () => {
  const { kit, wallets } = createTestKit()
  const heard = vi.fn()
  const stop = kit.watch((state) => selectAccount(state)?.address, heard)
  kit.setTheme({ mode: 'light' })
  expect(heard).not.toHaveBeenCalled()
  await kit.connect({ connectorId: 'fake' })
  const [wallet] = wallets
  expect(heard.mock.calls).toEqual([[wallet.activeAddress, undefined]])
  stop()
  await kit.disconnect()
  expect(heard).toHaveBeenCalledTimes(1)
})

test('[S4-02] the state for servers knows the options, no stored place and no verdict about wallets', async () => {
  const before = createTestKit()
  await before.kit.connect({ connectorId: 'fake' })
  await before.kit.switchNetwork({ networkId: 10 })
  const { kit } = before.reload()
  await kit.ready
  expect(kit.store.get().activeNetworks.eip155?.networkId).toBe('eip155:10')
  const { activeNetworks, connections, networks, connectors } = kit.serverState
  expect(activeNetworks.eip155?.networkId).toBe('eip155:1')
  expect(connections.eip155).toEqual({
    status: 'connecting',
    wallets: [],
    attempt: undefined,
    error: undefined,
  })
  expect([networks, connectors]).toEqual([kit.options.networks, []])
  expect(kit.serverState).toBe(kit.serverState)
})
