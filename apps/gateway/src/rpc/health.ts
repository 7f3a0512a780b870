/** How one upstream has done lately: its last samples, whether it rests, and the breaker that keeps calls from a dead one. */
import { limits, minutes, seconds } from '@latchkey/spec/limits'
import type { Clock } from '../ports/clock.js'

interface Sample {
  readonly ok: boolean
  readonly ms: number
}

export interface Health {
  /** Reverts, refusals to go faster and calls that we gave up ourselves are not failures and are not noted. */
  note(sample: Sample): void
  /** It asked for a pause. */
  rest(ms: number): void
  /** It does not serve the network that it stands for, or says what cannot be. */
  distrust(): void
  /** Neither open breaker nor rest nor distrust: it may be asked before the others. */
  isFit(): boolean
  /** Share of calls that went well, 1 without any. */
  stability(): number
  /** Mean time of those, in milliseconds; undefined without any. */
  latency(): number | undefined
}

/** The breaker opens after so many failures one after the other, */
const failuresBorne = 5
/** then keeps away for a while that doubles each time, */
const openAtFirst = seconds(5)
const openAtMost = minutes(5)
/** and a lie keeps it away for long. */
const distrustFor = minutes(10)

export function createHealth(clock: Clock): Health {
  const samples: Sample[] = []
  let failures = 0
  let openings = 0
  let awayUntil = 0

  const keepAway = (ms: number) => {
    awayUntil = Math.max(awayUntil, clock.now() + ms)
  }

  return {
    note(sample) {
      samples.push(sample)
      if (samples.length > limits.rankSamples) samples.shift() // S9-09
      failures = sample.ok ? 0 : failures + 1
      if (sample.ok) openings = 0
      // After the pause one failure is enough to keep away for longer: that call was the trial.
      else if (failures >= failuresBorne) keepAway(Math.min(openAtMost, openAtFirst * 2 ** openings++))
    },
    rest: keepAway,
    distrust: () => keepAway(distrustFor),
    isFit: () => clock.now() >= awayUntil,
    stability: () => (samples.length === 0 ? 1 : samples.filter(({ ok }) => ok).length / samples.length),
    latency() {
      const good = samples.filter(({ ok }) => ok)
      return good.length === 0 ? undefined : good.reduce((sum, { ms }) => sum + ms, 0) / good.length
    },
  }
}
