/** What Bitcoin wallets answer instead of throwing, and how they say that they lack a method. */
import { ProviderError } from '../eip155/provider.js'
import { noAnswer, userRejected, walletError } from '../walletErrors.js'

/** sats-connect gives its own numbers to what others say with 4001 and 4100. */
const satsRejected = -32000
const satsDenied = -32002
const unauthorised = 4100

/** JSON-RPC in an envelope: an error is an answer here, and some wallets throw it all the same. */
export async function askedSats(work: () => unknown): Promise<unknown> {
  let answer: unknown
  try {
    answer = await work()
  } catch (cause) {
    throw satsError(cause)
  }
  if (!(answer instanceof Object)) throw noAnswer('result', answer)
  if ('error' in answer && answer.error) throw satsError(answer.error)
  if ('status' in answer && answer.status === 'error') throw satsError(answer)
  return 'result' in answer ? answer.result : answer
}

function satsError(cause: unknown): Error {
  const inner = cause instanceof Object && 'error' in cause ? cause.error : cause
  const error = walletError(inner)
  if (!(error instanceof ProviderError)) return error
  const code = { [satsRejected]: userRejected, [satsDenied]: unauthorised }[error.code]
  return code === undefined ? error : new ProviderError({ code, message: error.message }, cause)
}

/** The method does not exist in this wallet, in any of the ways wallets say so. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof ProviderError && [-32601, -32001, -32004, 4200].includes(cause.code)
