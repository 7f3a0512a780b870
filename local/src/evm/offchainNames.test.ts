/** Names that a gateway answers for, end to end: wildcard, lookup, signature, and everything that must not pass. */
import {
  createPublicClient,
  decodeAbiParameters,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  http,
  keccak256,
  labelhash,
  namehash,
  parseAbiParameters,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import offchainResolver from '../../contracts/artifacts/OffchainResolver.json' with { type: 'json' }
import { nameRegistryAbi, offchainResolverAbi } from './abis.js'
import { addresses } from './addresses.js'
import { localChain } from './localChain.js'
import { type Evm, startEvm } from './startEvm.js'
import { testClients } from './testClient.js'

let evm: Evm
let world: ReturnType<typeof testClients>
let resolver: `0x${string}`
beforeAll(async () => {
  evm = await startEvm()
  world = testClients(evm)
  const { deployer, erin, reader, wallet } = world
  const hash = await wallet(deployer).deployContract({
    abi: offchainResolverAbi,
    bytecode: offchainResolver.bytecode as Hex, // written by the compile script
    args: ['http://gateway.example/{sender}/{data}', erin.address],
  })
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('not deployed')
  resolver = contractAddress
  const registry = { address: addresses.nameRegistry, abi: nameRegistryAbi } as const
  const zone = [namehash('eth'), labelhash('zone'), deployer.address, resolver, 0n] as const
  await wallet(deployer).writeContract({ ...registry, functionName: 'setSubnodeRecord', args: zone })
})
afterAll(() => evm.close())

interface Gateway {
  /** How long the answer holds, in seconds from now. */
  lifetime?: number
  /** What is signed instead of the question. */
  question?: Hex
  signer?: Hex
}

/** A client whose lookups go to a gateway in this very file; it counts the questions. */
function clientWith(gateway: Gateway = {}) {
  const asked: string[] = []
  const client = createPublicClient({
    chain: localChain(evm.url),
    transport: http(evm.url, { retryCount: 0 }),
    ccipRead: {
      async request({ data, urls }) {
        asked.push(...urls)
        const [, call] = decodeAbiParameters(parseAbiParameters('bytes name, bytes call'), data)
        expect(call.slice(0, 10)).toBe('0x3b3b57de') // addr(bytes32)
        const answer = encodeAbiParameters(parseAbiParameters('address'), [world.bob.address])
        const expires = BigInt(Math.floor(Date.now() / 1000) + (gateway.lifetime ?? 300))
        const digest = keccak256(
          encodePacked(
            ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
            ['0x1900', resolver, expires, keccak256(gateway.question ?? data), keccak256(answer)],
          ),
        )
        const signature = await privateKeyToAccount(gateway.signer ?? world.erin.privateKey).sign({
          hash: digest,
        })
        return encodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), [answer, expires, signature])
      },
    },
  })
  return { client, asked }
}

test('any name of the zone, at any depth, is answered by its gateway', async () => {
  const { client, asked } = clientWith()
  expect(await client.getEnsAddress({ name: 'anyone.zone.eth' })).toBe(world.bob.address)
  expect(await client.getEnsAddress({ name: 'deep.down.zone.eth' })).toBe(world.bob.address)
  expect(asked).toEqual(Array(2).fill('http://gateway.example/{sender}/{data}'))
})

test('names outside of the zone ask no gateway', async () => {
  const { client, asked } = clientWith()
  expect(await client.getEnsAddress({ name: 'alice.eth' })).toBe(world.alice.address)
  expect(await client.getEnsAddress({ name: 'nobody.eth' })).toBeNull()
  expect(asked).toEqual([])
})

test.each([
  ['signed by somebody else', () => ({ signer: world.bob.privateKey })],
  ['signed for another question', () => ({ question: '0x1234' as Hex })],
  ['past its time', () => ({ lifetime: -60 })],
])('an answer that is %s is not believed', async (_, gateway) => {
  const { client, asked } = clientWith(gateway())
  const answer = client.getEnsAddress({ name: 'anyone.zone.eth', strict: true })
  await expect(answer).rejects.toThrow('ResolverError')
  expect(asked.length).toBeGreaterThan(0)
})
