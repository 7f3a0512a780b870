/** Runs: everybody writes, something is killed at a moment that the seed chose, and then everything is looked for. */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../harness/until.js'
import { createRandom } from './random.js'
import type { World } from './worlds.js'

export interface RunResult {
  readonly run: number
  readonly seed: number
  readonly victim: string
  /** Acknowledged in this run, by kind. */
  readonly acknowledged: Readonly<Record<string, number>>
  /** Milliseconds from the kill until everything was ready again. */
  readonly away: number
  readonly faults: readonly string[]
}

export interface CrashInput {
  readonly world: World
  readonly seed: number
  readonly runs: number
  readonly onResult?: (result: RunResult) => void
}

/** Acknowledgements of a run before something is killed: from the first commits to the middle of many. */
const firstMoment = { least: 1, most: 120 }
/** Milliseconds after that acknowledgement: between two commits, or in one. */
const delay = { least: 0, most: 40 }

export async function crashAgainAndAgain({ world, seed, runs, onResult }: CrashInput): Promise<RunResult[]> {
  const results: RunResult[] = []
  const names = Object.keys(world.victims)
  const offset = createRandom(seed).between(0, names.length - 1)
  for (let run = 0; run < runs; run += 1) {
    // In turns, so that few runs meet every victim as well; the seed says who is first.
    const victim = names[(run + offset) % names.length] ?? ''
    const result = await crashOnce(world, {
      run,
      victim,
      seed: seed * 10_007 + run,
      isLast: run === runs - 1,
    })
    results.push(result)
    onResult?.(result)
  }
  return results
}

async function crashOnce(
  world: World,
  { run, victim, seed, isLast }: { run: number; victim: string; seed: number; isLast: boolean },
): Promise<RunResult> {
  const random = createRandom(seed)
  const { writers } = world
  const before = writers.map((writer) => writer.acknowledged())
  const gained = () => writers.map((writer, index) => writer.acknowledged() - (before[index] ?? 0))
  const steps = writers.map(() => 0)
  const faults: string[] = []
  let isEnding = false
  const lanes = writers.map(async (writer, index) => {
    try {
      // oxlint-disable-next-line no-unmodified-loop-condition -- set by whoever ends the run.
      while (!isEnding) {
        await writer.step()
        steps[index] = (steps[index] ?? 0) + 1
      }
    } catch (error) {
      faults.push(`${writer.what}: ${String(error)}`)
      isEnding = true
    }
  })

  const moment = random.between(firstMoment.least, firstMoment.most)
  const reached = () => isEnding || gained().reduce((sum, count) => sum + count, 0) >= moment
  await until(reached, { what: `${moment} things are acknowledged`, within: 60_000, every: 1 })
  await pause(random.between(delay.least, delay.most))
  const killedAt = performance.now()
  await world.victims[victim]?.(random)
  await world.recovered()
  const away = performance.now() - killedAt

  // Alive means that everybody gets something done again, not that a probe says so.
  const then = [...steps]
  const isAlive = () => isEnding || steps.every((count, index) => count > (then[index] ?? 0))
  await until(isAlive, { what: 'everybody gets something done', within: 90_000 }).catch((error: unknown) => {
    const stuck = writers.filter((_, index) => steps[index] === then[index]).map(({ what }) => what)
    faults.push(`${String(error)}: not ${stuck.join(', ')}`)
  })
  isEnding = true
  await Promise.all(lanes)
  const acknowledged = Object.fromEntries(writers.map(({ what }, index) => [what, gained()[index] ?? 0]))
  for (const writer of writers) {
    const found = await writer.findFaults(isLast).catch((error: unknown) => [String(error)])
    faults.push(...found.map((fault) => `${writer.what}: ${fault}`))
  }
  faults.push(...(await world.ledgers.findBreak()))
  return { run, seed, victim, acknowledged, away: Math.round(away), faults }
}
