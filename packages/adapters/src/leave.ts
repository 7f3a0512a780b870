/** Ends a connection on the wallet's side, as far as the wallet plays along. */
import type { Clock } from '@latchkey/core'
import { limits } from '@latchkey/spec/limits'

/** A wallet that cannot take back its permission, or does not answer, is left as it is: the page forgets it anyway. */
export async function leave(clock: Clock, ask: () => unknown): Promise<void> {
  let cancel = () => {}
  const late = new Promise<void>((resolve) => {
    cancel = clock.after(limits.revokeDeadline, resolve)
  })
  const asked = async () => {
    await ask()
  }
  await Promise.race([asked().catch(() => {}), late])
  cancel()
}
