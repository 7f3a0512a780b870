/** Carries out what the person said yes to, tells the app, and says how it went. */
import type { Ask, OtherAsk, RequestAsk } from '../asks/ask.js'
import type { ReadSignIn } from '../asks/readSignIn.js'
import { NoNode } from '../chain/readNodes.js'
import { receiptOf } from '../chain/send.js'
import { approveConnect, approveSignIn, type Choice, respond } from './answer.js'
import { type Desk, rememberNetwork, say } from './desk.js'
import { networksWith, type WalletNetwork } from './networks.js'
import { type Performed, perform } from './perform.js'
import { moveTo } from './sessions.js'
import { mostAddedNetworks, mostBatches } from './storage.js'

interface Context extends Desk {
  readonly signIns: () => ReadonlyMap<number, ReadSignIn>
}

export async function carryOut(context: Context, ask: Ask, choice: Choice): Promise<void> {
  if (ask.kind === 'request') return carryOutRequest(context, ask)
  if (ask.kind === 'other') return carryOutOther(context, ask)
  const { client } = context
  if (ask.kind === 'connect') {
    const topic = await approveConnect(client, ask, choice)
    const [first] = choice.networks
    if (first) rememberNetwork(context, topic, first)
    return say(context, {
      tone: 'good',
      title: `Connected to ${ask.app.name}`,
      text: 'You can go back to the app.',
    })
  }
  const payload = context.signIns().get(ask.id)?.payload
  if (!payload) throw new Error('the question is gone')
  await approveSignIn(client, { ask, payload, choice })
  say(context, { tone: 'good', title: `Signed in to ${ask.domain}`, text: 'You can go back to the app.' })
}

/** On a network of another family: the request itself knows how it is done. */
async function carryOutOther(
  context: Context,
  { id, topic, app, network, request }: OtherAsk,
): Promise<void> {
  const { client, memory, gateway } = context
  const { nodes } = context.store.get()
  if (request.isSent && nodes && !nodes.includes(network.id)) throw new NoNode()
  const { result, proof } = await request.perform({ gateway })
  // Kept before it is told: a transaction must not be sent again because the relay was away.
  memory.change({ answers: { ...memory.get().answers, [id]: result } })
  await respond(client, { id, topic }, { result })
  forgetAnswer(context, id)
  say(context, {
    tone: 'good',
    title: request.isSent ? 'Sent' : 'Signed',
    text: request.isSent ? `${network.name} has taken it.` : `${app.name} has the signature.`,
    proof,
  })
}

async function carryOutRequest(context: Context, ask: RequestAsk): Promise<void> {
  const { client, memory } = context
  const result = await resultOf(context, ask)
  // Kept before it is told: a transaction must not be sent again because the relay was away.
  memory.change({ answers: { ...memory.get().answers, [ask.id]: result } })
  await respond(client, ask, { result })
  forgetAnswer(context, ask.id)
}

export function forgetAnswer({ memory }: Pick<Desk, 'memory'>, id: number): void {
  const { [id]: _, ...answers } = memory.get().answers
  memory.change({ answers })
}

async function resultOf(context: Context, ask: RequestAsk): Promise<unknown> {
  const { store, memory, client } = context
  const { request, network, topic, app } = ask
  const connected = store.get().apps.find((each) => each.topic === topic)
  if (!connected) throw new Error('the app is not connected any more')
  const moved = async (target: WalletNetwork) => {
    await moveTo(client, connected, target)
    rememberNetwork(context, topic, target)
    say(context, { tone: 'good', title: `${app.name} is on ${target.name}` })
    return null
  }
  if (request.kind === 'switch-network') return moved(request.target)
  if (request.kind === 'add-network') {
    const added = [...memory.get().added, request.added].slice(-mostAddedNetworks)
    memory.change({ added })
    const networks = networksWith(added)
    store.set({ networks })
    const target = networks.find(({ chainId }) => chainId === request.added.chainId)
    return target ? moved(target) : null
  }
  const { nodes } = store.get()
  const isSent = request.kind === 'calls' || request.kind === 'transaction'
  if (isSent && nodes && !nodes.includes(network.id)) throw new NoNode()
  const { result, hashes, unsent } = await perform(request, context.nodeOf(network))
  if (request.kind === 'calls') {
    const kept = Object.entries(memory.get().batches).slice(1 - mostBatches)
    memory.change({
      batches: Object.fromEntries([
        ...kept,
        [request.batchId, { chainId: network.chainId, hashes: [...hashes], unsent }],
      ]),
    })
  }
  if (hashes.length > 0) void follow(context, network, { hashes, unsent })
  else
    say(context, {
      tone: 'good',
      title: 'Signed',
      text: `${app.name} has the signature.`,
      proof: String(result),
    })
  return result
}

/** The app has its answer; the person also learns what the network made of it. */
async function follow(
  context: Context,
  network: WalletNetwork,
  { hashes, unsent }: Pick<Performed, 'hashes' | 'unsent'>,
): Promise<void> {
  const proof = hashes.join('\n')
  say(context, { tone: 'plain', title: 'Sent', text: `Waiting for ${network.name} to confirm.`, proof })
  try {
    const node = context.nodeOf(network)
    const receipts = await Promise.all(hashes.map((hash) => receiptOf(node, hash)))
    const failed = receipts.some(({ status }) => status === 'reverted')
    const block = receipts.at(-1)?.blockNumber
    if (failed)
      say(context, {
        tone: 'bad',
        title: 'Failed on the network',
        text: `${network.name} took the fee and undid the rest.`,
        proof,
      })
    else if (unsent > 0)
      say(context, {
        tone: 'bad',
        title: 'Sent in part',
        text: `${hashes.length} of ${hashes.length + unsent} went through on ${network.name}; the rest was not sent.`,
        proof,
      })
    else say(context, { tone: 'good', title: 'Confirmed', text: `${network.name}, block ${block}.`, proof })
    context.store.set({ beat: context.store.get().beat + 1 })
  } catch {
    say(context, { tone: 'plain', title: 'Sent', text: `${network.name} has not confirmed it yet.`, proof })
  }
}
