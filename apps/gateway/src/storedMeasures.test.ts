import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { systemClock } from './ports/clock.js'
import { createDb } from './ports/db.js'
import { showStored } from './storedMeasures.js'
import { copyMigratedDatabase } from './testing/database.js'
import { createFakeClock } from './testing/fakeClock.js'
import { silentLog } from './testing/log.js'
import { run } from './testing/statement.js'

test('[D-40] the measures tell how far the index is and how purchases stand, and leave it out without the database', async () => {
  const url = await copyMigratedDatabase()
  const db = createDb({ url, size: 1, clock: systemClock, log: silentLog })
  const clock = createFakeClock()
  const registry = new Registry()
  showStored({ registry, db, clock })
  await run(url, `insert into indexed_networks values ('eip155:1', 4711, '0xab')`)
  await run(
    url,
    `insert into watched_accounts (network_id, address, followed_from, scanned_from, seen_at)
     values ('eip155:1', '0x01', 5, 0, now()), ('eip155:1', '0x02', 5, 3, now())`,
  )
  const order = (id: number, status: string, life: string) =>
    `('00000000-0000-4000-8000-00000000000${id}', 'p', 'sandbox', '${status}', 'eur', 'card', 'ETH', 'eip155:1', '', '0x01',
      now(), now(), now() + interval '${life}')`
  await run(
    url,
    `insert into onramp_orders (id, project_id, provider, status, payment_currency, payment_method, purchase_symbol,
       network_id, contract, address, created_at, updated_at, expires_at)
     values ${order(1, 'paid', '1 hour')}, ${order(2, 'created', '1 hour')}, ${order(3, 'created', '-1 hour')}`,
  )
  const text = await registry.metrics()
  expect(text).toContain('gateway_index_head_block{network="eip155:1"} 4711')
  expect(text).toContain('gateway_index_accounts{network="eip155:1"} 2')
  expect(text).toContain('gateway_index_unfinished_accounts{network="eip155:1"} 1')
  for (const status of ['paid', 'created', 'expired'])
    expect(text).toContain(`gateway_onramp_orders{provider="sandbox",status="${status}"} 1`)

  await db.close()
  await clock.advance(15_000)
  expect(await registry.metrics()).not.toContain('gateway_index_head_block{')
})
