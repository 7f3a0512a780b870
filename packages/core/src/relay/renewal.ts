/** A code that is always fresh: a new pairing before the old one expires, with a late scan of the old one still heard. */
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { modalLimits, relayLimits } from '@latchkey/spec/limits'
import { signBounds } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'
import type { Pairing, Settled } from './pairing.js'

export interface RenewalInput {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly create: () => Pairing
  /** Called with each code, once a wallet can use it. */
  readonly onUri: (pairing: Pairing) => void
}

/** Resolves with the first session that a wallet makes of any of the codes. */
export function pairUntilSettled({ clock, signal, create, onUri }: RenewalInput): Promise<Settled> {
  return new Promise((resolve, reject) => {
    const open = new Set<Pairing>()
    const timers = new Set<() => void>()
    let isOver = false

    function end(settle: () => void) {
      if (isOver) return
      isOver = true
      signal.removeEventListener('abort', onAbort)
      for (const cancel of timers) cancel()
      for (const pairing of open) pairing.stop()
      settle()
    }
    const onAbort = () => end(() => reject(signal.reason))

    function after(ms: number, run: () => void) {
      const cancel = clock.after(ms, () => {
        timers.delete(cancel)
        run()
      })
      timers.add(cancel)
    }

    async function next() {
      const pairing = create()
      open.add(pairing)
      after(signBounds.proposalLifetime * 1000, () => {
        open.delete(pairing)
        pairing.stop()
      })
      pairing.settled.then(
        (settled) => end(() => resolve(settled)),
        (cause: unknown) => end(() => reject(cause)),
      )
      try {
        await pairing.publish()
      } catch (cause) {
        // The state says that the relay is away; as soon as it is back there is a code (D-10).
        if (!isLatchkeyError(cause, 'relay.unreachable')) return end(() => reject(cause))
        open.delete(pairing)
        pairing.stop()
        if (!isOver) await next()
        return
      }
      if (isOver) return
      onUri(pairing)
      // S4-09: renewed when it counts as expired.
      after(relayLimits.pairingLifetime - modalLimits.pairingMargin, () => void next())
    }

    signal.addEventListener('abort', onAbort)
    if (signal.aborted) return onAbort()
    after(relayLimits.pairingDeadline, () => end(() => reject(new LatchkeyError('pairing.expired'))))
    void next()
  })
}
