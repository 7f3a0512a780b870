/** How far a network has come, as its upstreams tell it: what is final, which of them lag, and whether one runs ahead of all. */
import { minutes, seconds } from '@latchkey/spec/limits'
import type { Clock } from '../ports/clock.js'

export interface Heads {
  /** An upstream has seen this block. */
  note(upstream: number, block: bigint): void
  /** The network says that it can no longer change up to here. */
  noteFinal(block: bigint): void
  /** The newest block that is believed; undefined when nobody has told of one lately. */
  head(): bigint | undefined
  /** Blocks up to here will not change. */
  final(): bigint | undefined
  /** It is so far behind the others that its answers are of yesterday. */
  lags(upstream: number): boolean
  /** Mean time between blocks, in milliseconds; undefined until it is known. */
  interval(): number | undefined
}

const believedFor = minutes(1)
/** Blocks behind the others, beyond which an upstream is not asked first. */
const lagBorne = 16n
/** Nothing nearer to the head is taken for final, whatever the node says: nodes for development call every block final. */
const leastDepth = 64n
const intervalsMeasured = 8

export function createHeads({ clock, upstreams }: { clock: Clock; upstreams: number }): Heads {
  const told = new Map<number, { block: bigint; at: number }>()
  let finalTold: bigint | undefined
  const steps: { block: bigint; at: number }[] = []

  /** Asked several times by every call, so that it is worked out when it may have changed. */
  let believed: { readonly head: bigint | undefined; readonly until: number } | undefined

  function believe(): { readonly head: bigint | undefined; readonly until: number } {
    const fresh = [...told.values()].filter(({ at }) => clock.now() - at < believedFor)
    const blocks = fresh.map(({ block }) => block).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
    // With three or more, one alone is not believed: it would make all others look late.
    const newest = upstreams >= 3 && blocks.length >= 2 ? blocks[1] : blocks[0]
    return { head: newest, until: Math.min(...fresh.map(({ at }) => at)) + believedFor }
  }

  function head(): bigint | undefined {
    if (!believed || clock.now() >= believed.until) believed = believe()
    return believed.head
  }

  return {
    note(upstream, block) {
      const before = head()
      const known = told.get(upstream)
      // A node behind a load balancer may step back a little; a chain that was made anew steps back for good.
      const isRecent = known !== undefined && clock.now() - known.at < seconds(2)
      if (known && isRecent && block < known.block) return
      told.set(upstream, { block, at: clock.now() })
      believed = undefined
      const now = head()
      if (now === undefined || now === before) return
      steps.push({ block: now, at: clock.now() })
      if (steps.length > intervalsMeasured) steps.shift()
    },
    noteFinal: (block) => {
      finalTold = block
    },
    head,
    final() {
      const newest = head()
      if (newest === undefined || finalTold === undefined || newest < leastDepth) return undefined
      const deep = newest - leastDepth
      return finalTold < deep ? finalTold : deep
    },
    lags(upstream) {
      const newest = head()
      const own = told.get(upstream)
      if (newest === undefined || !own || clock.now() - own.at >= believedFor) return false
      return own.block + lagBorne < newest
    },
    interval() {
      const first = steps[0]
      const last = steps.at(-1)
      if (!first || !last || last.block <= first.block) return undefined
      return (last.at - first.at) / Number(last.block - first.block)
    },
  }
}
