/** One call over all upstreams of its network: rounds with a growing pause between them, inside one deadline (S7-31, S8-33). */
import { limits } from '@latchkey/spec/limits'
import { type Clock, wait } from '../ports/clock.js'
import type { StopSignal } from '../ports/stop.js'
import { type Ask, shareOf } from './ask.js'
import type { RpcCall } from './call.js'
import type { Network } from './network.js'
import type { Asked } from './plausible.js'
import { race } from './race.js'
import type { RpcOutcome } from './readAnswer.js'
import { delayBefore } from './retry.js'

export interface AttemptsInput {
  readonly network: Network
  readonly call: RpcCall
  readonly asked: Asked
  readonly signal: StopSignal
  readonly retries: number
  readonly room: number
}

/** Undefined when no upstream has said anything of use. */
export async function attempt(
  { network, call, asked, signal, retries, room }: AttemptsInput,
  { ask, clock }: { ask: Ask; clock: Clock },
): Promise<RpcOutcome | undefined> {
  const end = clock.now() + limits.httpTimeout
  // A Solana transaction that is sent twice may be paid for twice; on eip155 its nonce forbids that.
  const isHedged = !asked.method.isSend || network.namespace === 'eip155'
  let runners = network.ranked()
  let lastSaid: RpcOutcome | undefined
  for (let round = 0; round <= retries && runners.length > 0; round++) {
    signal.throwIfAborted()
    const { answer, failed } = await race({
      runners,
      ask: (upstream, after, either) => {
        // An upstream that hangs must leave time for those after it.
        const deadline = clock.now() + shareOf(end, clock.now(), after)
        return ask({ network, upstream, call, asked, deadline, signal: either, room })
      },
      hedgeAfter: isHedged ? network.paceOf(call.method).hedgeAfter() : undefined,
      clock,
      signal,
    })
    if (answer) return answer.outcome
    signal.throwIfAborted()
    const again = failed.flatMap(({ runner, reading }) =>
      reading.is === 'retry' ? [{ runner, reading }] : [],
    )
    lastSaid = again.findLast(({ reading }) => reading.outcome)?.reading.outcome ?? lastSaid
    runners = again.map(({ runner }) => runner)
    const waits = again.map(({ reading }) => reading.retryAfter)
    const delay = delayBefore(round, waits, clock.now())
    if (runners.length === 0 || round === retries || clock.now() + delay >= end) return lastSaid
    await wait(clock, delay, signal)
  }
  return lastSaid
}
