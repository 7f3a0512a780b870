/** Tells apps what became of their purchases: signed, again and again until they have heard it, or for about a day. */
import { minutes, seconds } from '@latchkey/spec/limits'
import { eq, sql } from 'drizzle-orm'
import type { Job } from '../jobs/startJob.js'
import { digestOf } from '../onramp/signedEvent.js'
import { onrampOrders } from '../onramp/tables.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Log } from '../ports/log.js'
import type { Untrusted } from '../ports/untrusted.js'
import { projects } from '../store/schema.js'
import { webhookDeliveries } from './tables.js'

/** As the sandbox signs what it tells the gateway: `t=<seconds>,v1=<hex of HMAC-SHA256 over "<t>.<body>">`. */
const signatureHeader = 'latchkey-signature'

const every = seconds(5)
/** Sent side by side; the rest is for the next round, or for another process. */
const atOnce = 20
/** After this many an app has been away for more than a day. */
const mostTries = 16
/** Doubled with each try, up to the longest. */
const firstWait = seconds(30)
const longestWait = minutes(240)
/** Nobody reads what an app answers. */
const answerBytes = 64 * 1024

type Delivery = Pick<
  typeof webhookDeliveries.$inferSelect,
  'id' | 'projectId' | 'orderId' | 'status' | 'createdAt' | 'tries'
>

export function createWebhookJob(input: { db: Db; clock: Clock; log: Log; untrusted: Untrusted }): Job {
  const { db, clock, log, untrusted } = input

  /** Taken by counting the try and putting off the next: a process that dies with it loses nothing. */
  async function takeDue(): Promise<Delivery[]> {
    const { id, dueAt, tries, projectId, orderId, status, createdAt } = webhookDeliveries
    const wait = sql`least(${longestWait}, ${firstWait} * power(2, ${tries})) * interval '1 millisecond'`
    const due = sql`select id from ${webhookDeliveries} where due_at <= now() order by due_at limit ${atOnce} for update skip locked`
    return db.query
      .update(webhookDeliveries)
      .set({ tries: sql`${tries} + 1`, dueAt: sql`now() + ${wait}` })
      .where(sql`${id} in (${due}) and ${dueAt} <= now()`)
      .returning({ id, projectId, orderId, status, createdAt, tries })
  }

  async function bodyOf({ id, orderId, status, createdAt }: Delivery): Promise<string | undefined> {
    const [order] = await db.query.select().from(onrampOrders).where(eq(onrampOrders.id, orderId))
    if (!order) return undefined
    const { provider, address, networkId, purchaseAmount, purchaseSymbol, transactionHash, reason } = order
    const data = { orderId, status, provider, address, networkId, purchaseAmount, purchaseSymbol }
    return JSON.stringify({
      id,
      type: 'onramp.order',
      createdAt: createdAt.toISOString(),
      data: { ...data, transactionHash, reason },
    })
  }

  /** Whether this is over: heard, or nobody is to hear it any more. */
  async function tell(delivery: Delivery, signal: AbortSignal): Promise<boolean> {
    const [project] = await db.query.select().from(projects).where(eq(projects.id, delivery.projectId))
    const { webhookUrl: url, webhookKey: key } = project ?? {}
    const body = await bodyOf(delivery)
    if (!url || !key || body === undefined) return true
    const at = Math.floor(clock.now() / 1000)
    const signature = `t=${at},v1=${digestOf(key, `${at}.${body}`).toString('hex')}`
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
    try {
      const { status } = await untrusted.fetch({
        url,
        method: 'POST',
        headers,
        body,
        signal,
        maxBytes: answerBytes,
      })
      if (status >= 200 && status < 300) return true
      log.warn({ project: delivery.projectId, status, tries: delivery.tries }, 'an app refused a webhook')
    } catch (cause) {
      if (signal.aborted) return false
      const reason = cause instanceof Error ? cause.message : 'unknown'
      log.warn({ project: delivery.projectId, reason, tries: delivery.tries }, 'a webhook did not arrive')
    }
    if (delivery.tries < mostTries) return false
    log.error({ project: delivery.projectId, order: delivery.orderId }, 'a webhook is given up')
    return true
  }

  return {
    name: 'send webhooks',
    every,
    async run(signal) {
      const deliveries = await takeDue()
      await Promise.all(
        deliveries.map(async (delivery) => {
          if (await tell(delivery, signal))
            await db.query.delete(webhookDeliveries).where(eq(webhookDeliveries.id, delivery.id))
        }),
      )
    },
  }
}
