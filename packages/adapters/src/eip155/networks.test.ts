/** Moving: wallets that answer before they moved, after, not at all, or somewhere else. */
import { selectAccount } from '@latchkey/core'
import { settle } from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import type { LabWallet } from '../lab/createLabWallet.js'
import { createTestWorld, testLabWallet } from './testWorld.js'

/** A wallet that says yes to a move and does not move by itself. */
async function lazyWallet(): Promise<LabWallet> {
  const wallet = await testLabWallet()
  const { request } = wallet.provider
  const provider = {
    ...wallet.provider,
    request: async (asked: { readonly method: string }) =>
      asked.method === 'wallet_switchEthereumChain' ? null : request(asked),
  }
  return Object.assign(wallet, { provider })
}

async function connected(given?: LabWallet) {
  const world = await createTestWorld(given ? { given } : {})
  await world.kit.connect({ connectorId: 'dev.latchkey.lab' })
  return world
}

const network = ({ kit }: Awaited<ReturnType<typeof connected>>) =>
  kit.store.get().activeNetworks.eip155?.networkId

test('[S4-07] a wallet that says yes before it moves is waited for', async () => {
  const wallet = await lazyWallet()
  const world = await connected(wallet)
  const switched = world.kit.switchNetwork({ networkId: 'eip155:10' })
  await settle()
  wallet.switchChain(10)
  await switched
  expect(network(world)).toBe('eip155:10')
  expect(world.clock.pending).toBe(0)
})

test('[D-11] after a move the wallet’s changes are still heard, also where its emitter forgets too much', async () => {
  const wallet = await lazyWallet()
  const listeners: { event: string; hear: (value: never) => void }[] = []
  wallet.onEvent((event, value) => {
    for (const each of [...listeners]) if (each.event === event) each.hear(value as never)
  })
  const provider = {
    request: wallet.provider.request,
    on: (event: string, hear: (value: never) => void) => void listeners.push({ event, hear }),
    removeListener(event: string, hear: (value: never) => void) {
      for (const [index, each] of [...listeners.entries()].reverse()) {
        if (each.event === event && each.hear === hear) listeners.splice(index, 1)
      }
    },
  }
  const world = await connected(Object.assign(wallet, { provider }))
  const switched = world.kit.switchNetwork({ networkId: 'eip155:10' })
  await settle()
  wallet.switchChain(10)
  await switched
  const second = wallet.addresses[1]
  wallet.switchAccount(1)
  expect(selectAccount(world.kit.store.get())?.address).toBe(second)
})

test('[D-10] [S4-07] a wallet that says yes and stays is not believed', async () => {
  const world = await connected(await lazyWallet())
  const failed = expect(world.kit.switchNetwork({ networkId: 'eip155:10' })).rejects.toMatchObject({
    code: 'network.switch-failed',
  })
  await settle()
  await world.clock.advanceAsync(limits.networkArrival)
  await failed
  expect(network(world)).toBe('eip155:1')
})

test('[D-11] two switches in a race end where the wallet is', async () => {
  const world = await connected()
  await Promise.allSettled([
    world.kit.switchNetwork({ networkId: 'eip155:10' }),
    world.kit.switchNetwork({ networkId: 'eip155:1' }),
    world.kit.switchNetwork({ networkId: 'eip155:10' }),
  ])
  expect(network(world)).toBe(`eip155:${world.wallet.chainId}`)
})

test('[D-11] a person who moves the wallet during a switch is shown where they went', async () => {
  const world = await connected(await testLabWallet({ asks: ['wallet_switchEthereumChain'] }))
  const switched = world.kit.switchNetwork({ networkId: 'eip155:10' }).catch((cause: unknown) => cause)
  await world.wallet.asked()
  world.wallet.switchChain(137)
  world.wallet.reject()
  expect(await switched).toMatchObject({ code: 4001 })
  expect(network(world)).toBe('eip155:137')
})

test('the network the wallet is on already asks nobody', async () => {
  const world = await connected()
  await world.kit.switchNetwork({ networkId: 'eip155:1' })
  expect(world.wallet.requests.map(({ method }) => method)).not.toContain('wallet_switchEthereumChain')
})
