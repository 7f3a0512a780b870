/** Orders: made when a window is opened, moved on by what the provider says, and never moved back. */
import { randomUUID } from 'node:crypto'
import { days, hours, minutes } from '@latchkey/spec/limits'
import { compareDecimal } from '@latchkey/spec/validation'
import { and, eq, lt } from 'drizzle-orm'
import { refuse } from '../http/refusal.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { OnrampProvider, Opening, OrderEvent, Quote } from './provider.js'
import { onrampEvents, onrampOrders } from './tables.js'

export type StoredOrder = typeof onrampOrders.$inferSelect
type Status = StoredOrder['status'] | 'expired'

export interface Orders {
  /** The price of a binding quote is fixed from here on. */
  create(input: {
    readonly projectId: string
    readonly provider: OnrampProvider
    readonly opening: Omit<Opening, 'orderId'>
    readonly quote: Quote | undefined
  }): Promise<StoredOrder>
  find(id: string): Promise<StoredOrder | undefined>
  /** An order that nobody paid in time is shown as expired; nothing has to be written for that. */
  statusOf(order: StoredOrder): Status
  /** Moves the order on; false for news that were known. Refuses what cannot be true. */
  hear(provider: OnrampProvider, event: OrderEvent): Promise<boolean>
  /** Forgets what nobody paid, and news that are too old to be sent again. */
  prune(): Promise<void>
}

/** How long a fixed price holds, and how long a provider's page is waited for. */
const bindingLife = minutes(15)
const openLife = hours(24)
const unpaidKept = days(1)
const eventsKept = days(30)

const isFinal = (status: StoredOrder['status']) => status === 'delivered' || status === 'failed'

export function createOrders({ db, clock }: { db: Db; clock: Clock }): Orders {
  const now = () => new Date(clock.now())
  const isExpired = ({ status, expiresAt }: StoredOrder) =>
    status === 'created' && expiresAt.getTime() <= clock.now()

  function judge(provider: OnrampProvider, order: StoredOrder, { status, payment }: OrderEvent): void {
    if (!provider.isBinding || status !== 'paid') return
    const { paymentAmount, paymentCurrency } = order
    const isSame =
      payment !== undefined &&
      paymentAmount !== null &&
      payment.currency === paymentCurrency &&
      compareDecimal(payment.amount, paymentAmount) === 0
    if (!isSame) throw refuse('payload', 'The payment is not the one of the order')
    if (isExpired(order)) throw refuse('payload', 'The order has expired')
  }

  return {
    async create({ projectId, provider, opening, quote }) {
      const at = clock.now()
      const { asset, currency, method, address, redirectUrl } = opening
      const order = {
        id: randomUUID(),
        projectId,
        provider: provider.id,
        status: 'created' as const,
        // What a window was opened with, the user may change there: only a quote that binds is known.
        paymentAmount: quote?.total ?? null,
        paymentCurrency: currency,
        paymentMethod: method,
        purchaseAmount: quote?.purchase ?? null,
        purchaseSymbol: asset.symbol,
        networkId: asset.networkId,
        contract: asset.contract,
        decimals: asset.decimals ?? null,
        address,
        redirectUrl: redirectUrl ?? null,
        createdAt: new Date(at),
        updatedAt: new Date(at),
        expiresAt: new Date(at + (provider.isBinding ? bindingLife : openLife)),
      }
      const [made] = await db.query.insert(onrampOrders).values(order).returning()
      if (!made) throw new Error('The database returned no row for a new order.')
      return made
    },
    async find(id) {
      const [order] = await db.query.select().from(onrampOrders).where(eq(onrampOrders.id, id))
      return order
    },
    statusOf: (order) => (isExpired(order) ? 'expired' : order.status),
    async hear(provider, event) {
      // One transaction: news count as heard exactly when they have had their effect.
      return db.query.transaction(async (tx) => {
        const { eventId, orderId, status, payment, purchase, transactionHash, reason } = event
        const heard = await tx
          .insert(onrampEvents)
          .values({ provider: provider.id, eventId, receivedAt: now() })
          .onConflictDoNothing()
          .returning()
        if (heard.length === 0) return false
        if (orderId === undefined || status === undefined) return true
        const isIts = and(eq(onrampOrders.id, orderId), eq(onrampOrders.provider, provider.id))
        const [order] = await tx.select().from(onrampOrders).where(isIts).for('update')
        if (!order || isFinal(order.status)) return true
        if (status === 'paid' && order.status === 'paid') return true
        judge(provider, order, event)
        const changes = {
          status,
          updatedAt: now(),
          reason: reason ?? null,
          ...(transactionHash === undefined ? {} : { transactionHash }),
          // Where nothing was fixed, the provider knows what was paid and bought.
          ...(provider.isBinding || !payment
            ? {}
            : { paymentAmount: payment.amount, paymentCurrency: payment.currency }),
          ...(provider.isBinding || !purchase ? {} : { purchaseAmount: purchase }),
        }
        await tx.update(onrampOrders).set(changes).where(isIts)
        return true
      })
    },
    async prune() {
      const unpaid = new Date(clock.now() - unpaidKept)
      await db.query
        .delete(onrampOrders)
        .where(and(eq(onrampOrders.status, 'created'), lt(onrampOrders.expiresAt, unpaid)))
      const old = new Date(clock.now() - eventsKept)
      await db.query.delete(onrampEvents).where(lt(onrampEvents.receivedAt, old))
    },
  }
}
