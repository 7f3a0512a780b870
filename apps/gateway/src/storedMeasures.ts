/** Measures that lie in the database: how far the index is, and how purchases stand. The same from every process. */
import { seconds } from '@latchkey/spec/limits'
import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { type Clock, within } from './ports/clock.js'
import type { Db } from './ports/db.js'

/** Counting takes the database longer than reading, and nothing here changes quickly. */
const freshFor = seconds(15)
/** Whoever reads the measures must get the others also while the database hangs. */
const patience = seconds(2)

const counts = sql`
  select 'head' as what, network_id as a, '' as b, head_number::float8 as n from indexed_networks
  union all
  select 'watched', network_id, '', count(*)::float8 from watched_accounts group by 2
  union all
  select 'unfinished', network_id, '', count(*) filter (where scanned_from > 0)::float8 from watched_accounts group by 2
  union all
  select 'orders', provider, case when status = 'created' and expires_at <= now() then 'expired' else status end,
    count(*)::float8 from onramp_orders group by 2, 3`

interface Row {
  readonly what: string
  readonly a: string
  readonly b: string
  readonly n: number
}

export function showStored(input: { registry: Registry; db: Db; clock: Clock }): void {
  const { registry, db, clock } = input
  let last: { readonly rows: Promise<readonly Row[]>; readonly at: number } | undefined

  function read(): Promise<readonly Row[]> {
    if (last && clock.now() - last.at < freshFor) return last.rows
    const asking = db.query.execute(counts).then(({ rows }) => rows as unknown as Row[]) // as selected
    // Without the database there is nothing to say, which a monitor sees; an old figure would look like a healthy one.
    const rows = within(clock, patience, asking, () => new Error('no answer in time')).catch(() => [])
    last = { rows, at: clock.now() }
    return rows
  }

  function gauge(
    what: string,
    about: { name: string; help: string; labels: readonly [string, string?] },
  ): void {
    const { name, help, labels } = about
    const [first, second] = labels
    new Gauge({
      name,
      help,
      labelNames: labels.filter((label) => label !== undefined),
      registers: [registry],
      async collect() {
        const rows = await read()
        this.reset()
        for (const row of rows)
          if (row.what === what) this.set({ [first]: row.a, ...(second ? { [second]: row.b } : {}) }, row.n)
      },
    })
  }

  gauge('head', {
    name: 'gateway_index_head_block',
    help: 'Newest block that the index has followed, by network',
    labels: ['network'],
  })
  gauge('watched', {
    name: 'gateway_index_accounts',
    help: 'Accounts that the index watches, by network',
    labels: ['network'],
  })
  gauge('unfinished', {
    name: 'gateway_index_unfinished_accounts',
    help: 'Watched accounts whose past is not read to its beginning yet, by network',
    labels: ['network'],
  })
  gauge('orders', {
    name: 'gateway_onramp_orders',
    help: 'Purchases by provider and state',
    labels: ['provider', 'status'],
  })
}
