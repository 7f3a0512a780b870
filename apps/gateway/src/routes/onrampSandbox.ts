/** The window of the sandbox: a card form that charges nobody (D-18). Whoever has the id of an order may pay for it. */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.js'
import { refuse, refuseForNow } from '../http/refusal.js'
import { Answer, route } from '../http/route.js'
import type { StoredOrder } from '../onramp/orders.js'
import { requireApproved } from '../onramp/sandbox/cards.js'
import { sandboxPage, sandboxPolicy } from '../onramp/sandbox/page.js'

const anybody = { access: 'anybody' } as const
/** Tries to pay for one order. */
const allowance = { capacity: 20, perSecond: 0.2 }

const pageHeaders = {
  'content-security-policy': sandboxPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

async function orderOf({ onramp }: Pick<Deps, 'onramp'>, id: string): Promise<StoredOrder> {
  const order = onramp.sandbox && (await onramp.orders.find(id))
  if (order?.provider !== 'sandbox') throw refuse('notFound', 'There is no such order')
  return order
}

export function onrampSandboxPage(app: FastifyInstance): void {
  route(
    app,
    endpoints.onrampSandboxPage,
    async ({ params }, deps) => {
      const order = await orderOf(deps, params.orderId)
      return new Answer(sandboxPage(order, deps.onramp.orders.statusOf(order)), { headers: pageHeaders })
    },
    anybody,
  )
}

export function onrampSandboxPay(app: FastifyInstance): void {
  route(
    app,
    endpoints.onrampSandboxPay,
    async ({ params, body }, deps) => {
      const { onramp, limiter } = deps
      const { isAllowed, retryAfter } = await limiter.take({
        key: `onramp pay|${params.orderId}`,
        ...allowance,
      })
      if (!isAllowed) throw refuseForNow(retryAfter)
      const order = await orderOf(deps, params.orderId)
      const status = onramp.orders.statusOf(order)
      if (status === 'expired') throw refuse('payload', 'The order has expired')
      // Paid already: a second press of the button changes nothing.
      if (status !== 'created') return { status }
      requireApproved(body.card)
      const { id: orderId, paymentAmount: amount, paymentCurrency: currency } = order
      const webhook = onramp.sandbox?.charge({ orderId, amount: amount ?? '', currency })
      // As a provider's bank would: over the same path as a webhook from outside, signature and all.
      if (webhook) await onramp.hear('sandbox', webhook)
      return { status: 'paid' as const }
    },
    anybody,
  )
}
