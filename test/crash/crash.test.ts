import { appendFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { crashAgainAndAgain, type RunResult } from './crashRuns.js'
import { startFolderWorld, startSharedWorld, type World } from './worlds.js'

/** `npm run test:crash` sets these; without them it is the short form of the gate. */
const seed = Number(process.env.LATCHKEY_CRASH_SEED ?? 1)
const runs = Number(process.env.LATCHKEY_CRASH_RUNS ?? 0)
const report = process.env.LATCHKEY_CRASH_REPORT
const base = Number(process.env.LATCHKEY_PORT_BASE ?? 4100)
const short = { folder: 4, shared: 6 }

let world: World | undefined
afterEach(async () => {
  await world?.stop()
  world = undefined
})

async function crash(start: () => Promise<World>, fewest: number): Promise<readonly RunResult[]> {
  const started = await start()
  world = started
  const tell = (result: RunResult) => {
    if (report) appendFileSync(report, `${JSON.stringify({ world: started.title, ...result })}\n`)
    if (result.faults.length > 0) console.error(`seed ${seed}, run ${result.run}:\n${started.output()}`)
  }
  return crashAgainAndAgain({ world: started, seed, runs: runs || fewest, onResult: tell })
}

const faultsOf = (results: readonly RunResult[]) => results.filter(({ faults }) => faults.length > 0)
const patience = (count: number) => 120_000 + count * 180_000

test(
  '[D-40] one gateway on its folder: nothing that it acknowledged is lost or doubled, whatever is killed',
  async () => {
    const results = await crash(() => startFolderWorld(base), short.folder)
    expect(faultsOf(results)).toEqual([])
    expect(new Set(results.map(({ victim }) => victim)).size).toBe(Math.min(results.length, 4))
  },
  patience(runs || short.folder),
)

test(
  '[D-40] two gateways on PostgreSQL and Redis, and the vault: nothing that they acknowledged is lost or doubled, whatever is killed',
  async () => {
    const results = await crash(() => startSharedWorld(base), short.shared)
    expect(faultsOf(results)).toEqual([])
    expect(new Set(results.map(({ victim }) => victim)).size).toBe(Math.min(results.length, 6))
  },
  patience(runs || short.shared),
)
