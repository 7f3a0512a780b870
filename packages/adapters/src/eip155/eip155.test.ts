/** Which wallets are offered, and under which names. */
import { createFakeStorage } from '@latchkey/core/testing'
import { describe, expect, test } from 'vitest'
import { announceWallet } from '../lab/announceWallet.js'
import { eip155 } from './eip155.js'
import { createTestWorld, type TestWorldInput, testLabWallet, testNetwork } from './testWorld.js'

async function offered(input: TestWorldInput & { readonly ethereum?: unknown } = {}) {
  const { ethereum, ...rest } = input
  const target = Object.assign(new EventTarget(), ethereum === undefined ? {} : { ethereum })
  const world = await createTestWorld({ ...rest, adapter: { ...rest.adapter, target } })
  const list = () => world.kit.store.get().connectors.map(({ id, type, name }) => ({ id, type, name }))
  return { ...world, target, list }
}

const generic = { id: 'injected', type: 'INJECTED', name: 'Browser Wallet' }
const announced = { id: 'dev.latchkey.lab', type: 'ANNOUNCED', name: 'Lab Wallet' }

describe('announced wallets', () => {
  test('[S3-08] a wallet is offered under its rdns, with its picture, as installed', async () => {
    const { kit, wallet } = await offered()
    expect(kit.store.get().connectors).toEqual([
      expect.objectContaining({ ...announced, rdns: announced.id, icon: wallet.info.icon, installed: true }),
    ])
  })

  test('a wallet that announces late is offered then, and keeps its object while others come', async () => {
    const { kit, wallet, target, list } = await offered({ isSilent: true })
    expect(list()).toEqual([])
    announceWallet(wallet, { target })
    const [first] = kit.store.get().connectors
    announceWallet(await testLabWallet({ rdns: 'com.second', name: 'Second' }), { target })
    expect(list().map(({ id }) => id)).toEqual([announced.id, 'com.second'])
    expect(kit.store.get().connectors[0]).toBe(first)
  })

  test('[S3-17] enableEIP6963: false leaves announcements unheard', async () => {
    const { list } = await offered({ enableEIP6963: false })
    expect(list()).toEqual([])
  })

  test('two announcements that share one provider are one wallet', async () => {
    const { wallet, target, list } = await offered()
    announceWallet(wallet, { target, info: { rdns: 'com.twin', uuid: 'twin', name: 'Twin' } })
    expect(list()).toEqual([announced])
  })

  test('[D-03] a destroyed kit hears nothing any more', async () => {
    const { kit, target, list } = await offered({ isSilent: true })
    kit.destroy()
    announceWallet(await testLabWallet(), { target })
    expect(list()).toEqual([])
  })
})

describe('the generic browser wallet', () => {
  test('[S2-15] is not offered on a desktop without a provider', async () => {
    expect((await offered({ isSilent: true })).list()).toEqual([])
    expect((await offered({ isSilent: true, ethereum: { isMetaMask: true } })).list()).toEqual([])
  })

  test('[S2-15] is not offered on a phone where nothing is installed', async () => {
    expect((await offered({ isSilent: true, isMobile: true })).list()).toEqual([])
  })

  test('[S2-15] is offered where something answers behind it, on both', async () => {
    const { provider } = await testLabWallet()
    expect((await offered({ isSilent: true, ethereum: provider })).list()).toEqual([generic])
    expect((await offered({ isSilent: true, isMobile: true, ethereum: provider })).list()).toEqual([generic])
  })

  test('[S2-15] is not a second entry for a wallet that announced itself', async () => {
    const given = await testLabWallet()
    const { list } = await offered({ given, ethereum: given.provider })
    expect(list()).toEqual([announced])
  })

  test('connects to whatever is injected', async () => {
    const given = await testLabWallet()
    const { kit } = await offered({ isSilent: true, given, ethereum: given.provider })
    const { accounts } = await kit.connect({ connectorId: 'injected' })
    expect(accounts[0]?.address).toBe(given.addresses[0])
  })
})

describe('exclusion', () => {
  test('[S2-16] by rdns, or by name whatever its case', async () => {
    expect((await offered({ excludeWalletIds: ['dev.latchkey.lab'] })).list()).toEqual([])
    expect((await offered({ excludeWalletIds: ['LAB WALLET'] })).list()).toEqual([])
    expect((await offered({ excludeWalletIds: ['lab'] })).list()).toEqual([announced])
  })
})

test('[D-03] an adapter starts where there is no window', async () => {
  const { createLatchkey } = await import('@latchkey/core')
  expect('window' in globalThis).toBe(false)
  const kit = createLatchkey({
    networks: [testNetwork(1)],
    adapters: [eip155()],
    storage: createFakeStorage(),
    logLevel: 'silent',
  })
  await kit.ready
  expect(kit.store.get().connectors).toEqual([])
  kit.destroy()
})
