/** Signing: the address shown is the address that signs, whatever the wallet does meanwhile. */

import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { describe, expect, test, vi } from 'vitest'
import { contextOf } from '../context.js'
import { selectAccount, selectWallet } from '../select.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork, settle } from '../testing/index.js'

const one = asAddress('0x00000000000000000000000000000000000000A1')
const two = asAddress('0x00000000000000000000000000000000000000A2')

async function connected(input: Parameters<typeof createFakeWallet>[0] = {}) {
  const wallet = createFakeWallet({ accounts: [one, two], ...input })
  const world = createTestKit({ wallets: [wallet] })
  await world.kit.connect({ connectorId: 'fake' })
  return { ...world, wallet }
}

describe('[D-11] the address shown is the address that signs', () => {
  test('after the wallet changed its account', async () => {
    const { kit, wallet } = await connected()
    wallet.changeAccounts([two, one])
    expect(selectAccount(kit.store.get())?.address).toBe(two)
    await expect(kit.signMessage({ message: 'm' })).resolves.toBe(`m signed by ${two}`)
  })

  test('a wallet that changed without a word is not allowed to sign for the other address', async () => {
    const { kit, wallet } = await connected()
    wallet.changeAccounts([two], { isSilent: true })
    await expect(kit.signMessage({ message: 'm' })).rejects.toMatchObject({
      code: 'connection.account-changed',
    })
    expect(wallet.signers).toEqual([])
    // The page learnt the truth on the way: the next request signs with what is shown now.
    expect(selectAccount(kit.store.get())?.address).toBe(two)
    await expect(kit.signMessage({ message: 'm' })).resolves.toBe(`m signed by ${two}`)
  })

  test('a request for another address than the shown one is refused', async () => {
    const { kit, wallet } = await connected()
    await expect(kit.signMessage({ message: 'm', address: two })).rejects.toMatchObject({
      code: 'connection.account-changed',
    })
    expect(wallet.signers).toEqual([])
  })

  test('a request that waited for its turn is checked again when it comes', async () => {
    const { kit, wallet } = await connected({ asks: ['signMessage'] })
    const first = kit.signMessage({ message: '1' })
    const second = kit.signMessage({ message: '2' })
    const refused = expect(second).rejects.toMatchObject({ code: 'connection.account-changed' })
    await settle()
    expect(wallet.prompts).toHaveLength(1)
    wallet.changeAccounts([two, one])
    wallet.approve('signMessage')
    await expect(first).resolves.toBe(`1 signed by ${one}`)
    await refused
    expect(wallet.peakPrompts).toBe(1)
  })

  test('switching between accounts of one wallet and between wallets', async () => {
    const other = createFakeWallet({ id: 'other', accounts: ['0x00000000000000000000000000000000000000B1'] })
    const wallet = createFakeWallet({ accounts: [one, two] })
    const { kit } = createTestKit({ wallets: [wallet, other] })
    await kit.connect({ connectorId: 'other' })
    await kit.connect({ connectorId: 'fake' })
    for (const address of [two, '0x00000000000000000000000000000000000000B1', one]) {
      await kit.switchAccount({ address: asAddress(address) })
      expect(selectAccount(kit.store.get())?.address).toBe(address)
      expect(selectWallet(kit.store.get())?.session.accounts()[0]?.address).toBe(address)
      await expect(kit.signMessage({ message: 'm' })).resolves.toBe(`m signed by ${address}`)
    }
    await expect(kit.switchAccount({ address: asAddress('0x0') })).rejects.toThrow(
      'Address or auth connector not found',
    )
  })
})

test('[D-15] an address is the same in any case, and the wallet gets its own spelling', async () => {
  const { kit, wallet } = await connected()
  const small = (address: string) => asAddress(address.toLowerCase())
  await expect(kit.signMessage({ message: 'm', address: small(one) })).resolves.toBe(`m signed by ${one}`)
  await kit.switchAccount({ address: small(two) })
  expect(wallet.activeAddress).toBe(two)
  await expect(kit.signMessage({ message: 'm', address: small(two) })).resolves.toBe(`m signed by ${two}`)
  await expect(kit.signMessage({ message: 'm', address: small(one) })).rejects.toMatchObject({
    code: 'connection.account-changed',
  })
})

test('[D-15] where case tells two addresses apart, it does so here', async () => {
  const wallet = createFakeWallet({
    namespace: 'solana',
    networkId: 'solana:main',
    accounts: ['4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'],
  })
  const { kit } = createTestKit({
    networks: [fakeNetwork({ namespace: 'solana', reference: 'main' })],
    adapters: [createFakeAdapter({ namespace: 'solana', wallets: [wallet] })],
  })
  await kit.connect({ connectorId: 'fake' })
  const address = asAddress('4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYva')
  await expect(kit.signMessage({ message: 'm', address })).rejects.toMatchObject({
    code: 'connection.account-changed',
  })
})

test('[D-11] a wallet that refuses to switch its account does not become the one that signs', async () => {
  const other = createFakeWallet({ id: 'other', accounts: [one, two], asks: ['switchAccount'] })
  const front = createFakeWallet({ accounts: ['0x00000000000000000000000000000000000000B1'] })
  const { kit } = createTestKit({ wallets: [front, other] })
  await kit.connect({ connectorId: 'other' })
  await kit.connect({ connectorId: 'fake' })
  const refused = expect(kit.switchAccount({ address: two })).rejects.toMatchObject({ code: 4001 })
  await settle()
  expect(selectWallet(kit.store.get())?.connectorId).toBe('fake')
  other.reject('switchAccount')
  await refused
  expect(selectWallet(kit.store.get())?.connectorId).toBe('fake')
  expect(contextOf(kit).storage.read('connections')).toEqual({ eip155: ['fake', 'other'] })
  const switched = kit.switchAccount({ address: two })
  await settle()
  other.approve('switchAccount')
  await switched
  expect(selectAccount(kit.store.get())?.address).toBe(two)
})

test('[D-11] of two wallets with the same address, the one that was chosen signs', async () => {
  const wallets = [createFakeWallet({ id: 'a' }), createFakeWallet({ id: 'b' })]
  const { kit } = createTestKit({ wallets })
  await kit.connect({ connectorId: 'a' })
  await kit.connect({ connectorId: 'b' })
  const [account] = selectWallet(kit.store.get())?.accounts ?? []
  if (!account) throw new Error('No wallet is connected')
  for (const connectorId of ['a', 'b', 'a']) {
    await kit.switchAccount({ address: account.address, connectorId })
    expect(selectWallet(kit.store.get())?.connectorId).toBe(connectorId)
  }
})

test('every kind of request reaches the wallet', async () => {
  const { kit } = await connected()
  const data = { domain: {}, types: {}, primaryType: 'Mail', message: {} }
  await expect(kit.signTypedData({ data })).resolves.toBe(`Mail signed by ${one}`)
  await expect(kit.sendTransaction({ transaction: { to: two } })).resolves.toBe(
    `transaction signed by ${one}`,
  )
})

test('what a wallet lacks is an error that says what it cannot do', async () => {
  const { kit } = await connected({ can: ['reconnect'] })
  await expect(kit.signMessage({ message: 'm' })).rejects.toThrow('The connected wallet cannot sign messages')
})

test('without a wallet nothing is signed', async () => {
  const { kit } = createTestKit()
  await expect(kit.signMessage({ message: 'm' })).rejects.toThrow('No wallet is connected for eip155')
})

test('a wallet that leaves ends the requests to it', async () => {
  const { kit, wallet } = await connected({ asks: ['signMessage'] })
  const signed = kit.signMessage({ message: 'm' })
  const failed = expect(signed).rejects.toMatchObject({ code: 'connection.wallet-left' })
  await settle()
  wallet.vanish()
  await failed
  expect(contextOf(kit).jobs.lanes.size).toBe(0)
})

test('[D-10] a request that is never answered ends at its deadline and lets the next one through', async () => {
  const { kit, wallet, clock } = await connected({ asks: ['signMessage'] })
  const signed = kit.signMessage({ message: '1' })
  const failed = expect(signed).rejects.toMatchObject({ code: 'connection.timeout' })
  const next = kit.signMessage({ message: '2' })
  await clock.advanceAsync(limits.walletDeadline)
  await failed
  expect(wallet.prompts.map(({ isAborted }) => isAborted)).toEqual([true, false])
  wallet.prompts[1]?.approve()
  await expect(next).resolves.toBe(`2 signed by ${one}`)
  expect(clock.pending).toBe(0)
})

test('an aborted request is given up at once, and the wallet is told', async () => {
  const { kit, wallet } = await connected({ asks: ['signMessage'] })
  const controller = new AbortController()
  const signed = kit.signMessage({ message: 'm', signal: controller.signal })
  const failed = expect(signed).rejects.toThrow('Request was aborted')
  await settle()
  controller.abort()
  await failed
  expect(wallet.prompts[0]?.isAborted).toBe(true)
})

test('a refusal reaches the caller as the wallet said it', async () => {
  const { kit, wallet } = await connected({ asks: ['signMessage'] })
  const signed = kit.signMessage({ message: 'm' })
  const failed = expect(signed).rejects.toMatchObject({ code: 4001 })
  await settle()
  wallet.reject('signMessage')
  await failed
})

test('nothing stays on the signal of a caller whose request has ended', async () => {
  const { kit } = await connected()
  const { signal } = new AbortController()
  const add = vi.spyOn(signal, 'addEventListener')
  const remove = vi.spyOn(signal, 'removeEventListener')
  await kit.signMessage({ message: 'm', signal })
  expect(add.mock.calls.length).toBeGreaterThan(0)
  for (const [type, listener] of add.mock.calls) expect(remove).toHaveBeenCalledWith(type, listener)
})

test('a session that breaks when it is read does not break the wallet that told us', async () => {
  const wallet = createFakeWallet()
  const { connect } = wallet.connector
  let isBroken = false
  const fragile = {
    ...wallet,
    connector: {
      ...wallet.connector,
      connect: async (input: Parameters<typeof connect>[0]) => {
        const session = await connect(input)
        return {
          ...session,
          accounts() {
            if (isBroken) throw new Error('storage gone')
            return session.accounts()
          },
        }
      },
    },
  }
  const { kit } = createTestKit({ wallets: [fragile] })
  await kit.connect({ connectorId: 'fake' })
  isBroken = true
  expect(() => wallet.changeAccounts([two])).not.toThrow()
  expect(contextOf(kit).log.entries().at(-1)?.level).toBe('error')
})

test('a request waits while an abandoned connection is still asked for on the screen of the wallet', async () => {
  const wallet = createFakeWallet({ asks: ['connect', 'signMessage'] })
  const { kit } = createTestKit({ wallets: [wallet] })
  const first = kit.connect({ connectorId: 'fake' })
  await settle()
  wallet.approve('connect')
  await first
  const abandoned = kit.connect({ connectorId: 'fake' })
  const failed = expect(abandoned).rejects.toMatchObject({ code: 'request.aborted' })
  await settle()
  kit.cancelConnect()
  await failed
  const signed = kit.signMessage({ message: 'm' })
  await settle()
  expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  wallet.reject('connect')
  await settle()
  wallet.approve('signMessage')
  await expect(signed).resolves.toBe(`m signed by ${one}`)
  expect(wallet.peakPrompts).toBe(1)
})
