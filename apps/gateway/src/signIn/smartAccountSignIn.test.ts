/** Our own smart account signs in (ERC-7739): by its owner before and after it is deployed, and by a passkey (P-256). */
import {
  counterfactualAddress,
  deploymentCall,
  type Sign,
  signMessage,
  wrapUndeployed,
} from '@latchkey/accounts'
import { abis } from '@latchkey/local'
import { writeSignIn } from '@latchkey/spec/signIn'
import { encodeAbiParameters, encodeFunctionData, hexToBytes, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import { localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

const origin = 'https://app.example'
const chainId = 31337
let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.evm.url] }),
    LATCHKEY_NETWORKS: localNetworks,
  })
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

async function ask(path: string, init: RequestInit = {}) {
  const answer = await gateway.ask(`/auth/v1/${path}`, { ...init, headers: { ...init.headers, origin } })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function signIn(address: Hex, sign: (message: string) => Promise<Hex>): Promise<number> {
  const { body: named } = await ask('nonce')
  const message = writeSignIn({
    domain: 'app.example',
    accountAddress: address,
    uri: origin,
    version: '1',
    chainId: 'eip155:31337',
    nonce: String(named.nonce),
    issuedAt: new Date().toISOString(),
  })
  const { status } = await ask('authenticate', {
    method: 'POST',
    headers: { 'x-nonce-jwt': `Bearer ${String(named.token)}` },
    body: JSON.stringify({ message, signature: await sign(message) }),
  })
  return status
}

const owner = privateKeyToAccount(`0x${'a7'.repeat(32)}`)
const byOwner: Sign = (hash) => owner.sign({ hash })
const addressOf = (salt: bigint) => counterfactualAddress({ owner: owner.address, salt })
const bound =
  (account: Hex, sign: Sign, on = chainId) =>
  (message: string) =>
    signMessage(message, { account, chainId: on }, sign)

async function deploy(salt: bigint): Promise<Hex> {
  const { factory, factoryData } = deploymentCall({ owner: owner.address, salt })
  const [sender = '0x'] = chain.people
  await chain.send(sender, { to: factory, data: factoryData })
  return addressOf(salt)
}

const isDeployed = async (address: Hex) =>
  (await chain.evm.request('eth_getCode', [address, 'latest'])) !== '0x'

test('[S1-04] the owner signs in for an account that is not deployed, and for the same one once it is', async () => {
  const account = addressOf(1n)
  const wrapped = async (message: string) =>
    wrapUndeployed(await bound(account, byOwner)(message), deploymentCall({ owner: owner.address, salt: 1n }))
  expect(await signIn(account, wrapped)).toBe(200)
  expect(await isDeployed(account)).toBe(false)
  await deploy(1n)
  expect(await signIn(account, bound(account, byOwner))).toBe(200)
  expect(await signIn(account, wrapped)).toBe(200)
})

test('[D-11] a signature for another account of the same owner, for another network, or bare, signs nobody in', async () => {
  const [account, other] = [await deploy(2n), await deploy(3n)]
  expect(await signIn(account, bound(other, byOwner))).toBe(401)
  expect(await signIn(account, bound(account, byOwner, 1))).toBe(401)
  expect(await signIn(account, (message) => owner.signMessage({ message }))).toBe(401)
  const elsewhere = async (message: string) =>
    wrapUndeployed(await bound(account, byOwner)(message), deploymentCall({ owner: owner.address, salt: 9n }))
  expect(await signIn(addressOf(8n), elsewhere)).toBe(401)
})

describe('an owner with a passkey', () => {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const bigintOf = (bytes: Uint8Array) => BigInt(toHex(bytes))
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

  /** What an authenticator answers, as the account's contract reads it. */
  async function authenticator() {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
    const sign: Sign = async (hash) => {
      const client = JSON.stringify({
        type: 'webauthn.get',
        challenge: base64url(hexToBytes(hash)),
        origin: 'https://wallet.example',
        crossOrigin: false,
      })
      const site = new Uint8Array(
        await crypto.subtle.digest('SHA-256', new TextEncoder().encode('wallet.example')),
      )
      // Present and verified; the counter is zero, as with passkeys that are synchronised.
      const said = Uint8Array.from([...site, 0x05, 0, 0, 0, 0])
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(client))
      const signature = new Uint8Array(
        await crypto.subtle.sign(
          { name: 'ECDSA', hash: 'SHA-256' },
          keys.privateKey,
          Uint8Array.from([...said, ...new Uint8Array(digest)]),
        ),
      )
      const s = bigintOf(signature.slice(32))
      const low = s > order / 2n ? order - s : s
      return encodeAbiParameters(
        [
          { type: 'bytes32' },
          { type: 'bytes32' },
          { type: 'uint256' },
          { type: 'uint256' },
          { type: 'bytes' },
          { type: 'string' },
        ],
        [
          toHex(signature.slice(0, 32)),
          toHex(low, { size: 32 }),
          BigInt(client.indexOf('"challenge"')),
          BigInt(client.indexOf('"type"')),
          toHex(said),
          client,
        ],
      )
    }
    return { sign, x: toHex(point.slice(1, 33)), y: toHex(point.slice(33)) }
  }

  /** The account does it itself, as in an operation of its own. */
  async function changePasskey(account: Hex, x: Hex, y: Hex) {
    await chain.evm.request('hardhat_impersonateAccount', [account])
    await chain.evm.request('hardhat_setBalance', [account, toHex(10n ** 18n)])
    const data = encodeFunctionData({ abi: abis.account, functionName: 'changePasskey', args: [x, y] })
    await chain.send(account, { to: account, data })
  }

  test('[S1-04] signs in by it, until it is taken away', async () => {
    const account = await deploy(4n)
    const passkey = await authenticator()
    expect(await signIn(account, bound(account, passkey.sign))).toBe(401)
    await changePasskey(account, passkey.x, passkey.y)
    expect(await signIn(account, bound(account, passkey.sign))).toBe(200)
    expect(await signIn(account, bound(account, byOwner))).toBe(200)
    const stranger = await authenticator()
    expect(await signIn(account, bound(account, stranger.sign))).toBe(401)
    expect(await signIn(account, bound(addressOf(5n), passkey.sign))).toBe(401)
    const none: Hex = `0x${'00'.repeat(32)}`
    await changePasskey(account, none, none)
    expect(await signIn(account, bound(account, passkey.sign))).toBe(401)
  })
})
