/** Measures the upstreams of networks that are in use, every few seconds (S9-09): who is alive, how fast, how far. */
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import { limits, minutes } from '@latchkey/spec/limits'
import type { Clock } from '../ports/clock.js'
import type { StopSignal } from '../ports/stop.js'
import type { Ask } from './ask.js'
import { blockTold } from './blockRef.js'
import type { RpcCall } from './call.js'
import type { Network, Networks, Upstream } from './network.js'
import type { Reading } from './readAnswer.js'

export interface Pings {
  /** Somebody uses the network: its upstreams are measured from now on, until it has been idle for a while. */
  wake(network: Network): void
  /** Why the network cannot be used; undefined when it can. */
  probe(networkId: NetworkId, signal: StopSignal): Promise<string | undefined>
  close(): void
}

/** Idle networks cost their operator nothing. */
const idleAfter = minutes(1)
/** Every so many rounds the network is asked how much of it is final. */
const roundsPerFinal = 8

const headQuestions: Readonly<Record<string, RpcCall>> = {
  eip155: { method: 'eth_blockNumber', id: '1', params: '[]' },
  solana: { method: 'getSlot', id: '1', params: '[]' },
  bip122: { method: 'getblockcount', id: '1', params: '[]' },
}
const finalQuestion: RpcCall = { method: 'eth_getBlockByNumber', id: '1', params: '["finalized",false]' }

/** Chains for development are turned back at will: nothing of them is final. */
const playgrounds: ReadonlySet<string> = new Set(['1337', '31337'])

export function createPings(input: { networks: Networks; ask: Ask; clock: Clock }): Pings {
  const { networks, ask, clock } = input
  const ending = new AbortController()
  const timers = new Map<Network, () => void>()

  const question = (network: Network, upstream: Upstream, call: RpcCall, ms: number, signal: StopSignal) =>
    ask({
      network,
      upstream,
      call,
      asked: undefined,
      deadline: clock.now() + ms,
      signal,
      room: bounds.responseBytes,
    })

  async function round(network: Network, count: number): Promise<void> {
    const call = headQuestions[network.namespace]
    if (call && network.upstreams.length > 1) {
      const asking = network.upstreams.map((upstream) =>
        question(network, upstream, call, limits.rankTimeout, ending.signal),
      )
      await Promise.all(asking)
    }
    const isFinalKnown = network.namespace === 'eip155' && !playgrounds.has(network.reference)
    if (isFinalKnown && count % roundsPerFinal === 0) await askFinal(network)
    if (ending.signal.aborted || clock.now() - network.usedAt >= idleAfter) return void timers.delete(network)
    plan(network, count + 1)
  }

  async function askFinal(network: Network): Promise<void> {
    const [best] = network.ranked()
    if (!best) return
    const reading = await question(network, best, finalQuestion, limits.rankTimeout, ending.signal)
    const block =
      reading.is === 'answer' && reading.outcome.kind === 'result'
        ? blockTold(reading.outcome.result)
        : undefined
    if (block !== undefined) network.heads.noteFinal(block)
  }

  function plan(network: Network, count: number): void {
    const cancel = clock.after(limits.rankInterval, () => void round(network, count))
    timers.set(network, cancel)
  }

  return {
    wake(network) {
      if (!timers.has(network) && !ending.signal.aborted) plan(network, 0)
    },
    async probe(networkId, signal) {
      const network = networks.get(networkId)
      if (!network) return 'no upstream is configured'
      const call = network.identity?.call
      if (!call) return undefined
      let last: Reading | undefined
      for (const upstream of network.ranked()) {
        // Proven anew: whoever asks wants to know how it is now.
        upstream.provenAt = undefined
        last = await question(network, upstream, call, limits.rankTimeout, signal)
        if (last.is === 'answer') return undefined
      }
      return last?.is === 'useless' && last.why === 'another network'
        ? 'the upstream serves another network'
        : 'no upstream answers'
    },
    close() {
      ending.abort()
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}
