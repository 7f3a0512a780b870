/** Collectibles, batched calls, names and the EntryPoints, as clients use them. */
import { namehash, parseAbi, zeroAddress } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { normalize } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { badgesAbi, keysAbi, nameResolverAbi, reverseRegistrarAbi, tokenAbi } from './abis.js'
import { addresses, canonical } from './addresses.js'
import { type Evm, startEvm } from './startEvm.js'
import { testClients } from './testClient.js'

let evm: Evm
let world: ReturnType<typeof testClients>
beforeAll(async () => {
  evm = await startEvm()
  world = testClients(evm)
})
afterAll(() => evm.close())

/** The JSON inside a data URI, and the picture inside that. */
function readMetadata(uri: string): { name: string; image: string } {
  const prefix = 'data:application/json;base64,'
  expect(uri.startsWith(prefix)).toBe(true)
  const metadata = JSON.parse(Buffer.from(uri.slice(prefix.length), 'base64').toString('utf8'))
  expect(metadata.image).toMatch(/^data:image\/svg\+xml;base64,/)
  return { ...metadata, image: Buffer.from(metadata.image.split(',')[1], 'base64').toString('utf8') }
}

describe('collectibles', () => {
  const keys = { address: addresses.keys, abi: keysAbi } as const
  const badges = { address: addresses.badges, abi: badgesAbi } as const

  test.each([1n, 2n, 3n, 4n])('key %s carries its own name and picture', async (id) => {
    const metadata = readMetadata(
      await world.reader.readContract({ ...keys, functionName: 'tokenURI', args: [id] }),
    )
    expect(metadata.name).toBe(`Local Key #${id}`)
    expect(metadata.image).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/)
  })

  test('the seeded gift of a key shows in its owner', async () => {
    const owner = await world.reader.readContract({ ...keys, functionName: 'ownerOf', args: [2n] })
    expect(owner).toBe(world.erin.address)
  })

  test('a key moves by its owner or an approved one, and the approval ends with it', async () => {
    const { alice, bob, carol, reader, wallet } = world
    const move = (who: typeof alice, from: typeof alice, to: typeof alice) =>
      wallet(who).writeContract({
        ...keys,
        functionName: 'transferFrom',
        args: [from.address, to.address, 1n],
      })
    await expect(move(bob, alice, bob)).rejects.toThrow('NotAllowed')
    await wallet(alice).writeContract({ ...keys, functionName: 'approve', args: [bob.address, 1n] })
    await move(bob, alice, carol)
    expect(await reader.readContract({ ...keys, functionName: 'ownerOf', args: [1n] })).toBe(carol.address)
    expect(await reader.readContract({ ...keys, functionName: 'getApproved', args: [1n] })).toBe(zeroAddress)
    await expect(move(bob, carol, bob)).rejects.toThrow('NotAllowed')
  })

  test('a contract that cannot hold a key or a badge does not get it by the safe way', async () => {
    const { carol, alice, wallet } = world
    const key = [carol.address, addresses.dai, 7n] as const
    await expect(
      wallet(carol).writeContract({ ...keys, functionName: 'safeTransferFrom', args: key }),
    ).rejects.toThrow()
    const badge = [alice.address, addresses.dai, 1n, 1n, '0x'] as const
    await expect(
      wallet(alice).writeContract({ ...badges, functionName: 'safeTransferFrom', args: badge }),
    ).rejects.toThrow()
  })

  test('badges are counted per kind, move in batches, and carry a picture', async () => {
    const { alice, frank, reader, wallet } = world
    const args = [
      [alice.address, alice.address],
      [1n, 3n],
    ] as const
    const before = await reader.readContract({ ...badges, functionName: 'balanceOfBatch', args })
    const move = [alice.address, frank.address, [1n, 3n], [1n, 2n], '0x'] as const
    await wallet(alice).writeContract({ ...badges, functionName: 'safeBatchTransferFrom', args: move })
    const after = await reader.readContract({ ...badges, functionName: 'balanceOfBatch', args })
    expect(after.map((count, index) => (before[index] ?? 0n) - count)).toEqual([1n, 2n])
    await expect(
      wallet(frank).writeContract({ ...badges, functionName: 'safeBatchTransferFrom', args: move }),
    ).rejects.toThrow('NotAllowed')
    const metadata = readMetadata(await reader.readContract({ ...badges, functionName: 'uri', args: [3n] }))
    expect(metadata.name).toBe('Local Badge 3')
    expect(metadata.image).toContain('>3</text>')
  })

  test('both say which interfaces they have', async () => {
    const supports = (address: `0x${string}`, id: `0x${string}`) =>
      world.reader.readContract({ address, abi: keysAbi, functionName: 'supportsInterface', args: [id] })
    expect(await supports(addresses.keys, '0x80ac58cd')).toBe(true)
    expect(await supports(addresses.badges, '0xd9b67a26')).toBe(true)
    expect(await supports(addresses.keys, '0xd9b67a26')).toBe(false)
  })
})

describe('many calls in one', () => {
  const call = (functionName: 'symbol' | 'name', address: `0x${string}` = addresses.dai) =>
    ({ address, abi: tokenAbi, functionName }) as const

  test('viem batches through the canonical address, and one failure stays one', async () => {
    const contracts = [
      call('symbol'),
      call('name', addresses.keys),
      call('symbol', addresses.router),
    ] as const
    const results = await world.reader.multicall({ contracts })
    expect(results).toMatchObject([
      { status: 'success', result: 'DAI' },
      { status: 'success', result: 'Local Keys' },
      { status: 'failure' },
    ])
    await expect(world.reader.multicall({ contracts, allowFailure: false })).rejects.toThrow()
  })

  test('its other functions tell of the chain', async () => {
    const read = (signature: string, args: readonly unknown[] = []) =>
      world.reader.readContract({
        address: canonical.multicall3,
        abi: parseAbi([signature as 'function getChainId() view returns (uint256)']), // any one-function ABI
        functionName: signature.slice(9, signature.indexOf('(')) as 'getChainId',
        args: args as [],
      })
    expect(await read('function getChainId() view returns (uint256)')).toBe(31337n)
    const { frank, reader } = world
    const balance = await read('function getEthBalance(address account) view returns (uint256)', [
      frank.address,
    ])
    expect(balance).toBe(await reader.getBalance({ address: frank.address }))
  })
})

describe('names', () => {
  test('a name leads to its address and texts, an address to its name', async () => {
    const { reader, alice } = world
    expect(await reader.getEnsAddress({ name: normalize('Alice.eth') })).toBe(alice.address)
    expect(await reader.getEnsName({ address: alice.address })).toBe('alice.eth')
    expect(await reader.getEnsText({ name: 'alice.eth', key: 'description' })).toBe(
      'alice of the local chain',
    )
    expect(await reader.getEnsResolver({ name: 'alice.eth' })).toBe(addresses.nameResolver)
  })

  test('what is not registered is null, never an error or a parent’s answer', async () => {
    const { reader, frank } = world
    expect(await reader.getEnsAddress({ name: 'nobody.eth' })).toBeNull()
    expect(await reader.getEnsAddress({ name: 'nobody.xyz' })).toBeNull()
    expect(await reader.getEnsAddress({ name: 'sub.alice.eth' })).toBeNull()
    expect(await reader.getEnsText({ name: 'alice.eth', key: 'nothing' })).toBeNull()
    expect(await reader.getEnsName({ address: frank.address })).toBeNull()
  })

  test('an address that claims the name of another is not believed', async () => {
    const { reader, wallet, frank } = world
    const registrar = { address: addresses.reverseRegistrar, abi: reverseRegistrarAbi } as const
    await wallet(frank).writeContract({ ...registrar, functionName: 'setName', args: ['alice.eth'] })
    expect(await reader.getEnsName({ address: frank.address })).toBeNull()
    await expect(reader.getEnsName({ address: frank.address, strict: true })).rejects.toThrow(
      'ReverseAddressMismatch',
    )
  })

  test('only the owner of a name changes what it says', async () => {
    const { wallet, bob } = world
    const change = wallet(bob).writeContract({
      address: addresses.nameResolver,
      abi: nameResolverAbi,
      functionName: 'setText',
      args: [namehash('alice.eth'), 'description', 'mine'],
    })
    await expect(change).rejects.toThrow('NotOwner')
  })
})

describe('ERC-4337', () => {
  test.each([canonical.entryPoint07, canonical.entryPoint08])(
    'the EntryPoint at %s answers',
    async (address) => {
      const nonce = await world.reader.readContract({
        address,
        abi: entryPoint08Abi,
        functionName: 'getNonce',
        args: [world.alice.address, 0n],
      })
      expect(nonce).toBe(0n)
      const deposit = {
        address,
        abi: entryPoint08Abi,
        functionName: 'depositTo',
        args: [world.alice.address],
      } as const
      await world.wallet(world.alice).writeContract({ ...deposit, value: 5n })
      const held = await world.reader.readContract({
        address,
        abi: entryPoint08Abi,
        functionName: 'balanceOf',
        args: [world.alice.address],
      })
      expect(held).toBe(5n)
    },
  )
})
