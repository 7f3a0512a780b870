/** The own bundler on the real local chain: unmodified clients, refusals in the shared codes, and no operation done twice. */
import { localAccounts, smartAccounts } from '@latchkey/local'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../testing/localChain.js'
import {
  askBundler,
  fund,
  newOwner,
  operationEnvironment,
  ownAccount,
  viemAccount,
  viemClients,
} from '../../testing/smartAccount.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'

let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway(operationEnvironment(chain.evm.url))
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

/** Waits until the operation is done. */
function receiptOf(hash: unknown) {
  return vi.waitFor(
    async () => {
      const receipt = await askBundler(gateway, 'eth_getUserOperationReceipt', [hash])
      expect(receipt).not.toBeNull()
      return receipt
    },
    { timeout: 20_000 },
  )
}

const somebody = '0x00000000000000000000000000000000000a11ce'

test('[S7-31] an unmodified viem client deploys an account with its first operation, and goes on', async () => {
  const owner = newOwner()
  const own = ownAccount(gateway, chain, owner)
  await fund(chain, own.address)
  const { reader, bundler } = viemClients(gateway, chain)
  const client = bundler(await viemAccount(reader, own, owner))
  const before = await reader.getBalance({ address: somebody })
  const first = await client.sendUserOperation({
    calls: [
      { to: somebody, value: 3n },
      { to: somebody, value: 4n },
    ],
  })
  const receipt = await client.waitForUserOperationReceipt({ hash: first })
  expect(receipt).toMatchObject({ success: true, sender: own.address.toLowerCase(), userOpHash: first })
  expect(await own.isDeployed()).toBe(true)
  const second = await client.sendUserOperation({ calls: [{ to: somebody, value: 5n }] })
  expect((await client.waitForUserOperationReceipt({ hash: second })).success).toBe(true)
  expect((await reader.getBalance({ address: somebody })) - before).toBe(12n)
  expect(await client.getUserOperation({ hash: second })).toMatchObject({
    transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    userOperation: { sender: own.address.toLowerCase() },
  })
  expect(await client.getSupportedEntryPoints()).toHaveLength(2)
})

test('the bundler loses nothing by an operation', async () => {
  const { reader } = viemClients(gateway, chain)
  const { address } = localAccounts().bundler
  const owner = newOwner()
  const own = ownAccount(gateway, chain, owner)
  await fund(chain, own.address)
  // Of many bytes the chain asks more than of their work (EIP-7623).
  const bytes = `0x${'ff'.repeat(10_000)}` as const
  for (const [count, data] of [[1], [1], [5], [1, bytes]] as const) {
    const before = await reader.getBalance({ address })
    const hash = await own.sendCalls({
      calls: Array.from({ length: count }, () => ({ to: somebody, value: 1n, data: data ?? '0x' })),
    })
    await receiptOf(hash)
    expect(await reader.getBalance({ address })).toBeGreaterThanOrEqual(before)
  }
  expect(await gateway.deps.metrics.text()).toMatch(/^gateway_bundler_lost_gwei_total\{.*\} 0$/m)
})

test('a paymaster pays for an account that has nothing', async () => {
  const owner = newOwner()
  const own = ownAccount(gateway, chain, owner)
  const { reader, bundler } = viemClients(gateway, chain)
  const client = bundler(await viemAccount(reader, own, owner), true)
  const hash = await client.sendUserOperation({ calls: [{ to: somebody }] })
  const receipt = await client.waitForUserOperationReceipt({ hash })
  expect(receipt).toMatchObject({ success: true, paymaster: smartAccounts.paymaster.toLowerCase() })
  const again = await own.sendCalls({ calls: [{ to: somebody }], paymaster: {} })
  expect(await receiptOf(again)).toMatchObject({ success: true })
})
