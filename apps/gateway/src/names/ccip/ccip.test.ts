/** Names of the zone in any client of ENS: an unmodified viem, a resolver on the chain, and this gateway behind it. */
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abis, addresses, deployables, localAccounts, localChain } from '@latchkey/local'
import { createPublicClient, createWalletClient, http, labelhash, namehash, toCoinType, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localNetworks, startTestChain, type TestChain } from '../../testing/localChain.js'
import {
  addressQuestion,
  boundEnvelope,
  personOf,
  postName,
  resolverQuestion,
} from '../../testing/nameEnvelope.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'
import { openSigner, readSignerKey } from './signer.js'

let chain: TestChain
let gateway: TestGateway
let client: ReturnType<typeof connect>
const frank = personOf(5)
const signerKey = `0x${'a5'.repeat(32)}` as const

function connect(url: string) {
  return createPublicClient({ chain: localChain(url), transport: http(url, { retryCount: 0 }) })
}

/** Gives the zone to a resolver that sends its callers to `url`. */
async function serveZone(url: string): Promise<void> {
  const deployer = privateKeyToAccount(localAccounts().deployer.privateKey)
  const wallet = createWalletClient({
    account: deployer,
    chain: localChain(chain.evm.url),
    transport: http(chain.evm.url),
  })
  const signer = privateKeyToAccount(signerKey).address
  const hash = await wallet.deployContract({ ...deployables.offchainResolver, args: [url, signer] })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('not deployed')
  const registry = { address: addresses.nameRegistry, abi: abis.nameRegistry } as const
  const id = [zeroHash, labelhash('id'), deployer.address] as const
  await wallet.writeContract({ ...registry, functionName: 'setSubnodeOwner', args: id })
  const zone = [namehash('id'), labelhash('latch'), deployer.address, contractAddress, 0n] as const
  await wallet.writeContract({ ...registry, functionName: 'setSubnodeRecord', args: zone })
}

beforeAll(async () => {
  chain = await startTestChain()
  client = connect(chain.evm.url)
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.evm.url] }),
    LATCHKEY_NETWORKS: localNetworks,
    LATCHKEY_NAMES_SIGNER: signerKey,
  })
  const register = async (content: object) =>
    postName(gateway, await boundEnvelope(gateway, frank, { action: 'register', ...content }))
  const attributes = { bio: 'of the local chain', 'com.github': 'frank' }
  expect((await register({ name: 'frank.latch.id', attributes })).status).toBe(200)
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

describe.each([
  ['in the address', '/v1/ccip/{sender}/{data}.json'],
  ['in a body', '/v1/ccip'],
])('with the question %s', (_, path) => {
  beforeAll(() => serveZone(`http://127.0.0.1:${gateway.apiPort}${path}`))

  test('[D-20] a name resolves in an unmodified client, for every network of a key', async () => {
    expect(await client.getEnsAddress({ name: 'frank.latch.id' })).toBe(frank.address)
    for (const chainId of [31_337, 8453]) {
      const found = await client.getEnsAddress({ name: 'frank.latch.id', coinType: toCoinType(chainId) })
      expect(found).toBe(frank.address.toLowerCase())
    }
    expect(await client.getEnsText({ name: 'frank.latch.id', key: 'com.github' })).toBe('frank')
    expect(await client.getEnsText({ name: 'frank.latch.id', key: 'description' })).toBe('of the local chain')
  })

  test('[D-20] a name that nobody has resolves to nothing, and that is no error', async () => {
    expect(await client.getEnsAddress({ name: 'nobody-here.latch.id', strict: true })).toBeNull()
    expect(await client.getEnsAddress({ name: 'below.frank.latch.id', strict: true })).toBeNull()
    expect(await client.getEnsText({ name: 'frank.latch.id', key: 'email', strict: true })).toBeNull()
    expect(await client.getEnsAddress({ name: 'frank.latch.id', coinType: 0n, strict: true })).toBeNull()
  })
})

test('[S7-03] an address that calls itself by a name of the zone is found by it, through the chain and back', async () => {
  await serveZone(`http://127.0.0.1:${gateway.apiPort}/v1/ccip`)
  const name = 'frank.latch.id'
  await chain.wallet(5).writeContract({
    account: frank,
    chain: localChain(chain.evm.url),
    address: addresses.reverseRegistrar,
    abi: abis.reverseRegistrar,
    functionName: 'setName',
    args: ['other-name.latch.id'],
  })
  // Somebody may call itself by a name that does not know it: our own zone says who it is.
  expect(await (await gateway.ask(`/v1/identity/${frank.address}`)).json()).toMatchObject({ name })
})

const sender = addresses.universalResolver

test.each([
  ['of another zone', addressQuestion('alice.eth')],
  ['written otherwise', addressQuestion('FRANK.latch.id')],
  ['with a node of another name', resolverQuestion('frank.latch.id', `0x3b3b57de${'11'.repeat(32)}`)],
  ['with a call that is cut off', resolverQuestion('frank.latch.id', '0x3b3b57de1111')],
  ['with several calls that are none', resolverQuestion('frank.latch.id', '0xac9650d8ff')],
  ['that is none', '0x9061b923'],
  ['without end', `0x9061b923${'ff'.repeat(2000)}`],
] as const)('[D-20] a question %s is refused and not signed', async (_, data) => {
  const post = await gateway.ask('/v1/ccip', { method: 'POST', body: JSON.stringify({ sender, data }) })
  expect(post.status).toBe(400)
  expect(await post.json()).toMatchObject({ status: 'FAILED', reasons: [{ field: 'name' }] })
  expect((await gateway.ask(`/v1/ccip/${sender}/${data}.json`)).status).toBe(400)
})

test('a function that names do not have is answered with nothing, as resolvers do', async () => {
  const data = resolverQuestion('frank.latch.id', `0xc8690233${namehash('frank.latch.id').slice(2)}`)
  const answer = await gateway.ask('/v1/ccip', { method: 'POST', body: JSON.stringify({ sender, data }) })
  expect(answer.status).toBe(200)
})

describe('the key', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-signer-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is made once, for its owner alone, and is the same ever after', () => {
    const data = join(folder, 'data')
    const { address } = openSigner({ key: undefined, data })
    expect(openSigner({ key: undefined, data }).address).toBe(address)
    expect(readdirSync(data)).toEqual(['names-signer.key'])
    expect(statSync(join(data, 'names-signer.key')).mode & 0o777).toBe(0o600)
  })

  test('is not used when others can read it, when it is a link, or when it is something else', () => {
    const open = (data: string) => () => openSigner({ key: undefined, data })
    const place = (mode: number, text: string) => {
      const data = mkdtempSync(join(folder, 'bad-'))
      writeFileSync(join(data, 'names-signer.key'), text, { mode })
      return data
    }
    expect(open(place(0o644, signerKey))).toThrow('chmod 600')
    expect(open(place(0o600, 'hello'))).toThrow('does not hold a private key')
    const linked = mkdtempSync(join(folder, 'link-'))
    symlinkSync(join(place(0o600, signerKey), 'names-signer.key'), join(linked, 'names-signer.key'))
    expect(open(linked)).toThrow('is not a file')
  })

  test('given by the operator is checked, and never told', () => {
    expect(readSignerKey(` ${signerKey}\n`)).toBe(signerKey)
    for (const text of ['', '0x12', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`])
      expect(() => readSignerKey(text)).toThrow(/^is not a private key \(0x and 64 hex digits\)$/)
  })
})
