/** Keeps an order with a reference from being paid twice: what was sent is found again, and one window pays at a time. */
import type { KitContext } from '../../context.js'
import type { FollowedTransaction } from '../transactions/followed.js'
import { PayError } from './carryOut.js'
import type { PayOrder } from './payRequest.js'

/** A payment of this order that was made or may still be: by an earlier visit, another window, or a slow wallet. */
export async function findEarlier(
  context: KitContext,
  { key }: PayOrder,
): Promise<FollowedTransaction | undefined> {
  if (key === undefined) return undefined
  const sent = (await context.transactions()).findAll(key)
  /** Sped up while nobody looked; once its twin is followed, that one tells. */
  const isUnfinished = ({ status, replacement, replacedBy }: FollowedTransaction) =>
    status === 'replaced' && replacement === 'sped-up' && !sent.some(({ hash }) => hash === replacedBy)
  return sent.find(
    (entry) => entry.status === 'pending' || entry.status === 'confirmed' || isUnfinished(entry),
  )
}

/** Throws `elsewhere` while another window does the same. Browsers without locks rely on what was sent alone. */
export async function inOneWindow<T>({ key }: PayOrder, work: () => Promise<T>): Promise<T> {
  // Typed as always there, but old browsers, plain http and servers lack them.
  const { locks } = (globalThis.navigator ?? {}) as Partial<Navigator>
  if (key === undefined || !locks) return work()
  let isAnswered = false
  try {
    return await locks.request(`latchkey ${key}`, { ifAvailable: true }, (lock) => {
      isAnswered = true
      if (!lock) throw new PayError({ code: 'elsewhere' })
      return work()
    })
  } catch (cause) {
    if (isAnswered) throw cause
    // Sandboxed frames have locks and may not use them.
    return work()
  }
}
