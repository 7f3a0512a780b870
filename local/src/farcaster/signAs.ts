/** Signs a sign-in as one of the local people does in their Farcaster app: with the key of the address that has the id. */
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { localPerson } from '../evm/accounts.js'
import { people } from '../identity/people.js'
import type { ChannelAnswer, ChannelRequest } from './channels.js'

/** Farcaster lives on Optimism, whatever chain the registry of a stand-in is on. */
const optimism = 10

/** `changes` for tests that lie. */
export async function signSignIn(
  { request, nonce }: { readonly request: ChannelRequest; readonly nonce: string },
  signer: { readonly privateKey: Hex; readonly fid: number; readonly username?: string },
  changes: Partial<Parameters<typeof createSiweMessage>[0]> = {},
): Promise<ChannelAnswer> {
  const account = privateKeyToAccount(signer.privateKey)
  const message = createSiweMessage({
    address: account.address,
    chainId: optimism,
    domain: request.domain,
    nonce,
    uri: request.siweUri,
    version: '1',
    statement: 'Farcaster Auth',
    resources: [`farcaster://fid/${signer.fid}`],
    issuedAt: new Date(),
    ...(request.expirationTime ? { expirationTime: new Date(request.expirationTime) } : {}),
    ...(request.notBefore ? { notBefore: new Date(request.notBefore) } : {}),
    ...changes,
  })
  const signature = await account.signMessage({ message })
  const { fid, username } = signer
  return { message, signature, fid, authMethod: 'custody', ...(username === undefined ? {} : { username }) }
}

/** Undefined for whoever is none of the people. */
export async function signAs(
  channel: { readonly request: ChannelRequest; readonly nonce: string },
  personId: string,
): Promise<ChannelAnswer | undefined> {
  const index = people.findIndex(({ id }) => id === personId)
  const person = people[index]
  if (!person) return undefined
  const { privateKey } = localPerson(index)
  return signSignIn(channel, { privateKey, fid: person.number, username: person.handle })
}
