/** The centre in a kit: what it follows, what it says, and what survives. */
import { asAddress } from '@latchkey/spec/caip'
import { limits, minutes, seconds } from '@latchkey/spec/limits'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KitEvent } from '../../events.js'
import {
  createFakeAdapter,
  createFakeStorage,
  createFakeWallet,
  createTestKit,
  settle,
  type TestKit,
  type TestKitInput,
} from '../../testing/index.js'
import { transactionId } from './followed.js'
import { createTestChain } from './testChain.js'

const address = asAddress('0x00000000000000000000000000000000000000A1')
const networkId = 'eip155:1'

const worlds: TestKit[] = []
afterEach(() => {
  const all = worlds.splice(0)
  for (const { kit } of all) kit.destroy()
  for (const { clock } of all) expect(clock.pending, 'timers after the end').toBe(0)
})

function createWorld({
  chain = createTestChain(),
  ...input
}: TestKitInput & { chain?: ReturnType<typeof createTestChain> } = {}) {
  const wallets = input.wallets ?? [createFakeWallet()]
  const getTransaction = (question: Parameters<typeof chain.getTransaction>[0]) =>
    chain.getTransaction(question)
  const world = createTestKit({
    ...input,
    wallets,
    adapters: [createFakeAdapter({ wallets, getTransaction })],
  })
  worlds.push(world)
  const names: string[] = []
  world.kit.on(({ name, props }: KitEvent) => {
    if (name.startsWith('TRANSACTION')) names.push('status' in props ? `${name} ${props.status}` : name)
  })
  return { ...world, chain, names }
}

const follow = async ({ kit }: Pick<TestKit, 'kit'>, hash = '0xaa', title?: string) => {
  const centre = await kit.transactions()
  centre.follow({ networkId, hash, address, kind: 'send', ...(title ? { title } : {}) })
  return centre
}

describe('[S9-12] following', () => {
  test('what is sent through the kit is followed by itself, with the words that came with it', async () => {
    const wallet = createFakeWallet()
    const world = createWorld({ wallets: [wallet] })
    await world.kit.connect({ connectorId: 'fake' })
    const hash = await world.kit.sendTransaction({
      transaction: { to: address, value: 1n },
      meta: { title: 'Pay the baker' },
    })
    const centre = await world.kit.transactions()
    await settle()
    expect(centre.store.get().entries).toMatchObject([
      {
        id: transactionId(networkId, hash),
        kind: 'send',
        title: 'Pay the baker',
        status: 'pending',
        address,
      },
    ])
    expect(world.kit.store.get().pendingTransactions).toEqual({ eip155: 1 })
    world.chain.send({ hash, nonce: 1 })
    world.chain.mine()
    await world.clock.advanceAsync(seconds(5))
    expect(centre.store.get().entries[0]).toMatchObject({ status: 'confirmed', confirmations: 1 })
    expect(world.kit.store.get().pendingTransactions).toEqual({ eip155: 0 })
    expect(world.names).toEqual(['TRANSACTION_STARTED', 'TRANSACTION_SETTLED confirmed'])
    expect(world.kit.store.get().toast).toMatchObject({
      variant: 'success',
      text: 'Pay the baker: confirmed',
    })
  })

  test('a transaction is followed also where its sender has given up waiting for the wallet', async () => {
    const wallet = createFakeWallet({ asks: ['sendTransaction'] })
    const world = createWorld({ wallets: [wallet] })
    await world.kit.connect({ connectorId: 'fake' })
    const leave = new AbortController()
    const sending = world.kit.sendTransaction({ transaction: { to: address }, signal: leave.signal })
    await settle()
    leave.abort()
    await expect(sending).rejects.toMatchObject({ code: 'request.aborted' })
    wallet.approve('sendTransaction')
    await settle()
    expect((await world.kit.transactions()).store.get().entries).toHaveLength(1)
  })

  test('what nobody could be asked about is not followed: another network, another adapter', async () => {
    const wallet = createFakeWallet({ networkId: 'eip155:999' })
    const world = createWorld({ wallets: [wallet] })
    await world.kit.connect({ connectorId: 'fake' })
    await world.kit.sendTransaction({ transaction: { to: address } })
    expect((await world.kit.transactions()).store.get().entries).toEqual([])
  })

  test('a bundle is followed through its wallet, also after the wallet left and came back', async () => {
    const wallet = createFakeWallet()
    const world = createWorld({ wallets: [wallet] })
    await world.kit.connect({ connectorId: 'fake' })
    const status = {
      current: { status: 'pending', code: 100 } as { status: 'pending' | 'success'; code: number },
    }
    const connect = wallet.connector.connect.bind(wallet.connector)
    Object.assign(wallet.connector, {
      connect: async (input: Parameters<typeof connect>[0]) => ({
        ...(await connect(input)),
        getCallsStatus: async ({ id }: { id: string }) => ({
          id,
          ...status.current,
          isAtomic: true,
          receipts: [],
        }),
      }),
    })
    await world.kit.disconnect()
    await world.kit.connect({ connectorId: 'fake' })
    await world.kit.sendCalls({ calls: [{ to: address }], meta: { kind: 'swap', title: 'Swap' } })
    await settle()
    const centre = await world.kit.transactions()
    expect(centre.store.get().entries).toMatchObject([
      { connectorId: 'fake', kind: 'swap', status: 'pending' },
    ])
    await world.kit.disconnect()
    status.current = { status: 'success', code: 200 }
    await world.clock.advanceAsync(minutes(5))
    expect(centre.store.get().entries).toMatchObject([{ status: 'pending' }])
    await world.kit.connect({ connectorId: 'fake' })
    await world.clock.advanceAsync(minutes(1))
    expect(centre.store.get().entries).toMatchObject([{ status: 'confirmed' }])
  })

  test('following twice is following once, and later words win', async () => {
    const world = createWorld()
    const centre = await follow(world)
    await follow(world, '0xaa', 'Send 5 USDC')
    expect(centre.store.get().entries).toMatchObject([{ hash: '0xaa', title: 'Send 5 USDC', kind: 'send' }])
  })

  test('a hundredth pending one takes the place of the oldest', async () => {
    const world = createWorld()
    const centre = await world.kit.transactions()
    for (let n = 0; n < limits.pendingTransactions + 1; n += 1) {
      world.clock.advance(1)
      centre.follow({ networkId, hash: `0x${n}`, address })
    }
    const { entries } = centre.store.get()
    expect(entries).toHaveLength(99)
    expect([entries[0]?.hash, entries.at(-1)?.hash]).toEqual(['0x99', '0x1'])
  })
})

describe('[D-10] waiting', () => {
  test('nodes that are down stop nobody: it goes on by itself, less and less often', async () => {
    const world = createWorld()
    world.chain.send({ hash: '0xaa', nonce: 1 })
    world.chain.isDown = true
    const centre = await follow(world)
    const settled = centre.settled(transactionId(networkId, '0xaa'))
    await world.clock.advanceAsync(minutes(60))
    world.chain.mine()
    expect(centre.store.get().entries[0]?.status).toBe('pending')
    world.chain.isDown = false
    await world.clock.advanceAsync(minutes(1))
    await expect(settled).resolves.toMatchObject({ status: 'confirmed' })
  })

  test('while the nodes of the page are down, that of a wallet on the network tells; that of one elsewhere does not', async () => {
    const wallet = createFakeWallet()
    const { connector } = wallet
    const ownNode = createTestChain()
    const withNode = {
      ...connector,
      connect: async (input: Parameters<typeof connector.connect>[0]) =>
        Object.assign(await connector.connect(input), {
          getTransaction: (question: Parameters<typeof ownNode.getTransaction>[0]) =>
            ownNode.getTransaction(question),
        }),
    }
    const world = createWorld({ wallets: [{ ...wallet, connector: withNode }] })
    await world.kit.connect({ connectorId: 'fake' })
    world.chain.isDown = true
    ownNode.send({ hash: '0xaa', nonce: 1 })
    ownNode.mine()
    wallet.changeNetwork('eip155:137')
    const centre = await follow(world)
    await world.clock.advanceAsync(minutes(10))
    expect([centre.store.get().entries[0]?.status, ownNode.asked]).toEqual(['pending', 0])
    wallet.changeNetwork(networkId)
    await world.clock.advanceAsync(minutes(2))
    expect(centre.store.get().entries[0]?.status).toBe('confirmed')
  })

  test('[D-11] another account, or none, ends nothing but the number on the button', async () => {
    const other = '0x00000000000000000000000000000000000000b2'
    const wallet = createFakeWallet({ accounts: [address, other] })
    const world = createWorld({ wallets: [wallet] })
    await world.kit.connect({ connectorId: 'fake' })
    world.chain.send({ hash: '0xaa', nonce: 1 })
    const centre = await follow(world)
    expect(world.kit.store.get().pendingTransactions).toEqual({ eip155: 1 })
    wallet.changeAccounts([other, address])
    expect(world.kit.store.get().pendingTransactions).toEqual({ eip155: 0 })
    await world.kit.disconnect()
    world.chain.mine()
    await world.clock.advanceAsync(minutes(1))
    expect(centre.store.get().entries[0]?.status).toBe('confirmed')
  })

  test('an answer that never comes is given up and asked for again', async () => {
    const chain = createTestChain()
    const answer = chain.getTransaction.bind(chain)
    const ask = vi.spyOn(chain, 'getTransaction').mockImplementationOnce(() => new Promise(() => {}))
    ask.mockImplementation(answer)
    const world = createWorld({ chain })
    chain.send({ hash: '0xaa', nonce: 1 })
    chain.mine()
    const centre = await follow(world)
    await world.clock.advanceAsync(minutes(1))
    expect(centre.store.get().entries[0]?.status).toBe('confirmed')
  })

  test('waiting ends with the signal, with the kit, and with an id that nobody follows', async () => {
    const world = createWorld()
    const centre = await follow(world)
    const id = transactionId(networkId, '0xaa')
    await expect(centre.settled('eip155:1:0xbb')).rejects.toMatchObject({ code: 'transaction.not-followed' })
    const leave = new AbortController()
    const left = centre.settled(id, leave.signal)
    leave.abort()
    await expect(left).rejects.toMatchObject({ code: 'request.aborted' })
    const last = centre.settled(id)
    world.kit.destroy()
    await expect(last).rejects.toMatchObject({ code: 'kit.destroyed' })
  })
})

describe('[S9-12] pages', () => {
  test('a reload goes on with what was pending, before anything is opened or connected', async () => {
    const first = createWorld()
    first.chain.send({ hash: '0xaa', nonce: 1 })
    await follow(first)
    await first.clock.advanceAsync(seconds(10))
    const second = createWorld({ chain: first.chain, storage: first.storage, clock: first.clock })
    first.kit.destroy()
    first.chain.mine()
    await second.clock.advanceAsync(seconds(30))
    await vi.dynamicImportSettled()
    await second.clock.advanceAsync(seconds(30))
    expect(second.names).toEqual(['TRANSACTION_SETTLED confirmed'])
  })

  test('a page that has nothing to follow does not load the centre', async () => {
    const world = createWorld()
    await world.clock.advanceAsync(minutes(1))
    expect(world.context.jobs.features.has('transactions')).toBe(false)
    const centre = await follow(world)
    world.chain.send({ hash: '0xaa', nonce: 1 })
    world.chain.mine()
    for (let n = 0; n < limits.transactionDepth; n += 1) world.chain.mineEmpty()
    await world.clock.advanceAsync(minutes(1))
    expect(centre.store.get().entries[0]?.isFollowed).toBe(false)
    const next = createWorld({ storage: world.storage, clock: world.clock })
    await next.clock.advanceAsync(minutes(1))
    expect(next.context.jobs.features.has('transactions')).toBe(false)
    expect((await next.kit.transactions()).store.get().entries).toHaveLength(1)
  })

  test('two tabs show the same, ask about as often as one, and both tell', async () => {
    const storage = createFakeStorage()
    const one = createWorld({ storage })
    const two = createWorld({ storage: storage.besides(), clock: one.clock, chain: one.chain })
    one.chain.send({ hash: '0xaa', nonce: 1 })
    const first = await follow(one, '0xaa', 'Send')
    await one.clock.advanceAsync(seconds(30))
    const asked = one.chain.asked
    await vi.dynamicImportSettled()
    await one.clock.advanceAsync(seconds(30))
    expect(one.chain.asked - asked).toBeLessThanOrEqual(18)
    one.chain.mine()
    await one.clock.advanceAsync(seconds(10))
    const second = await two.kit.transactions()
    expect(second.store.get().entries).toEqual(first.store.get().entries)
    expect(two.names).toEqual(['TRANSACTION_SETTLED confirmed'])
    expect(one.names).toEqual(['TRANSACTION_STARTED', 'TRANSACTION_SETTLED confirmed'])
    second.forget()
    expect(first.store.get().entries).toEqual([])
  })

  test('a browser that keeps nothing costs the memory of it, nothing else', async () => {
    const storage = createFakeStorage()
    storage.fail('set')
    const world = createWorld({ storage })
    const centre = await follow(world)
    world.chain.send({ hash: '0xaa', nonce: 1 })
    world.chain.mine()
    await follow(world, '0xbb')
    await world.clock.advanceAsync(seconds(10))
    expect(
      centre.store
        .get()
        .entries.map(({ status }) => status)
        .sort(),
    ).toEqual(['confirmed', 'pending'])
  })

  test.each([
    ['nonsense', 'not json'],
    ['another version', JSON.stringify({ version: 99, data: [] })],
    ['a half entry', JSON.stringify({ version: 1, data: [{ hash: '0xaa' }] })],
    ['too much', `"${'x'.repeat(300 * 1024)}"`],
  ])('stored %s reads as nothing', async (_, text) => {
    const storage = createFakeStorage({ 'latchkey:default::transactions': text })
    const world = createWorld({ storage })
    const [key] = [...storage.values.keys()]
    expect(key).toBe('latchkey:default::transactions')
    const centre = await world.kit.transactions()
    expect(centre.store.get().entries).toEqual([])
    await follow(world)
    expect(centre.store.get().entries).toHaveLength(1)
  })
})

test('[S9-12] a reorganisation reopens what was confirmed, and says so', async () => {
  const world = createWorld()
  world.chain.send({ hash: '0xaa', nonce: 1 })
  world.chain.mine()
  const centre = await follow(world)
  await world.clock.advanceAsync(seconds(10))
  expect(centre.store.get().entries[0]?.status).toBe('confirmed')
  world.chain.reorganise(1)
  await world.clock.advanceAsync(minutes(1))
  expect(centre.store.get().entries[0]?.status).toBe('pending')
  world.chain.mine()
  await world.clock.advanceAsync(minutes(1))
  expect(centre.store.get().entries[0]?.status).toBe('confirmed')
  expect(world.names).toEqual([
    'TRANSACTION_STARTED',
    'TRANSACTION_SETTLED confirmed',
    'TRANSACTION_REOPENED',
    'TRANSACTION_SETTLED confirmed',
  ])
})
