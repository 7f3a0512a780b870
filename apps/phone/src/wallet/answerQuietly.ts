/** Answers the requests that no person has to decide about: facts the app was shown already, and what is refused. */
import { rpcCodes } from '@latchkey/spec/errors'
import type { Hex } from 'viem'
import { safeLine } from '../words/safeText.js'
import { respond } from './answer.js'
import { callsStatus } from './callsStatus.js'
import { forgetAnswer } from './carryOut.js'
import { type Desk, say } from './desk.js'
import { networkOf } from './networks.js'
import type { QuietAsk } from './readAsks.js'

export async function answerQuietly(desk: Desk, ask: QuietAsk): Promise<void> {
  const { request, app, method } = ask
  if (request.kind === 'refuse') {
    say(desk, {
      tone: 'plain',
      title: `${app.app.name} was refused`,
      text: `It asked for ${safeLine(method, 40)}: ${request.refusal.message}.`,
    })
    return respond(desk.client, ask, { error: request.refusal })
  }
  if (request.kind === 'answer') {
    await respond(desk.client, ask, { result: request.result })
    return forgetAnswer(desk, ask.id)
  }
  const { batches } = desk.memory.get()
  const batch = Object.hasOwn(batches, request.batchId) ? batches[request.batchId] : undefined
  const network = batch && networkOf(desk.store.get().networks, `eip155:${batch.chainId}`)
  if (!batch || !network) {
    const error = { code: rpcCodes.unknownBundleId, message: 'This wallet sent no such calls' }
    return respond(desk.client, ask, { error })
  }
  // Written by this wallet as hex.
  const hashes = batch.hashes as readonly Hex[]
  return respond(desk.client, ask, {
    result: await callsStatus(desk.nodeOf(network), { id: request.batchId, hashes, unsent: batch.unsent }),
  })
}
