/** Which failures pass: those that asking the same again may answer otherwise (S8-33). */
import { isLatchkeyError, isRetryableRpcCode, isRetryableStatus } from '@latchkey/spec/errors'

/** Of the kit's own errors only these pass; what others threw may, since nobody knows. */
export function mayPass(cause: unknown): boolean {
  if (!isLatchkeyError(cause)) return true
  if (isLatchkeyError(cause, 'http.status')) return isRetryableStatus(cause.context.n)
  if (isLatchkeyError(cause, 'rpc.failed')) return isRetryableRpcCode(Number(cause.context['code']))
  return cause.code === 'http.unreachable' || cause.code === 'http.timeout'
}
