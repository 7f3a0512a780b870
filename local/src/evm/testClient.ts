/** viem clients on a started chain, for the tests of this room. */
import { createPublicClient, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type LocalAccount, localAccounts } from './accounts.js'
import { localChain } from './localChain.js'
import type { Evm } from './startEvm.js'

export function testClients(evm: Evm) {
  const chain = localChain(evm.url)
  const reader = createPublicClient({
    chain,
    transport: http(evm.url, { retryCount: 0 }),
    pollingInterval: 10,
  })
  const wallet = ({ privateKey }: LocalAccount) =>
    createWalletClient({
      account: privateKeyToAccount(privateKey),
      chain,
      transport: http(evm.url, { retryCount: 0 }),
    })
  const { people, ...services } = localAccounts()
  const [alice, bob, carol, dave, erin, frank] = people
  if (!alice || !bob || !carol || !dave || !erin || !frank) throw new Error('ten people were expected')
  return { reader, wallet, alice, bob, carol, dave, erin, frank, ...services }
}
