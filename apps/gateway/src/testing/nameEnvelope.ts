/** Signed calls for names, as a client makes them: a nonce, a message, a signature. */
import { localAccounts } from '@latchkey/local'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { namehash, packetToBytes } from 'viem/ens'
import type { TestGateway } from './startTestGateway.js'

/** The coin type of the local chain. */
export const localCoin = 0x8000_0000 + 31_337

/** One of the people of the local chain, who are numbered. The first five have names of ENS. */
export function personOf(index: number): PrivateKeyAccount {
  const person = localAccounts().people[index]
  if (!person) throw new Error(`there is no person ${index}`)
  return privateKeyToAccount(person.privateKey)
}

export interface Envelope {
  readonly message: string
  readonly signature: `0x${string}`
  readonly coin_type: number
  readonly address: `0x${string}`
}

/** The form that our client signs. `content` may replace any of its fields. */
export async function boundMessage(gateway: Pick<TestGateway, 'ask'>, content: object): Promise<string> {
  const { nonce, expiresAt } = (await (await gateway.ask('/v1/profile/nonce')).json()) as Record<
    string,
    string
  >
  const issuedAt = new Date(Date.parse(expiresAt ?? '') - 300_000).toISOString()
  const place = { version: '2', domain: 'app.example', chainId: 'eip155:31337' }
  return JSON.stringify({ ...place, nonce, issuedAt, expiresAt, ...content })
}

/** The message, signed by a key. */
export async function sign(
  account: PrivateKeyAccount,
  message: string,
  coinType = localCoin,
): Promise<Envelope> {
  const signature = await account.signMessage({ message })
  return { message, signature, coin_type: coinType, address: account.address }
}

export async function boundEnvelope(
  gateway: Pick<TestGateway, 'ask'>,
  account: PrivateKeyAccount,
  content: object,
): Promise<Envelope> {
  return sign(account, await boundMessage(gateway, content))
}

/** Posts JSON; `path` begins below `/v1/profile`. */
export function postName(
  gateway: Pick<TestGateway, 'ask'>,
  body: unknown,
  path = '/account',
  headers: Record<string, string> = {},
): Promise<Response> {
  return gateway.ask(`/v1/profile${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** What a resolver contract asks for the address of a name. */
export function addressQuestion(name: string): `0x${string}` {
  const call = encodeFunctionData({ abi: parseAbi(['function addr(bytes32)']), args: [namehash(name)] })
  return resolverQuestion(name, call)
}

export function resolverQuestion(name: string, call: `0x${string}`): `0x${string}` {
  const dnsName = toHex(packetToBytes(name))
  return encodeAbiParameters(parseAbiParameters('bytes, bytes'), [dnsName, call])
}
