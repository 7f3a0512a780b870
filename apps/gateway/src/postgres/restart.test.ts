/** The database is stopped and started again under load: what was accepted is there, and everything goes on by itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints, failureBody } from '@latchkey/spec/endpoints'
import { endpointExamples } from '@latchkey/spec/examples'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../ports/clock.js'
import { analyticsEvents } from '../store/schema.js'
import { local, localNetworks, startTestChain } from '../testing/localChain.js'
import { silentLog } from '../testing/log.js'
import { startTestGateway } from '../testing/startTestGateway.js'
import { freePort, startOwnPostgres } from './ownPostgres.js'

test('[D-40] a database that is restarted under load loses no write that was accepted, and no block', async () => {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-restart-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const port = await freePort()
  const start = () => startOwnPostgres({ data, port, clock: systemClock, log: silentLog })
  let postgres = await start()
  onTestFinished(() => postgres.stop())
  const chain = await startTestChain()
  onTestFinished(() => chain.evm.close())
  const gateway = await startTestGateway({
    DATABASE_URL: postgres.adminUrl,
    LATCHKEY_UPSTREAMS: JSON.stringify({ [local.networkId]: [chain.evm.url] }),
    LATCHKEY_NETWORKS: localNetworks,
  })
  onTestFinished(() => gateway.stop())
  const [alice = '0x', bob = '0x'] = chain.people
  const historyPath = `/v1/account/${alice}/history?chainId=${local.networkId}`
  expect((await gateway.ask(historyPath)).status).toBe(200)

  const accepted: string[] = []
  const statuses = new Set<number>()
  const ending = new AbortController()
  const sendEvents = async () => {
    while (!ending.signal.aborted) {
      const eventId = crypto.randomUUID()
      const event = { ...endpointExamples.analyticsEvent.input.body, eventId, timestamp: Date.now() }
      const answer = await gateway.ask('/e', { method: 'POST', body: JSON.stringify(event) })
      statuses.add(answer.status)
      const said: unknown = await answer.json()
      if (answer.status === 202) accepted.push(eventId)
      else expect(v.is(failureBody, said), JSON.stringify(said)).toBe(true)
    }
  }
  const load = Promise.all(Array.from({ length: 4 }, sendEvents))
  const hashes: string[] = []
  const mine = async (count: number) => {
    for (let sent = 0; sent < count; sent++) hashes.push(await chain.send(alice, { to: bob, value: 1n }))
  }

  await expect.poll(() => accepted.length, { timeout: 10_000 }).toBeGreaterThan(20)
  await mine(3)
  await postgres.stop()
  await mine(3)
  await expect.poll(() => statuses.has(503), { timeout: 20_000 }).toBe(true)
  const before = accepted.length
  postgres = await start()
  await expect.poll(() => accepted.length, { timeout: 20_000 }).toBeGreaterThan(before + 20)
  ending.abort()
  await load

  expect(statuses).toEqual(new Set([202, 503]))
  const stored = await gateway.deps.db.query.select({ id: analyticsEvents.eventId }).from(analyticsEvents)
  const ids = new Set(stored.map(({ id }) => id))
  expect(accepted.filter((id) => !ids.has(id))).toEqual([])
  const newest = async () => {
    const answer = await gateway.ask(historyPath)
    const { data: items } = v.parse(endpoints.history.response, await answer.json())
    return items.slice(0, hashes.length).map(({ id }) => id)
  }
  // The index catches up with what was mined meanwhile; until then it says that it is not complete.
  await expect.poll(newest, { timeout: 20_000 }).toEqual([...hashes].reverse())
  await expect.poll(async () => (await gateway.ask('/readyz')).status, { timeout: 10_000 }).toBe(200)
}, 120_000)
