/** Questions that an app asks a wallet by its provider, past the kit: they end when the kit's own would (D-10). */
import type { Clock } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'

export interface AskedInTimeInput {
  readonly clock: Clock
  /** Its name, for the error of a wallet that does not answer. */
  readonly wallet: string
  readonly signal?: AbortSignal | undefined
}

/** Rejects when the caller gives up, or at the deadline; `work` gets a signal that ends with either. */
export async function askedInTime<T>(
  { clock, wallet, signal }: AskedInTimeInput,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ends = new AbortController()
  const end = () => ends.abort(signal?.reason)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    const give = () => reject(ends.signal.reason)
    ends.signal.addEventListener('abort', give)
    if (ends.signal.aborted) give()
    cancel = clock.after(limits.walletDeadline, () =>
      ends.abort(new LatchkeyError('connection.timeout', { wallet })),
    )
  })
  try {
    return await Promise.race([work(ends.signal), late])
  } finally {
    cancel()
    signal?.removeEventListener('abort', end)
  }
}
