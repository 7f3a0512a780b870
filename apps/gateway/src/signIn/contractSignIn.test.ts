/** Accounts that are contracts sign in: before they are deployed (ERC-6492) and after it (ERC-1271), on a real chain. */
import { writeSignIn } from '@latchkey/spec/signIn'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import { localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { createSigningAccounts, ownerOf, type SigningAccounts } from '../testing/signingAccounts.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

const origin = 'https://app.example'

let chain: TestChain
let gateway: TestGateway
let accounts: SigningAccounts
beforeAll(async () => {
  chain = await startTestChain()
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

type Sign = (message: string) => Promise<Hex>

async function ask(path: string, init: RequestInit = {}) {
  const answer = await gateway.ask(`/auth/v1/${path}`, { ...init, headers: { ...init.headers, origin } })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body }
}

/** As a wallet that signs for one network, or for several with one nonce. */
async function signIn(address: Hex, sign: Sign, networks: readonly string[] = ['eip155:31337']) {
  const { body: named } = await ask('nonce')
  const [first, ...others] = await Promise.all(
    networks.map(async (chainId) => {
      const message = writeSignIn({
        domain: 'app.example',
        accountAddress: address,
        uri: origin,
        version: '1',
        chainId: chainId as `eip155:${string}`,
        nonce: String(named.nonce),
        issuedAt: new Date().toISOString(),
      })
      return { message, signature: await sign(message) }
    }),
  )
  return ask('authenticate', {
    method: 'POST',
    headers: { 'x-nonce-jwt': `Bearer ${String(named.token)}` },
    body: JSON.stringify({ ...first, ...(others.length > 0 && { others }) }),
  })
}

const subjectOf = async ({ body }: { body: Record<string, unknown> }) =>
  (await ask('me', { headers: { authorization: `Bearer ${String(body.token)}` } })).body.sub

test('[S1-04] an account signs in before it is deployed, is not deployed by it, and is the same one afterwards', async () => {
  const owner = ownerOf('one account, before and after')
  const address = await accounts.addressOf(owner)
  const early = await signIn(address, (message) => accounts.signUndeployed(owner, address, message))
  expect(early.status).toBe(200)
  expect(await accounts.isDeployed(address)).toBe(false)
  await accounts.deploy(owner)
  const late = await signIn(address, (message) => accounts.sign(owner, address, message))
  expect(late.status).toBe(200)
  const [first, second] = await Promise.all([subjectOf(early), subjectOf(late)])
  expect(first).toBe(`eip155:31337:${address}`)
  expect(second).toBe(first)
  // Wallets go on wrapping for a while.
  const wrapped = await signIn(address, (message) => accounts.signUndeployed(owner, address, message))
  expect(wrapped.status).toBe(200)
})

test('neither a stranger, nor the account of a stranger, nor a bare signature of one that is not deployed', async () => {
  const [owner, stranger] = [ownerOf('victim'), ownerOf('thief')]
  const [address, theirs] = await Promise.all([accounts.addressOf(owner), accounts.addressOf(stranger)])
  const tries: readonly Sign[] = [
    (message) => accounts.signUndeployed(stranger, address, message),
    (message) => accounts.signUndeployed(stranger, theirs, message),
    (message) => accounts.sign(owner, address, message),
    (message) => stranger.signMessage({ message }),
    (message) => accounts.signUndeployed(owner, address, `${message} and more`),
  ]
  for (const sign of tries) expect((await signIn(address, sign)).status).toBe(401)
  await accounts.deploy(owner)
  for (const sign of [tries[0], tries[1], tries[3], tries[4]])
    if (sign) expect((await signIn(address, sign)).status).toBe(401)
  // The owner signs for this account, and for no other one of theirs.
  expect((await signIn(theirs, (message) => accounts.sign(owner, address, message))).status).toBe(401)
})

test('on a network whose node does not answer nobody can say, and on one that is not served no contract signs in', async () => {
  const owner = ownerOf('far away')
  const address = await accounts.addressOf(owner)
  const sign: Sign = (message) => accounts.signUndeployed(owner, address, message)
  expect((await signIn(address, sign, ['eip155:10'])).status).toBe(503)
  expect((await signIn(address, sign, ['eip155:999'])).status).toBe(401)
  // Signed for three while connecting: signed in where it could be told.
  const { status, body } = await signIn(address, sign, ['eip155:31337', 'eip155:10', 'eip155:999'])
  expect(status).toBe(200)
  expect(body.others).toEqual([null, null])
})
