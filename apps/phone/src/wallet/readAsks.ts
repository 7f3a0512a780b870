/** The questions that wait, read from the client's own storage: a reload or a second device finds the same ones. */

import { rpcCodes } from '@latchkey/spec/errors'
import type { IWalletKit } from '@reown/walletkit'
import * as v from 'valibot'
import type { Ask, QuietRequest } from '../asks/ask.js'
import { type ReadRequest, refuse } from '../asks/context.js'
import { readProposal } from '../asks/readProposal.js'
import { readRequest, requestNetwork } from '../asks/readRequest.js'
import { type ReadSignIn, readSignIn } from '../asks/readSignIn.js'
import { readOther } from '../others/readOther.js'
import type { OtherRequest } from '../others/request.js'
import { addressesOn, peopleOf } from '../others/session.js'
import type { WalletNetwork } from './networks.js'
import type { ConnectedApp } from './state.js'
import type { Remembered } from './storage.js'
import type { WorldFacts } from './worldFacts.js'

export interface QuietAsk {
  readonly id: number
  readonly topic: string
  readonly app: ConnectedApp
  readonly method: string
  readonly request: QuietRequest
}

export interface ReadAsks {
  readonly asks: readonly Ask[]
  /** Those that no person has to decide about. */
  readonly quiet: readonly QuietAsk[]
  readonly signIns: ReadonlyMap<number, ReadSignIn>
  /** Questions that nobody can read. */
  readonly unreadable: readonly number[]
}

interface Context {
  readonly client: IWalletKit
  readonly networks: readonly WalletNetwork[]
  readonly apps: readonly ConnectedApp[]
  readonly memory: Pick<Remembered, 'answers' | 'batches'>
  readonly tokens: WorldFacts['tokens']
  readonly now: number
}

const pending = v.object({
  id: v.number(),
  topic: v.string(),
  params: v.object({
    chainId: v.string(),
    request: v.object({
      method: v.pipe(v.string(), v.maxLength(128)),
      params: v.unknown(),
      expiryTimestamp: v.optional(v.number()),
    }),
  }),
})

export function readAsks(context: Context): ReadAsks {
  const { client, networks, now } = context
  const signIns = new Map<number, ReadSignIn>()
  const asks: Ask[] = []
  const quiet: QuietAsk[] = []
  const unreadable: number[] = []

  for (const proposal of Object.values(client.getPendingSessionProposals())) {
    const ask = readProposal(proposal, networks)
    if (ask) asks.push(ask)
    else unreadable.push(proposal.id)
  }
  for (const request of client.engine.signClient.auth.requests.getAll()) {
    const read = readSignIn(request, networks)
    if (!read) continue
    signIns.set(read.ask.id, read)
    asks.push(read.ask)
  }
  for (const stored of client.getPendingSessionRequests()) {
    const read = readPending(stored, context)
    if (read && 'app' in read && 'method' in read) quiet.push(read)
    else if (read) asks.push(read)
  }
  return {
    // The protocol's numbers grow with time.
    asks: asks
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now)
      .sort((one, other) => one.id - other.id),
    quiet,
    signIns,
    unreadable,
  }
}

function readPending(stored: unknown, context: Context): Ask | QuietAsk | undefined {
  const { networks, apps, memory } = context
  const read = v.safeParse(pending, stored)
  if (!read.success) return undefined
  const { id, topic, params } = read.output
  const app = apps.find((each) => each.topic === topic)
  if (!app) return undefined
  const { method, params: input, expiryTimestamp } = params.request
  const expiresAt = expiryTimestamp === undefined ? undefined : expiryTimestamp * 1000
  const other = app.others.flatMap((part) => part.networks).find(({ id }) => id === params.chainId)
  if (other) {
    const asked = readOther(method, input, {
      network: other,
      accounts: addressesOn(other, peopleOf(app.accounts)),
      tokens: context.tokens[other.id] ?? {},
    })
    const request = toldBefore(asked, id, memory)
    if (request.kind !== 'other') return { id, topic, app, method, request }
    return { kind: 'other', id, topic, app: app.app, network: other, request, expiresAt }
  }
  const network = requestNetwork(networks, params.chainId)
  if (!network) return undefined
  const request = withoutRepeats(
    readRequest(method, input, { network, networks, accounts: app.accounts }),
    id,
    {
      app,
      memory,
    },
  )
  if (request.kind === 'answer' || request.kind === 'calls-status' || request.kind === 'refuse')
    return { id, topic, app, method, request }
  return { kind: 'request', id, topic, app: app.app, network, request, expiresAt }
}

/** What was done already is told and not done again. */
const toldBefore = (
  request: OtherRequest | QuietRequest,
  id: number,
  { answers }: Context['memory'],
): OtherRequest | QuietRequest =>
  Object.hasOwn(answers, id) ? { kind: 'answer', result: answers[id] } : request

/** What was done already is told and not done again; where the app is already needs no move. */
function withoutRepeats(
  request: ReadRequest,
  id: number,
  { app, memory }: { app: ConnectedApp; memory: Context['memory'] },
): ReadRequest {
  if (Object.hasOwn(memory.answers, id)) return { kind: 'answer', result: memory.answers[id] }
  if (request.kind === 'switch-network' && request.target.id === app.networkId)
    return { kind: 'answer', result: null }
  if (request.kind === 'calls' && Object.hasOwn(memory.batches, request.batchId))
    return refuse(rpcCodes.duplicateBundleId, 'Calls of this id were sent before')
  return request
}
