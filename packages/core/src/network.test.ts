/** Chains of viem and wagmi as networks, with their real shapes. */
import { networkSchema } from '@latchkey/spec/entities'
import * as v from 'valibot'
import type { Chain } from 'viem'
import { anvil, base, mainnet, optimism, polygon, sepolia, zksync } from 'viem/chains'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type NetworkInput, toNetwork, toNetworkId } from './network.js'
import type { CreateLatchkeyOptions } from './options.js'
import { createTestKit, fakeNetwork } from './testing/index.js'

const chains = [mainnet, optimism, base, polygon, zksync, sepolia, anvil] as const

test('[S3-03] a chain becomes a network of eip155 that the schema of the spec accepts', () => {
  for (const chain of chains) {
    const network = toNetwork(chain)
    expect(network.caipNetworkId).toBe(`eip155:${chain.id}`)
    expect(v.parse(networkSchema, network)).toEqual(network)
    expect(network).not.toHaveProperty('formatters')
  }
  expect(toNetwork(mainnet)).toMatchObject({
    id: 1,
    chainNamespace: 'eip155',
    name: 'Ethereum',
    nativeCurrency: { symbol: 'ETH', decimals: 18 },
    blockExplorers: { default: { name: 'Etherscan' } },
  })
  expect(toNetwork(mainnet)).not.toHaveProperty('testnet')
  expect(toNetwork(sepolia).testnet).toBe(true)
  expect(toNetwork(anvil)).not.toHaveProperty('blockExplorers')
})

test('a network of ours passes through as it is', () => {
  const network = fakeNetwork()
  expect(toNetwork(network)).toBe(network)
  expect([toNetworkId(10), toNetworkId('solana:x'), toNetworkId(mainnet), toNetworkId(network)]).toEqual([
    'eip155:10',
    'solana:x',
    'eip155:1',
    network.caipNetworkId,
  ])
})

test('chains pass the type check of the options without a cast', () => {
  expectTypeOf(mainnet).toExtend<NetworkInput>()
  expectTypeOf(zksync).toExtend<NetworkInput>()
  expectTypeOf<Chain>().toExtend<NetworkInput>()
  expectTypeOf<readonly [typeof mainnet, typeof base]>().toExtend<CreateLatchkeyOptions['networks']>()
  expectTypeOf<[Chain, ...Chain[]]>().toExtend<CreateLatchkeyOptions['networks']>()
  // @ts-expect-error a kit without networks has nowhere to go
  const none: CreateLatchkeyOptions['networks'] = []
  expect(none).toHaveLength(0)
})

describe('a kit on chains of viem', () => {
  test('[S3-17] takes them as networks and default network, mixed with its own', () => {
    const solana = fakeNetwork({ namespace: 'solana', reference: 'main' })
    for (const defaultNetwork of [base, base.id, 'eip155:8453'] as const) {
      const { kit } = createTestKit({ networks: [mainnet, base, solana], defaultNetwork })
      expect(kit.options.networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
        'eip155:1',
        'eip155:8453',
        'solana:main',
      ])
      expect(kit.options.defaultNetwork.name).toBe('Base')
      expect(kit.store.get().networks).toBe(kit.options.networks)
    }
  })

  test('[S4-07] moves to a chain by object, by chain id and by network id', async () => {
    const { kit } = createTestKit({ networks: [mainnet, optimism, base] })
    const current = () => kit.store.get().activeNetworks.eip155?.networkId
    await kit.switchNetwork({ network: base })
    expect(current()).toBe('eip155:8453')
    await kit.switchNetwork({ networkId: optimism.id })
    expect(current()).toBe('eip155:10')
    await kit.switchNetwork({ networkId: 'eip155:1' })
    expect(current()).toBe('eip155:1')
  })

  test('offers one more and stops offering it; what is no network is refused', () => {
    const { kit } = createTestKit({ networks: [mainnet] })
    kit.addNetwork({ network: sepolia })
    expect(kit.store.get().networks.at(-1)).toMatchObject({ caipNetworkId: 'eip155:11155111', testnet: true })
    kit.removeNetwork({ networkId: sepolia.id })
    expect(kit.store.get().networks).toHaveLength(1)
    const broken = { ...sepolia, name: 7 } as unknown as Chain
    expect(() => kit.addNetwork({ network: broken })).toThrow('network.name')
  })

  test('a chain that is listed twice, once in each form, is refused', () => {
    expect(() => createTestKit({ networks: [mainnet, fakeNetwork()] })).toThrow('eip155:1 is listed twice')
  })
})
