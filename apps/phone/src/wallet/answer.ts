/** Gives an answer to a question: to an app that wants to connect, to sign somebody in, or to have something done. */

import { rpcCodes } from '@latchkey/spec/errors'
import { signErrors } from '@latchkey/spec/relay'
import type { IWalletKit } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import type { Address } from 'viem'
import type { Ask, ConnectAsk, Refusal, RequestAsk, SignInAsk } from '../asks/ask.js'
import { namespacesOf } from '../asks/readProposal.js'
import { supportedMethods } from '../asks/readRequest.js'
import type { AuthPayload } from '../asks/readSignIn.js'
import { accountOf } from '../keys/accounts.js'
import type { OtherPart } from '../others/session.js'
import type { WalletNetwork } from './networks.js'

/** What the person chose to show. */
export interface Choice {
  /** The one in use first. */
  readonly accounts: readonly Address[]
  readonly networks: readonly WalletNetwork[]
  /** Ids of networks of other families that are not shown. */
  readonly without: readonly string[]
}

export async function approveConnect(client: IWalletKit, ask: ConnectAsk, choice: Choice): Promise<string> {
  const { id, methods, events } = ask
  const session = await client.approveSession({
    id,
    namespaces: namespacesOf({ ...choice, methods, events, others: othersOf(ask, choice) }),
  })
  return session.topic
}

const othersOf = ({ others }: ConnectAsk, { without }: Choice): readonly OtherPart[] =>
  others
    .map((part) => ({ ...part, networks: part.networks.filter(({ id }) => !without.includes(id)) }))
    .filter(({ networks }) => networks.length > 0)

/** One message for each network that was asked for; all of them signed by the account that was chosen. */
export async function approveSignIn(
  client: IWalletKit,
  { ask, payload, choice }: { ask: SignInAsk; payload: AuthPayload; choice: Choice },
): Promise<void> {
  const account = choice.accounts[0] && accountOf(choice.accounts[0])
  if (!account) throw new Error('no account was chosen')
  const networks = ask.networks.filter(({ id }) => choice.networks.some((chosen) => chosen.id === id))
  const request = populateAuthPayload({
    // Read by our own schema; the client's type only lacks `undefined` in its optional fields.
    authPayload: payload as Parameters<typeof populateAuthPayload>[0]['authPayload'],
    chains: networks.map(({ id }) => id),
    methods: [...supportedMethods],
  })
  const auths = []
  for (const { id } of networks) {
    const iss = `${id}:${account.address}`
    const message = client.formatAuthMessage({ request, iss })
    const signature = await account.signMessage({ message })
    auths.push(buildAuthObject(request, { t: 'eip191', s: signature }, iss))
  }
  await client.approveSessionAuthenticate({ id: ask.id, auths })
}

export async function respond(
  client: IWalletKit,
  { id, topic }: Pick<RequestAsk, 'id' | 'topic'>,
  answer: { readonly result: unknown } | { readonly error: Refusal },
): Promise<void> {
  await client.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
}

const rejected = { code: rpcCodes.userRejected, message: 'User rejected the request.' } as const
const rejectedConnection = { code: signErrors.userRejected, message: 'User rejected.' } as const

export function reject(client: IWalletKit, ask: Ask): Promise<void> {
  const { id } = ask
  if (ask.kind === 'request' || ask.kind === 'other') return respond(client, ask, { error: rejected })
  const reason = ask.obstacle ?? rejectedConnection
  return ask.kind === 'connect'
    ? client.rejectSession({ id, reason })
    : client.rejectSessionAuthenticate({ id, reason })
}
