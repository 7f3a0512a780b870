/** Names through the whole gateway: registering, changing and finding them, with real signatures and a real chain. */
import { endpoints, failureBody, nameRecord } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { boundEnvelope, localCoin, personOf, postName, sign } from '../testing/nameEnvelope.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.evm.url] }),
    LATCHKEY_NETWORKS: localNetworks,
    LATCHKEY_NAMES_PER_ADDRESS: '3',
    LATCHKEY_NAMES_RESERVED: 'acme',
  })
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

const frank = personOf(5)
const grace = personOf(6)
const heidi = personOf(7)
const ivan = personOf(8)

async function register(account: typeof frank, name: string, more: object = {}): Promise<Response> {
  return postName(gateway, await boundEnvelope(gateway, account, { action: 'register', name, ...more }))
}

const read = async (path: string) => (await gateway.ask(path)).json()
const identityOf = async (address: string) =>
  v.parse(endpoints.identity.response, await read(`/v1/identity/${address}`))
const suggestionsFor = async (label: string) =>
  v.parse(endpoints.nameSuggestions.response, await read(`/v1/profile/suggestions/${label}`)).suggestions

/** The one reason that a refusal gives. */
async function reasonOf(answer: Response): Promise<string> {
  const { reasons } = v.parse(failureBody, await answer.json())
  return `${answer.status} ${reasons[0]?.field}: ${reasons[0]?.description}`
}

test('[D-20] a name is registered with a nonce-bound message and found by name, address and identity', async () => {
  const answer = await register(frank, 'Frank.latch.id', {
    attributes: { bio: 'hello', 'com.github': 'frank' },
  })
  expect(answer.status).toBe(200)
  const record = v.parse(nameRecord, await answer.json())
  expect(record).toMatchObject({
    name: 'frank.latch.id',
    attributes: { bio: 'hello', 'com.github': 'frank' },
  })
  expect(Object.keys(record.addresses)).toEqual(['60', String(localCoin)])
  expect(Object.values(record.addresses).map(({ address }) => address)).toEqual([
    frank.address,
    frank.address,
  ])
  // ENSIP-19: a key has its address on every network.
  const everywhere = { address: frank.address, created_at: expect.any(String) }
  expect(await read('/v1/profile/account/FRANK.latch.id')).toEqual({
    ...record,
    addresses: { ...record.addresses, '2147483648': everywhere },
  })
  expect(await read(`/v1/profile/reverse/${frank.address.toLowerCase()}`)).toEqual([record])
  expect(await read(`/v1/identity/${frank.address}`)).toMatchObject({ name: 'frank.latch.id', avatar: null })
})

test('[D-20] the signed JSON of older clients is accepted as it is, without a project', async () => {
  const message = JSON.stringify({
    name: 'grace.latch.id',
    attributes: {},
    timestamp: Math.floor(Date.now() / 1000),
  })
  const answer = await postName(gateway, await sign(grace, message, 0x8000_0001))
  expect(answer.status).toBe(200)
  expect(Object.keys(v.parse(nameRecord, await answer.json()).addresses)).toEqual(['60', '2147483649'])
})

test.each([
  ['a name that is taken', 'frank.latch.id', 'Name is already registered'],
  ['three letters', 'abc.latch.id', 'A name has at least 4 characters'],
  ['a label beyond DNS', `${'a'.repeat(64)}.latch.id`, 'A name has at most 63 characters'],
  ['another zone', 'heidi.eth', 'Names end with .latch.id here'],
  ['a name below a name', 'heidi.frank.latch.id', 'Names end with .latch.id here'],
  ['punycode', 'xn--hxide.latch.id', 'A name has single hyphens, and only between other signs'],
  ['a hyphen at the end', 'heidi-.latch.id', 'A name has single hyphens, and only between other signs'],
  ['a reserved word', 'admin.latch.id', 'This name is reserved'],
  ['one in other signs', '4dm1n.latch.id', 'This name is reserved'],
  ['a brand inside of it', 'meta-mask-help.latch.id', 'This name is reserved'],
  ['a word of the operator', 'acme.latch.id', 'This name is reserved'],
])('[S5-09] %s is refused, and the refusal says why', async (_, name, reason) => {
  expect(await reasonOf(await register(heidi, name))).toBe(`400 name: ${reason}`)
})

test('a name that cannot be told from one that is taken is not given away', async () => {
  expect((await register(ivan, 'solo-corner.latch.id')).status).toBe(200)
  for (const name of ['so1o-corner', 's0l0-corner', 'solo-comer'])
    expect(await reasonOf(await register(grace, `${name}.latch.id`))).toBe(
      '400 name: Name is already registered',
    )
})

test('[wire defect 8] an address has as many names as the operator allows, and no more', async () => {
  const judy = personOf(9)
  for (const name of ['judy', 'judy-two', 'judy-three'])
    expect((await register(judy, `${name}.latch.id`)).status).toBe(200)
  expect(await reasonOf(await register(judy, 'judy-four.latch.id'))).toBe(
    '400 name: An address has at most 3 names',
  )
})

test('[S7-13] an unknown name is an empty list in version 2, and 404 without it', async () => {
  expect(await read('/v1/profile/account/nobody-here.latch.id?apiVersion=2')).toEqual([])
  expect((await gateway.ask('/v1/profile/account/nobody-here.latch.id')).status).toBe(404)
  const stranger = '0x00000000000000000000000000000000000000aa'
  expect(await read(`/v1/profile/reverse/${stranger}?apiVersion=2`)).toEqual([])
  expect(await reasonOf(await gateway.ask(`/v1/profile/reverse/${stranger}`))).toBe(
    '404 address: This address has no name',
  )
})

test('[S7-15] suggestions begin with the name itself, and are free', async () => {
  const suggestions = await suggestionsFor('frank?zone=latch.id')
  expect(suggestions[0]).toEqual({ name: 'frank.latch.id', registered: true })
  expect(suggestions).toHaveLength(5)
  for (const { name, registered } of suggestions.slice(1)) {
    expect(name.startsWith('frank')).toBe(true)
    expect(registered).toBe(false)
    expect(await read(`/v1/profile/account/${name}?apiVersion=2`)).toEqual([])
  }
  expect((await suggestionsFor('unheard-of'))[0]).toEqual({
    name: 'unheard-of.latch.id',
    registered: false,
  })
  expect((await suggestionsFor('admin'))[0]?.registered).toBe(true)
  expect(await reasonOf(await gateway.ask('/v1/profile/suggestions/frank?zone=other.id'))).toContain(
    '400 name',
  )
  expect(await reasonOf(await gateway.ask(`/v1/profile/suggestions/${'a'.repeat(250)}`))).toContain(
    '400 name',
  )
})

test('attributes and addresses are changed by the owner, each replaced and none added beside it', async () => {
  const name = 'frank.latch.id'
  const attributes = await postName(
    gateway,
    await boundEnvelope(gateway, frank, {
      action: 'attributes',
      name,
      attributes: { url: 'https://frank.example' },
    }),
    `/account/${name}/attributes`,
  )
  expect(await attributes.json()).toEqual({ url: 'https://frank.example' })
  for (const { address } of [grace, heidi]) {
    const change = { action: 'address', name, coin_type: 60, address }
    const answer = await postName(
      gateway,
      await boundEnvelope(gateway, frank, change),
      `/account/${name}/address`,
    )
    expect(await answer.json()).toMatchObject({ '60': { address }, [localCoin]: { address: frank.address } })
  }
  // Pointing a name at somebody does not give them that name.
  expect(await read(`/v1/profile/reverse/${heidi.address}?apiVersion=2`)).not.toContainEqual(
    expect.objectContaining({ name }),
  )
  expect((await identityOf(frank.address)).name).toBe(name)
})

test('[S7-16] what cannot be changed is refused with the reason', async () => {
  const path = '/account/frank.latch.id'
  const attributes = { action: 'attributes', name: 'frank.latch.id', attributes: {} }
  const foreign = await boundEnvelope(gateway, grace, attributes)
  expect(await reasonOf(await postName(gateway, foreign, `${path}/attributes`))).toContain('401 address')
  const nobody = { ...attributes, name: 'nobody-here.latch.id' }
  const missing = await boundEnvelope(gateway, frank, nobody)
  expect(
    await reasonOf(await postName(gateway, missing, '/account/nobody-here.latch.id/attributes')),
  ).toContain('404 name')
  const bitcoin = { action: 'address', name: 'frank.latch.id', coin_type: 0, address: frank.address }
  const coin = await boundEnvelope(gateway, frank, bitcoin)
  expect(await reasonOf(await postName(gateway, coin, `${path}/address`))).toContain('400 coin_type')
})

test('[S7-03] ENS comes first, and an address without any name is no error', async () => {
  const alice = personOf(0)
  expect((await register(alice, 'alice.latch.id')).status).toBe(200)
  expect(await read(`/v1/identity/${alice.address}`)).toMatchObject({ name: 'alice.eth', avatar: null })
  const answer = await gateway.ask('/v1/identity/0x00000000000000000000000000000000000000aa')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ name: null, avatar: null })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const solana = await read('/v1/account/9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM/identity')
  expect(solana).toMatchObject({ name: null, avatar: null })
  expect(await reasonOf(await gateway.ask('/v1/identity/alice'))).toContain('400 address')
})
