/** Lets one caller leave while the work goes on for others. */
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'

/** The answer, unless the signal aborts first: then `request.aborted`, or the kit's own reason where it has one. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(abortError(signal))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

const abortError = ({ reason }: AbortSignal): LatchkeyError =>
  isLatchkeyError(reason) ? reason : new LatchkeyError('request.aborted', {}, { cause: reason })
