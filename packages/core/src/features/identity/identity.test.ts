/** Names of accounts: from the gateway, kept for a while, and never in the way. */
import { asAddress } from '@latchkey/spec/caip'
import { expect, test, vi } from 'vitest'
import { startFeature } from '../../feature.js'
import { createFakeWallet, createTestKit } from '../../testing/index.js'
import { identity } from '../onDemand.js'

const address = asAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')

function create(answer: Parameters<ReturnType<typeof createTestKit>['fetch']['always']>[0]) {
  const world = createTestKit({ gatewayUrl: 'https://gateway.test' })
  world.fetch.always(answer)
  return world
}

test('[S7-03] a name comes from the gateway, and is asked for once while it is young', async () => {
  const { context, fetch } = create(() => ({ json: { name: 'ada.example', avatar: null, resolvedAt: 1 } }))
  const names = await startFeature(context, identity)
  expect(await names?.nameOf({ address, namespace: 'eip155' })).toBe('ada.example')
  expect(await names?.nameOf({ address, namespace: 'eip155' })).toBe('ada.example')
  expect(fetch.calls.map(({ url }) => new URL(url).pathname)).toEqual([`/v1/identity/${address}`])
})

test.each([
  ['no name', () => ({ json: { name: null, avatar: null } })],
  ['an empty name', () => ({ json: { name: '', avatar: null } })],
  ['a gateway that does not know the path', () => ({ status: 404 })],
  ['an answer that is none', () => ({ json: 'ada' })],
])('[D-10] with %s there is no name, and no error', async (_, answer) => {
  const { context } = create(answer)
  const names = await startFeature(context, identity)
  expect(await names?.nameOf({ address, namespace: 'eip155' })).toBeUndefined()
})

test('[S9-14] where names do not exist nobody is asked, and without a gateway the feature is off', async () => {
  const { context, fetch } = create(() => ({ json: {} }))
  const names = await startFeature(context, identity)
  expect(await names?.nameOf({ address, namespace: 'solana' })).toBeUndefined()
  expect(fetch.calls).toEqual([])
  expect(await startFeature(createTestKit().context, identity)).toBeUndefined()
})

test('a gateway that does not serve names is asked once', async () => {
  const { context, fetch } = create(() => ({ status: 404 }))
  const names = await startFeature(context, identity)
  for (let times = 0; times < 3; times += 1) await names?.nameOf({ address, namespace: 'eip155' })
  expect(fetch.calls.map(({ url }) => new URL(url).pathname)).toEqual([
    `/v1/identity/${address}`,
    `/v1/profile/reverse/${address}`,
  ])
})

test('[S7-30] where the gateway cannot tell who an address is, its names are looked up', async () => {
  const { context } = create(({ url }) =>
    url.includes('/v1/identity/')
      ? { status: 400, json: { status: 'FAILED', reasons: [{ field: 'address', description: 'no' }] } }
      : { json: [{ name: 'ada.example', addresses: {} }] },
  )
  const names = await startFeature(context, identity)
  expect(await names?.nameOf({ address, namespace: 'eip155' })).toBe('ada.example')
})

test('a registered name is asked for past every cache, and whoever shows it is told', async () => {
  const { context, fetch } = create(() => ({ json: { name: null } }))
  const names = await startFeature(context, identity)
  expect(await names?.nameOf({ address, namespace: 'eip155' })).toBeUndefined()
  let told = 0
  const leave = names?.subscribe(() => (told += 1))
  fetch.always(() => ({ json: { name: 'ada.latch.id', avatar: null } }))
  await names?.renew({ address, namespace: 'eip155', registered: 'ada.latch.id' })
  expect(told).toBe(1)
  expect(fetch.calls.map(({ cache }) => cache)).toEqual([undefined, 'reload'])
  expect(await names?.nameOf({ address, namespace: 'eip155' })).toBe('ada.latch.id')
  leave?.()
  await names?.renew({ address, namespace: 'eip155', registered: 'ada.latch.id' })
  expect(told).toBe(1)
})

test.each([
  ['does not know it yet', () => ({ json: { name: null } })],
  ['does not answer', () => ({ status: 400 })],
])('a registered name is shown also where the gateway %s', async (_, answer) => {
  const { context } = create(answer)
  const names = await startFeature(context, identity)
  await names?.renew({ address, namespace: 'eip155', registered: 'ada.latch.id' })
  expect(await names?.nameOf({ address, namespace: 'eip155' })).toBe('ada.latch.id')
})

test('a name that another service knows better stays', async () => {
  const { context } = create(() => ({ json: { name: 'ada.eth' } }))
  const names = await startFeature(context, identity)
  await names?.renew({ address, namespace: 'eip155', registered: 'ada.latch.id' })
  expect(await names?.nameOf({ address, namespace: 'eip155' })).toBe('ada.eth')
})

test('[S7-03] [D-11] the name of the account that signs is in the state, and goes with the account', async () => {
  const one = '0x00000000000000000000000000000000000000A1'
  const two = '0x00000000000000000000000000000000000000A2'
  const wallet = createFakeWallet({ accounts: [one, two] })
  const world = createTestKit({ wallets: [wallet], gatewayUrl: 'https://gateway.test' })
  const late: (() => void)[] = []
  world.fetch.always(async ({ url }) => {
    if (!url.includes(two)) return { json: { name: 'one.example' } }
    await new Promise<void>((resolve) => late.push(resolve))
    return { json: { name: 'two.example' } }
  })
  const { kit, context } = world
  const named = () => kit.store.get().accountNames
  await startFeature(context, identity)
  await kit.connect({ connectorId: 'fake' })
  await vi.waitUntil(() => named().eip155 === 'one.example')
  wallet.changeAccounts([two, one])
  expect(named()).toEqual({})
  await vi.waitUntil(() => late.length > 0)
  // Back at the first before the second was known.
  wallet.changeAccounts([one, two])
  late[0]?.()
  await vi.waitUntil(() => named().eip155 !== undefined)
  expect(named()).toEqual({ eip155: 'one.example' })
  await kit.disconnect()
  expect(named()).toEqual({})
})
