/** One round over several upstreams: each is asked when those before it failed, and a second one beside a slow one. */
import type { Clock } from '../ports/clock.js'
import { Follower, type StopSignal } from '../ports/stop.js'
import type { Reading } from './readAnswer.js'

export interface RaceInput<runner> {
  readonly runners: readonly runner[]
  /** Asks one; `rest` are those not asked yet. It never rejects because of the upstream, only for the caller's reasons. */
  readonly ask: (runner: runner, rest: number, signal: StopSignal) => Promise<Reading>
  /** Milliseconds after which a second one is asked as well; undefined: never. */
  readonly hedgeAfter: number | undefined
  readonly clock: Clock
  readonly signal: StopSignal
}

export interface RaceResult<runner> {
  readonly answer: Extract<Reading, { is: 'answer' }> | undefined
  readonly failed: readonly {
    readonly runner: runner
    readonly reading: Exclude<Reading, { is: 'answer' }>
  }[]
}

/** The first answer wins and the others are given up. An empty answer waits for the others: it may only be late news. */
export async function race<runner>(input: RaceInput<runner>): Promise<RaceResult<runner>> {
  const [only] = input.runners
  if (input.runners.length === 1 && only !== undefined) return runAlone(only, input)
  const { ask, clock, hedgeAfter, signal } = input
  const waiting = [...input.runners]
  const failed: { runner: runner; reading: Exclude<Reading, { is: 'answer' }> }[] = []
  const running = new Set<Promise<Leg<runner>>>()
  const ending = new Follower(signal)
  let isHedgeLeft = hedgeAfter !== undefined
  let empty: RaceResult<runner>['answer']

  function start(): void {
    const runner = waiting.shift()
    if (runner === undefined) return
    const leg: Promise<Leg<runner>> = ask(runner, waiting.length, ending).then((reading) => {
      running.delete(leg)
      return { runner, reading }
    })
    running.add(leg)
  }

  try {
    start()
    while (running.size > 0) {
      const isHedging = isHedgeLeft && waiting.length > 0
      const next = await first(running, isHedging ? { clock, after: hedgeAfter ?? 0 } : undefined)
      if (next === 'late') {
        isHedgeLeft = false
        start()
        continue
      }
      const { runner, reading } = next
      if (reading.is === 'answer') {
        if (!isEmpty(reading) || running.size === 0) return { answer: reading, failed }
        empty ??= reading
      } else failed.push({ runner, reading })
      if (running.size === 0 && !empty && !signal.aborted) start()
    }
    return { answer: empty, failed }
  } finally {
    if (running.size > 0) ending.abort(overtaken)
    ending.release()
  }
}

/** One alone has nobody to be given up for, nor to wait for. */
async function runAlone<runner>(
  runner: runner,
  { ask, signal }: RaceInput<runner>,
): Promise<RaceResult<runner>> {
  const reading = await ask(runner, 0, signal)
  return reading.is === 'answer'
    ? { answer: reading, failed: [] }
    : { answer: undefined, failed: [{ runner, reading }] }
}

/** Made once: the stack of each would cost more than the call. */
const overtaken = new Error('another upstream was faster')

interface Leg<runner> {
  readonly runner: runner
  readonly reading: Reading
}

async function first<leg>(
  running: ReadonlySet<Promise<leg>>,
  timer: { clock: Clock; after: number } | undefined,
): Promise<leg | 'late'> {
  if (!timer) return Promise.race(running)
  let cancel = () => {}
  const late = new Promise<'late'>((resolve) => {
    cancel = timer.clock.after(timer.after, () => resolve('late'))
  })
  try {
    return await Promise.race([...running, late])
  } finally {
    cancel()
  }
}

function isEmpty({ outcome }: Extract<Reading, { is: 'answer' }>): boolean {
  return outcome.kind === 'result' && (outcome.result === 'null' || outcome.result === '[]')
}
