import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { OutboundError } from '../ports/outboundError.js'
import type { Untrusted, UntrustedRequest } from '../ports/untrusted.js'
import { setWebhook } from '../projects/webhook.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createRecordedLog, silentLog } from '../testing/log.js'
import { run } from '../testing/statement.js'
import { createWebhookJob } from './sendWebhooks.js'

const address = 'https://shop.example/hooks/latchkey'

let url: string
let db: Db
let key: string
beforeAll(async () => {
  const database = await createMigratedDatabase()
  url = database.url
  db = database.db
  await run(url, `insert into projects (id, name) values ('shop', 'Shop'), ('quiet', 'Quiet')`)
  key = (await setWebhook(db, 'shop', address)) ?? ''
})
afterAll(() => db.close())
beforeEach(() => run(url, 'truncate onramp_orders, webhook_deliveries'))

const orderId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const order = (index: number, project = 'shop') =>
  run(
    url,
    `insert into onramp_orders (id, project_id, provider, status, payment_currency, payment_method, purchase_symbol,
       network_id, contract, address, created_at, updated_at, expires_at)
     values ('${orderId(index)}', '${project}', 'sandbox', 'created', 'USD', 'card', 'ETH', 'eip155:1', '', '0x01', now(), now(), now())`,
  )
const move = (index: number, status: string) =>
  run(url, `update onramp_orders set status = '${status}' where id = '${orderId(index)}'`)
const waiting = () => run<{ tries: number }>(url, 'select tries from webhook_deliveries')
const passTime = () => run(url, `update webhook_deliveries set due_at = now()`)

function app(answer: () => number = () => 204) {
  const heard: UntrustedRequest[] = []
  const untrusted: Untrusted = {
    async fetch(request) {
      heard.push(request)
      const status = answer()
      if (status === 0) throw new OutboundError('unreachable')
      return { status, contentType: '', bytes: Buffer.alloc(0) }
    },
  }
  const job = createWebhookJob({ db, clock: systemClock, log: silentLog, untrusted })
  return { heard, untrusted, round: () => job.run(new AbortController().signal) }
}

test('[D-18] each change of an order is told once, signed over time and text', async () => {
  await order(1)
  await move(1, 'paid')
  await run(url, 'update onramp_orders set updated_at = now()')
  await move(1, 'paid')
  await move(1, 'delivered')
  const { heard, round } = app()
  await Promise.all([round(), round(), round()])
  await round()
  expect(heard.map(({ url: to, method }) => [to, method])).toEqual([
    [address, 'POST'],
    [address, 'POST'],
  ])
  const told = heard.map(({ body = '', headers = {} }) => {
    const [, at = '', digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['latchkey-signature'] ?? '') ?? []
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
    expect(digest).toBe(createHmac('sha256', key).update(`${at}.${body}`).digest('hex'))
    return JSON.parse(body)
  })
  expect(told.map(({ data }) => data.status).sort()).toEqual(['delivered', 'paid'])
  expect(told[0]).toMatchObject({ type: 'onramp.order', data: { orderId: orderId(1), provider: 'sandbox' } })
  expect(new Set(told.map(({ id }) => id)).size).toBe(2)
  expect(await waiting()).toEqual([])
})

test('[D-10] what was not heard is told again later, and later each time, until it is given up', async () => {
  await order(2)
  await move(2, 'failed')
  const answers = [0, 500, 301]
  const { heard, round } = app(() => answers.shift() ?? 200)
  await round()
  // Not before its time.
  await round()
  expect(heard).toHaveLength(1)
  const waits: number[] = []
  for (let tries = 1; tries <= 3; tries++) {
    const [row] = await run<{ wait: number }>(
      url,
      'select extract(epoch from due_at - now())::float8 as wait from webhook_deliveries',
    )
    waits.push(Math.round((row?.wait ?? 0) / 10) * 10)
    await passTime()
    await round()
  }
  expect(waits).toEqual([30, 60, 120])
  expect(heard).toHaveLength(4)
  expect(await waiting()).toEqual([])

  await order(3)
  await move(3, 'paid')
  const { log, text } = createRecordedLog()
  const deaf = app(() => 503)
  const job = createWebhookJob({ db, clock: systemClock, log, untrusted: deaf.untrusted })
  for (let tries = 0; tries < 20; tries++) {
    await passTime()
    await job.run(new AbortController().signal)
  }
  expect(deaf.heard).toHaveLength(16)
  expect(text()).toContain('a webhook is given up')
  expect(text()).not.toContain(key)
})

test('a project without an address is told nothing, and one that took it back is left alone', async () => {
  await order(4, 'quiet')
  await move(4, 'paid')
  expect(await waiting()).toEqual([])
  await order(5)
  await move(5, 'paid')
  await setWebhook(db, 'shop', undefined)
  const { heard, round } = app()
  await round()
  expect(heard).toEqual([])
  expect(await waiting()).toEqual([])
})
