import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../ports/db.js'
import { createMigratedDatabase } from '../testing/database.js'
import { run } from '../testing/statement.js'
import { createPurchases, type Purchases, type PurchasesQuestion } from './purchases.js'

const address = `0x${'aB'.repeat(20)}`
const coinbase = { id: 'coinbase', name: 'Coinbase' }
const question: PurchasesQuestion = {
  projectId: 'shop',
  provider: coinbase,
  address,
  networkId: undefined,
  currency: 'usd',
  cursor: undefined,
}

let db: Db
let purchases: Purchases
beforeAll(async () => {
  const database = await createMigratedDatabase()
  db = database.db
  purchases = await createPurchases({ db })
  // A hundred at the same moment: only their ids tell them apart.
  await run(
    database.url,
    `insert into onramp_orders (id, project_id, provider, status, payment_amount, payment_currency, payment_method,
       purchase_amount, purchase_symbol, network_id, contract, address, created_at, updated_at, expires_at)
     select gen_random_uuid(), case when i <= 120 then 'shop' else 'other' end, 'coinbase',
       (array['paid', 'delivered', 'failed'])[i % 3 + 1], '100.00', 'USD', 'card', '0.025', 'ETH',
       'eip155:1', '', '${address.toLowerCase()}',
       '2027-01-01'::timestamptz + case when i <= 100 then '0' else i * interval '1 second' end, now(), now()
     from generate_series(1, 130) i
     union all
     select gen_random_uuid(), 'shop', 'coinbase', 'created', null, 'USD', 'card', null, 'ETH', 'eip155:1', '',
       '${address}', now(), now(), now()`,
  )
})
afterAll(() => db.close())

test('[S7-04] purchases of an account are pages that follow each other, of its project only, without windows nobody paid in', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  for (let pages = 1; ; pages++) {
    const { data, next } = await purchases.page({ ...question, cursor })
    seen.push(...data.map(({ id }) => id))
    if (next === null) {
      expect(pages).toBe(3)
      break
    }
    cursor = next
  }
  expect(new Set(seen).size).toBe(120)
  expect(seen).toHaveLength(120)
  const { data } = await purchases.page({ ...question, networkId: 'eip155:10' })
  expect(data).toEqual([])
})

test('[S7-04] a purchase has the shape of the wire', async () => {
  const { data } = await purchases.page(question)
  expect(data[0]).toMatchObject({
    metadata: {
      operationType: 'buy',
      hash: data[0]?.id,
      minedAt: '2027-01-01T00:02:00.000Z',
      sentFrom: 'Coinbase',
      nonce: 1,
      chain: 'eip155:1',
    },
    transfers: [
      { direction: 'in', quantity: { numeric: '0.025' }, value: 100, fungible_info: { symbol: 'ETH' } },
    ],
  })
  expect(new Set(data.map(({ metadata }) => metadata.status))).toEqual(
    new Set(['pending', 'confirmed', 'failed']),
  )
  const inEuro = await purchases.page({ ...question, currency: 'eur' })
  expect(inEuro.data[0]?.transfers[0]?.value).toBeNull()
})

test('a cursor of another account, project or on-ramp opens nothing', async () => {
  const { next } = await purchases.page(question)
  const cursor = next ?? ''
  const others = [
    { projectId: 'other' },
    { address: `0x${'1'.repeat(40)}` },
    { provider: { id: 'meld', name: 'Meld' } },
  ]
  for (const other of others)
    await expect(purchases.page({ ...question, ...other, cursor })).rejects.toMatchObject({ status: 400 })
  await expect(purchases.page({ ...question, cursor: `${cursor}x` })).rejects.toMatchObject({ status: 400 })
})
