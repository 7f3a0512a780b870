/** What extensions throw, put into the one shape that the kit understands. */
import { isLatchkeyError } from '@latchkey/spec/errors'
import { ProviderError, providerError } from '../eip155/provider.js'

const userRejected = 4001
/** They say no in words only, and not in the same ones. */
const refusals = /\bcancell?ed\b|\breject(ed|ion)?\b|\bdenied\b|\bdeclined\b|not allowed to interact/i

/** Errors of our own, of the relay for one, keep their names. */
function walletError(cause: unknown): Error {
  if (isLatchkeyError(cause)) return cause
  const error = providerError(cause)
  if (error.code === userRejected || !refusals.test(error.message)) return error
  return new ProviderError({ code: userRejected, message: error.message }, cause)
}

/** Runs what an extension does; a refusal comes out in one shape, also when it is thrown at once. */
export async function asking<T>(ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw walletError(cause)
  }
}
