/** The frame when the page, its storage or the server goes away: nobody loses a wallet, and nobody gets a second one. */
import type { WalletRouteName } from '@latchkey/spec/walletApi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWalletWorld, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { unavailable } from '../../apps/wallet/src/api/walletRefusal.js'
import { createMemoryShelf } from '../../apps/wallet/src/device/shelf.js'
import { bendCalls, createPerson, openRealFrame, type RealFrame, signInByEmail } from '../attack/realFrame.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

test('a newcomer signs in by email and has a wallet; a reload finds the same one', async () => {
  const shelf = createMemoryShelf()
  const frame = await openRealFrame(world, { shelf })
  expect(await frame.ask('IS_CONNECTED', {})).toEqual({ isConnected: false })
  await signInByEmail(world, frame, 'ada@example.org')
  const user = await frame.ask('GET_USER', { chainId: 31337, preferredAccountType: 'eoa' })
  expect(user).toMatchObject({
    email: 'ada@example.org',
    chainId: 'eip155:31337',
    preferredAccountType: 'eoa',
  })
  expect(user.accounts).toHaveLength(2)
  expect(frame.capsules).toHaveLength(1)

  const again = await openRealFrame(world, { shelf })
  expect(await again.ask('IS_CONNECTED', {})).toEqual({ isConnected: true })
  expect(await again.ask('GET_USER', { preferredAccountType: 'eoa' })).toEqual(user)
})

const eoaOf = async ({ ask }: RealFrame) => (await ask('GET_USER', { preferredAccountType: 'eoa' })).address
const walletsOf = async ({ context }: RealFrame) => (await context.api.call('walletList', {})).wallets

test.each([
  ['walletPut', 'before it is heard'],
  ['walletShare', 'after it was heard'],
  ['walletActivate', 'after it was heard'],
] as const)(
  '[F-B] [I-6] a page that closes at %s, %s, shows no address and ends with one wallet',
  async (step: WalletRouteName, when) => {
    const email = `${step}@example.org`.toLowerCase()
    const frame = await openRealFrame(world)
    const restore = bendCalls(frame, async (name, _call, next) => {
      if (name !== step) return next()
      if (when === 'after it was heard') await next()
      throw unavailable()
    })
    await expect(signInByEmail(world, frame, email)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    restore()
    expect(JSON.stringify(frame.sent)).not.toMatch(/0x[0-9a-f]{40}/i)

    const again = await openRealFrame(world, { shelf: frame.shelf })
    expect(await again.ask('IS_CONNECTED', {})).toEqual({ isConnected: true })
    const [only, ...others] = await walletsOf(again)
    expect(only?.state).toBe('active')
    expect(others).toEqual([])
    expect(await eoaOf(again)).toMatch(/^0x/)
  },
)

test('[I-5] of two devices that make the wallet at once one is faster, and the other shows the same wallet', async () => {
  const slow = await openRealFrame(world)
  const fast = await openRealFrame(world)
  let isFirst = true
  const restore = bendCalls(slow, async (name, _call, next) => {
    if (name === 'walletActivate' && isFirst) {
      isFirst = false
      world.clock.shift(31_000)
      await signInByEmail(world, fast, 'two@example.org')
    }
    return next()
  })
  await signInByEmail(world, slow, 'two@example.org')
  restore()
  expect(await eoaOf(slow)).toBe(await eoaOf(fast))
  expect((await walletsOf(slow)).filter(({ state }) => state === 'active')).toHaveLength(1)
})

test('[A-39] namespaces that ask at once after a reload refresh once, also where it fails: a repetition looks like a theft', async () => {
  const frame = await openRealFrame(world)
  await signInByEmail(world, frame, 'both@example.org')
  const again = await openRealFrame(world, { shelf: frame.shelf })
  const asked: string[] = []
  const restore = bendCalls(again, async (name, _call, next) => {
    asked.push(name)
    if (name !== 'sessionRefresh') return next()
    throw unavailable()
  })
  const both = [again.ask('IS_CONNECTED', {}), again.ask('IS_CONNECTED', {})]
  for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected')
  expect(asked.filter((name) => name === 'sessionRefresh')).toHaveLength(1)
  restore()
  expect(await again.ask('IS_CONNECTED', {})).toEqual({ isConnected: true })
})

test('[A-39] who signs in while the session before is looked for is not overtaken by it', async () => {
  const frame = await openRealFrame(world)
  await signInByEmail(world, frame, 'before@example.org')
  const again = await openRealFrame(world, { shelf: frame.shelf })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const restore = bendCalls(again, async (name, _call, next) => {
    const answer = await next()
    if (name === 'sessionRefresh') await held
    return answer
  })
  const looking = again.ask('IS_CONNECTED', {})
  await signInByEmail(world, again, 'after@example.org')
  goOn()
  expect(await looking).toEqual({ isConnected: true })
  restore()
  expect(await again.ask('GET_USER', { preferredAccountType: 'eoa' })).toMatchObject({
    email: 'after@example.org',
  })
  const reloaded = await openRealFrame(world, { shelf: frame.shelf })
  expect(await reloaded.ask('IS_CONNECTED', {})).toEqual({ isConnected: true })
  expect(await reloaded.ask('GET_USER', { preferredAccountType: 'eoa' })).toMatchObject({
    email: 'after@example.org',
  })
})

test('[F-K] where nothing is kept at all, the person has the same address again, and recovers: never a new wallet', async () => {
  const first = await openRealFrame(world)
  await signInByEmail(world, first, 'private@example.org')
  const address = await eoaOf(first)

  world.clock.shift(31_000)
  const person = createPerson(world, async () => {})
  const second = await openRealFrame(world, person)
  await signInByEmail(world, second, 'private@example.org')
  expect(await eoaOf(second)).toBe(address)
  const asking = second.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x6869', address] })
  const told = expect(asking).rejects.toMatchObject({ code: 4001 })
  await expect.poll(() => person.screens.length).toBe(1)
  expect(person.screens[0]).toMatchObject({ kind: 'window', purpose: 'recover' })
  await second.ask('RPC_ABORT')
  await told
  expect(await walletsOf(second)).toHaveLength(1)
})
