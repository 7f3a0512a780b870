/** What Bitcoin wallets throw, or answer instead of throwing, in one shape. */
import { ProviderError, providerError } from '../eip155/provider.js'

const userRejected = 4001
/** sats-connect gives its own numbers to what others say with 4001 and 4100. */
const satsRejected = -32000
const satsDenied = -32002
const unauthorised = 4100
const rejectionWords =
  /\buser (?:rejected|declined|denied|cancell?ed|closed)|(?:request|transaction|connection|signature) (?:was |has been )?(?:rejected|declined|denied|cancell?ed)/i

export function walletError(cause: unknown): ProviderError {
  const error = providerError(cause)
  if (error.code === userRejected || !rejectionWords.test(error.message)) return error
  return new ProviderError({ code: userRejected, message: error.message }, cause)
}

/** Asks a wallet; whatever it throws becomes a `ProviderError`. */
export async function asked<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw walletError(cause)
  }
}

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

function satsError(cause: unknown): ProviderError {
  const inner = cause instanceof Object && 'error' in cause ? cause.error : cause
  const error = walletError(inner)
  const code = { [satsRejected]: userRejected, [satsDenied]: unauthorised }[error.code]
  return code === undefined ? error : new ProviderError({ code, message: error.message }, cause)
}

/** The wallet said yes and gave nothing that could be used. */
export const noAnswer = (what: string, cause?: unknown): ProviderError =>
  new ProviderError({ code: -32603, message: `The wallet answered with no ${what}` }, cause)

/** The method does not exist in this wallet, in any of the ways wallets say so. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof ProviderError && [-32601, -32001, -32004, 4200].includes(cause.code)
