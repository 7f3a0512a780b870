/** Contract calls, bundles and reads: asked as the account that is shown, of whoever can answer. */
import { asAddress, type NetworkId } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { expect, test, vi } from 'vitest'
import type { Connector } from '../connector.js'
import { createFakeAdapter, createFakeWallet, createTestKit, settle } from '../testing/index.js'

const one = asAddress('0x00000000000000000000000000000000000000A1')
const two = asAddress('0x00000000000000000000000000000000000000A2')
const call = { address: two, abi: [], functionName: 'mint' } as const

async function connected(wallet = createFakeWallet()) {
  const world = createTestKit({ wallets: [wallet] })
  await world.kit.connect({ connectorId: 'fake' })
  return { ...world, wallet }
}

test('[D-11] contract calls and bundles are signed by the account that is shown', async () => {
  const { kit, wallet } = await connected()
  await expect(kit.writeContract({ call })).resolves.toBe(`mint signed by ${one}`)
  await expect(kit.sendCalls({ calls: [{ to: two }, { to: two }] })).resolves.toBe(`2 calls signed by ${one}`)
  await expect(kit.sendCalls({ calls: [{ to: two }], address: two })).rejects.toMatchObject({
    code: 'connection.account-changed',
  })
  expect(wallet.signers).toEqual([one, one])
})

test('a request that names its network reaches the wallet on that network only', async () => {
  const { kit, wallet } = await connected()
  const data = { domain: {}, types: {}, primaryType: 'Mail', message: {} }
  const asked = [
    (networkId: NetworkId) => kit.signMessage({ message: 'm', networkId }),
    (networkId: NetworkId) => kit.signTypedData({ data, networkId }),
    (networkId: NetworkId) => kit.sendTransaction({ transaction: {}, networkId }),
    (networkId: NetworkId) => kit.writeContract({ call, networkId }),
    (networkId: NetworkId) => kit.sendCalls({ calls: [], networkId }),
  ]
  for (const ask of asked) {
    await expect(ask('eip155:10')).rejects.toMatchObject({
      code: 'network.mismatch',
      context: { expected: 'eip155:10', actual: 'eip155:1' },
    })
  }
  expect(wallet.signers).toEqual([])
  for (const ask of asked) await ask('eip155:1')
  expect(wallet.signers).toHaveLength(asked.length)
  // The wallet moves without a word, and is asked where it is when its turn comes.
  wallet.changeNetwork('eip155:10', { isSilent: true })
  await expect(kit.writeContract({ call, networkId: 'eip155:1' })).rejects.toMatchObject({
    code: 'network.mismatch',
  })
})

test('the wallet says what it can do and how a bundle went', async () => {
  const { kit } = await connected()
  await expect(kit.getCapabilities()).resolves.toEqual({ 'eip155:1': { atomic: { status: 'supported' } } })
  await expect(kit.getCallsStatus({ id: 'b' })).resolves.toMatchObject({ id: 'b', status: 'success' })
})

test('[S5-12] it says so beside a question on its screen, and while the person changes the account', async () => {
  const { kit, wallet } = await connected(createFakeWallet({ accounts: [one, two], asks: ['signMessage'] }))
  const signing = kit.signMessage({ message: 'm' })
  await settle()
  wallet.changeAccounts([two, one], { isSilent: true })
  await expect(kit.getCallsStatus({ id: 'b' })).resolves.toMatchObject({ id: 'b' })
  await expect(kit.getCapabilities({ address: one })).resolves.toBeDefined()
  wallet.approve('signMessage')
  await signing
})

test('[D-10] a wallet that does not say so is not waited for as long as a person', async () => {
  const silent = createFakeWallet()
  const { connect } = silent.connector
  const connector: Connector = {
    ...silent.connector,
    connect: async (input) => ({ ...(await connect(input)), getCapabilities: () => new Promise(() => {}) }),
  }
  const { kit, clock } = await connected({ ...silent, connector })
  const asked = expect(kit.getCapabilities()).rejects.toMatchObject({ code: 'connection.timeout' })
  await vi.dynamicImportSettled()
  await clock.advanceAsync(limits.inquiryDeadline)
  await asked
  const controller = new AbortController()
  const given = expect(kit.getCapabilities({ signal: controller.signal })).rejects.toMatchObject({
    code: 'request.aborted',
  })
  await settle()
  controller.abort('enough')
  await given
  expect(clock.pending).toBe(0)
})

test('a wallet without the method is told apart from one that refused', async () => {
  const { kit } = await connected(createFakeWallet({ can: ['signMessage'] }))
  const asked = [
    () => kit.writeContract({ call }),
    () => kit.sendCalls({ calls: [] }),
    () => kit.getCallsStatus({ id: 'b' }),
    () => kit.getCapabilities(),
  ]
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'connection.unsupported' })
})

test('reads go to the adapter of the network, with or without a wallet, and end with the kit', async () => {
  const adapter = createFakeAdapter({ wallets: [createFakeWallet()] })
  const reads = {
    estimateGas: vi.fn(async () => 21_000n),
    readContract: vi.fn((input: { signal: AbortSignal }) => {
      return new Promise((_, reject) => {
        input.signal.addEventListener('abort', () => reject(input.signal.reason))
      })
    }),
  }
  const { start } = adapter
  const { kit } = createTestKit({
    adapters: [Object.assign(adapter, { start: (context: never) => ({ ...start(context), ...reads }) })],
  })
  await expect(kit.estimateGas({ transaction: {} })).rejects.toMatchObject({
    code: 'network.or-address-undefined',
  })
  const read = kit.readContract({ call, networkId: 'eip155:10' })
  const ended = expect(read).rejects.toBeDefined()
  await settle()
  expect(reads.readContract).toHaveBeenCalledWith(
    expect.objectContaining({ call, network: expect.objectContaining({ caipNetworkId: 'eip155:10' }) }),
  )
  await expect(kit.readContract({ call, networkId: 'eip155:77' })).rejects.toMatchObject({
    code: 'network.not-found',
  })
  await kit.connect({ connectorId: 'fake' })
  await expect(kit.estimateGas({ transaction: { to: two } })).resolves.toBe(21_000n)
  expect(reads.estimateGas).toHaveBeenCalledWith(
    expect.objectContaining({ address: one, transaction: { to: two } }),
  )
  kit.destroy()
  await ended
})
