/** What is done behind the scenes, for the measures: rounds of jobs, and which work this process leads. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../ports/clock.js'

export interface Work {
  /** A round of a job has ended. */
  ended(job: string, isWell: boolean): void
  /** Work that one of all processes does; `isMine` is asked when somebody reads the measures. */
  led(work: string, isMine: () => boolean): void
  /** A network that this process may follow; `behind` is undefined while it does not. */
  following(networkId: string, behind: () => number | undefined): void
}

export function createWork({ registry, clock }: { registry: Registry; clock: Clock }): Work {
  const registers = [registry]
  const rounds = new Counter({
    name: 'gateway_job_rounds_total',
    help: 'Rounds of jobs by name and result',
    labelNames: ['job', 'result'],
    registers,
  })
  const lastWell = new Gauge({
    name: 'gateway_job_last_success_seconds',
    help: 'When a round of a job last ended well, in seconds since 1970',
    labelNames: ['job'],
    registers,
  })
  const led = new Map<string, () => boolean>()
  new Gauge({
    name: 'gateway_leads',
    help: '1 where this process does work that one of all processes does, 0 where it waits for it',
    labelNames: ['work'],
    registers,
    collect() {
      for (const [work, isMine] of led) this.set({ work }, isMine() ? 1 : 0)
    },
  })
  const followed = new Map<string, () => number | undefined>()
  new Gauge({
    name: 'gateway_index_behind_blocks',
    help: 'Blocks between the newest of a network and what the index has followed; only where this process follows it',
    labelNames: ['network'],
    registers,
    collect() {
      this.reset()
      for (const [network, behind] of followed) {
        const blocks = behind()
        if (blocks !== undefined) this.set({ network }, blocks)
      }
    },
  })
  return {
    ended(job, isWell) {
      // Both from the first round on: a counter that only appears with a failure has no rise to be seen.
      rounds.inc({ job, result: 'failed' }, isWell ? 0 : 1)
      rounds.inc({ job, result: 'done' }, isWell ? 1 : 0)
      if (isWell) lastWell.set({ job }, clock.now() / 1000)
    },
    led: (work, isMine) => void led.set(work, isMine),
    following: (networkId, behind) => void followed.set(networkId, behind),
  }
}
