/** People of the embedded wallet who outlive a crash: made again when something was killed while they were made. */
import { createGuardedOwner } from '../../../apps/gateway/src/testing/walletApprovals.js'
import type { WalletAnswer } from '../../../apps/gateway/src/testing/walletBrowser.js'
import type { WalletPlace } from '../../../apps/gateway/src/testing/walletWorld.js'
import { insist, isSettled } from '../insist.js'

export type GuardedOwner = Awaited<ReturnType<typeof createGuardedOwner>>

/** Their sessions are for ten minutes; nobody here renews them. */
const renewAfter = 7 * 60_000

/** Somebody with a wallet, a window and a passkey whose sessions are young enough. */
export function createPeople(place: WalletPlace, name: string): () => Promise<GuardedOwner> {
  let owner: GuardedOwner | undefined
  let madeAt = 0
  return async () => {
    if (owner && performance.now() - madeAt < renewAfter) return owner
    madeAt = performance.now()
    const { answer } = await insist(
      'a person',
      () => createGuardedOwner(place, name),
      () => true,
    )
    owner = answer
    return owner
  }
}

/** A limit on one person is no answer about the question. */
export const isWalletAnswer = (answer: WalletAnswer) =>
  isSettled(answer) && answer.body.error?.code !== 'LIMIT'
