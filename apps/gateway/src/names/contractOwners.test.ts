/** Names of accounts that are contracts: deployed (ERC-1271) and not yet deployed (ERC-6492), on a real chain. */
import { abis, localChain } from '@latchkey/local'
import { failureBody, nameRecord } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { createPublicClient, http, serializeErc6492Signature } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { boundMessage, localCoin, postName } from '../testing/nameEnvelope.js'
import { createSigningAccounts, ownerOf, type SigningAccounts } from '../testing/signingAccounts.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

let chain: TestChain
let gateway: TestGateway
let client: ReturnType<typeof connect>
let accounts: SigningAccounts
const connect = (url: string) =>
  createPublicClient({ chain: localChain(url), transport: http(url, { retryCount: 0 }) })

beforeAll(async () => {
  chain = await startTestChain()
  client = connect(chain.evm.url)
  gateway = await startTestGateway({
    // The second network has no upstream that answers.
    LATCHKEY_UPSTREAMS: JSON.stringify({
      'eip155:31337': [chain.evm.url],
      'eip155:10': ['http://127.0.0.1:1'],
    }),
    LATCHKEY_NETWORKS: localNetworks,
  })
  accounts = await createSigningAccounts(chain)
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

const registration = (name: string) => boundMessage(gateway, { action: 'register', name })

async function verdict(answer: Response): Promise<string> {
  if (answer.status === 200) return '200'
  return `${answer.status} ${v.parse(failureBody, await answer.json()).reasons[0]?.field}`
}

test('[D-20] a deployed contract registers a name by ERC-1271, for its own network only', async () => {
  const owner = ownerOf('deployed')
  const address = await accounts.addressOf(owner)
  await accounts.deploy(owner)
  expect(await client.readContract({ address, abi: abis.signingAccount, functionName: 'owner' })).toBe(
    owner.address,
  )
  const message = await registration('vault-one.latch.id')
  const signature = await accounts.sign(owner, address, message)
  const answer = await postName(gateway, { message, signature, coin_type: localCoin, address })
  expect(answer.status).toBe(200)
  // On Ethereum there is nothing at that address, and money sent there would be lost.
  expect(v.parse(nameRecord, await answer.json()).addresses).toEqual({
    [localCoin]: { address, created_at: expect.any(String) },
  })
  const found = await (await gateway.ask('/v1/profile/account/vault-one.latch.id')).json()
  expect(Object.keys(v.parse(nameRecord, found).addresses)).toEqual([String(localCoin)])
  expect(await (await gateway.ask(`/v1/identity/${address}`)).json()).toMatchObject({
    name: 'vault-one.latch.id',
  })
})

test('[D-20] a contract that is not deployed yet registers a name by ERC-6492, and is not deployed by it', async () => {
  const owner = ownerOf('to be deployed')
  const address = await accounts.addressOf(owner)
  const message = await registration('vault-two.latch.id')
  const signature = await accounts.signUndeployed(owner, address, message)
  expect(await verdict(await postName(gateway, { message, signature, coin_type: localCoin, address }))).toBe(
    '200',
  )
  expect(await client.getCode({ address })).toBeUndefined()
})

test('[D-20] a contract’s signature is refused when it is another’s, for another text, or makes another account', async () => {
  const [owner, other] = [ownerOf('victim'), ownerOf('mallory')]
  const [address, foreign] = [await accounts.addressOf(owner), await accounts.addressOf(other)]
  await accounts.deploy(owner)
  const message = await registration('vault-three.latch.id')
  const wrong = [
    await accounts.sign(other, address, message),
    await accounts.sign(owner, foreign, message),
    await accounts.sign(owner, address, `${message} `),
    await accounts.signUndeployed(other, address, message),
    await accounts.signUndeployed(other, foreign, message),
    await owner.signMessage({ message }),
    serializeErc6492Signature({ address: accounts.factory, data: '0x', signature: '0x' }),
    serializeErc6492Signature({ address, data: `0x${'ff'.repeat(8000)}`, signature: `0x${'00'.repeat(65)}` }),
  ]
  for (const signature of wrong)
    expect(
      await verdict(await postName(gateway, { message, signature, coin_type: localCoin, address })),
    ).toBe('401 signature')
})

test('[D-20] what a contract owns on one network is not changed by its twin on another', async () => {
  const owner = ownerOf('deployed')
  const address = await accounts.addressOf(owner)
  const name = 'vault-one.latch.id'
  const change = { action: 'attributes', name, attributes: { bio: 'mine' } }
  const message = await boundMessage(gateway, { ...change, chainId: 'eip155:10' })
  const signature = await accounts.sign(owner, address, message)
  const elsewhere = { message, signature, coin_type: 0x8000_000a, address }
  expect(await verdict(await postName(gateway, elsewhere, `/account/${name}/attributes`))).toBe('401 address')
  const here = await boundMessage(gateway, change)
  const signed = await accounts.sign(owner, address, here)
  const envelope = { message: here, signature: signed, coin_type: localCoin, address }
  expect(await verdict(await postName(gateway, envelope, `/account/${name}/attributes`))).toBe('200')
})

test('[D-13] a network that is away is said to be away, and not that the signature is wrong', async () => {
  const owner = ownerOf('elsewhere')
  const address = await accounts.addressOf(owner)
  const message = await boundMessage(gateway, {
    action: 'register',
    name: 'vault-four.latch.id',
    chainId: 'eip155:10',
  })
  const signature = await accounts.sign(owner, address, message)
  const away = await postName(gateway, { message, signature, coin_type: 0x8000_000a, address })
  expect(await verdict(away)).toBe('503 chainId')
  const keyed = { message, signature: await owner.signMessage({ message }), coin_type: 0x8000_000a }
  expect(await verdict(await postName(gateway, { ...keyed, address: owner.address }))).toBe('200')
})
