/** Follows a purchase until the tokens are there: by the gateway's order, and by the balance (D-18). Time proves nothing. */
import { onrampOrder } from '@latchkey/spec/endpoints'
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { compareDecimal } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { readHoldings, refreshNative } from './holdings.js'
import { isFinal, type Purchase } from './purchase.js'

export interface FollowInput {
  /** As it stands now. */
  read(): Purchase
  change(part: Partial<Purchase>): void
}

/** Asks now and then; the returned function stops it. */
export function followPurchase(context: KitContext, { read, change }: FollowInput): () => void {
  const { clock, log } = context
  const startedAt = clock.now()
  const stopped = new AbortController()
  const { signal } = stopped
  let cancel = () => {}

  async function ask(): Promise<void> {
    try {
      const part = read().orderId
        ? await askOrder(context, read(), signal)
        : await askBalance(context, read())
      if (signal.aborted) return
      change({ isLost: false, ...part })
    } catch (cause) {
      if (signal.aborted) return
      log.info('How far the purchase is could not be read', cause)
      change({ isLost: true })
    }
    const { status } = read()
    if (status === 'delivered') return settle()
    if (!isFinal(status)) next()
  }

  function next(): void {
    const waited = clock.now() - startedAt
    // Somebody may be filling in a form for long; a person who wants to know asks again.
    if (waited >= limits.onrampFollow) return change({ isSlow: true })
    const isEarly = waited < limits.onrampPatience && read().orderId !== undefined
    cancel = clock.after(isEarly ? limits.onrampPoll : limits.onrampPollSlow, () => void ask())
  }

  /** The order says that it came; the balance follows within a block or two. */
  async function settle(): Promise<void> {
    const deadline = clock.now() + limits.onrampArrival
    void refreshNative(context, read()).catch((cause: unknown) => log.info('No native balance', cause))
    const look = async (): Promise<void> => {
      const purchase = read()
      const holds = await readHoldings(context, purchase, { isFresh: true }).catch(() => undefined)
      if (signal.aborted) return
      if (holds !== undefined && hasGrown(purchase.before, holds)) return change({ holds })
      if (clock.now() < deadline) cancel = clock.after(limits.onrampPoll, () => void look())
    }
    await look()
  }

  const release = context.jobs.scope.add(() => stopped.abort())
  signal.addEventListener(
    'abort',
    () => {
      cancel()
      release()
    },
    { once: true },
  )
  void ask()
  return () => stopped.abort()
}

async function askOrder(
  { services }: KitContext,
  { orderId = '' }: Purchase,
  signal: AbortSignal,
): Promise<Partial<Purchase>> {
  const api = await services.api()
  // Whoever has an order has a gateway.
  if (!api) throw new LatchkeyError('request.failed')
  try {
    const { status, transactionHash, reason } = await api.call(
      onrampOrder,
      { params: { orderId }, query: {} },
      { signal },
    )
    return { status, transactionHash: transactionHash ?? undefined, reason: reason ?? undefined }
  } catch (cause) {
    if (isLatchkeyError(cause, 'http.status') && cause.context.n === 404) return { status: 'unknown' }
    throw cause
  }
}

/** Where nobody keeps an order, more of the token than before is the only sign. */
async function askBalance(context: KitContext, purchase: Purchase): Promise<Partial<Purchase>> {
  const holds = await readHoldings(context, purchase, { isFresh: true })
  const isThere = holds !== undefined && purchase.before !== undefined && hasGrown(purchase.before, holds)
  return isThere ? { status: 'delivered', holds } : {}
}

const hasGrown = (before: string | undefined, holds: string): boolean =>
  before === undefined || compareDecimal(holds, before) === 1
