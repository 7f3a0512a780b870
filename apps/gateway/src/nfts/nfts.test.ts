/** Collectibles of the local chain through a running gateway, and those that strangers write. */
import { endpoints, type Nft } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import { local, localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [local.networkId]: [chain.evm.url] }),
    LATCHKEY_NETWORKS: localNetworks,
  })
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

const person = (index: number): Hex => {
  const address = chain.people[index]
  if (!address) throw new Error(`there is no person ${index}`)
  return address
}

async function page(address: string, query = '') {
  const answer = await gateway.ask(`/v1/account/${address}/nfts?chainId=${local.networkId}${query}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return v.parse(endpoints.nfts.response, await answer.json())
}

async function all(address: string, query = ''): Promise<Nft[]> {
  const first = await page(address, query)
  const found = [...first.data]
  for (let { next } = first; next; ) {
    const more = await page(address, `${query}&cursor=${next}`)
    found.push(...more.data)
    next = more.next
  }
  return found
}

const abi = parseAbi([
  'function transferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
])
const keys = local.addresses.keys.toLowerCase() as Hex // lower case of hex is hex
const badges = local.addresses.badges.toLowerCase() as Hex // the same

const idOf = ({ contract, tokenId }: Nft) => `${contract}/${tokenId}`

describe('the collections of the local chain', () => {
  test('[D-06] have image, name and collection, and both standards', async () => {
    const found = await all(person(0))
    const key = found.find(({ standard }) => standard === 'erc721')
    expect(key).toMatchObject({
      contract: `${local.networkId}:${getAddress(keys)}`,
      amount: '1',
      name: `Local Key #${key?.tokenId}`,
      collection: { name: 'Local Keys', symbol: 'KEY' },
      isSpam: false,
    })
    const badge = found.find(({ standard }) => standard === 'erc1155')
    expect(badge).toMatchObject({ collection: { name: 'Local Badges' }, isSpam: false })
    for (const { image } of found) {
      const answer = await gateway.ask(image ?? '')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(await answer.text()).toMatch(/^<svg/)
      const etag = answer.headers.get('etag') ?? ''
      expect((await gateway.ask(image ?? '', { headers: { 'if-none-match': etag } })).status).toBe(304)
    }
  })

  test('[D-06] follow the chain at once: what is sent away goes, what comes is there, and amounts are exact', async () => {
    const [alice, bob] = [person(0), person(1)]
    const before = await all(alice)
    const key = before.find(({ standard }) => standard === 'erc721')
    const badge = before.find(({ standard, amount }) => standard === 'erc1155' && BigInt(amount) > 1n)
    if (!key || !badge) throw new Error('the seed has both')
    const bobs = await all(bob)
    const had = bobs.find((item) => idOf(item) === idOf(badge))?.amount ?? '0'
    const id = BigInt(key.tokenId)
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args: [alice, bob, id] })
    await chain.send(alice, { to: keys, data })
    const one = [alice, bob, BigInt(badge.tokenId), 1n, '0x'] as const
    await chain.send(alice, {
      to: badges,
      data: encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: one }),
    })
    const [hers, his] = [await all(alice), await all(bob)]
    expect(hers.map(idOf)).not.toContain(idOf(key))
    expect(his.map(idOf)).toContain(idOf(key))
    const amountOf = (list: Nft[]) => list.find((item) => idOf(item) === idOf(badge))?.amount
    expect(amountOf(hers)).toBe((BigInt(badge.amount) - 1n).toString())
    expect(amountOf(his)).toBe((BigInt(had) + 1n).toString())
  })

  test('are taken back with the blocks that they came in', async () => {
    const carol = person(2)
    const before = await all(carol)
    const snapshot = await chain.evm.request('evm_snapshot')
    const alice = person(0)
    const badge = (await all(alice)).find(({ standard }) => standard === 'erc1155')
    if (!badge) throw new Error('the seed has one')
    const args = [alice, carol, BigInt(badge.tokenId), 1n, '0x'] as const
    const data = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args })
    await chain.send(alice, { to: badges, data })
    expect(await all(carol)).not.toEqual(before)
    await chain.evm.request('evm_revert', [snapshot])
    expect(await all(carol)).toEqual(before)
  })

  test('refuse a cursor of another account, and one that nobody gave', async () => {
    const ask = (cursor: string) =>
      gateway.ask(`/v1/account/${person(1)}/nfts?chainId=${local.networkId}&cursor=${cursor}`)
    expect((await ask('made-up')).status).toBe(400)
    expect((await ask('W10.AAAA')).status).toBe(400)
  })
})
