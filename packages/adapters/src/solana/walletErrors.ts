/** What Solana wallets throw, in one shape. Few of them give codes; a refusal is known by its words. */
import { ProviderError, providerError } from '../eip155/provider.js'

export const userRejected = 4001
const rejectionWords =
  /\buser (?:rejected|declined|denied|cancell?ed|disapproved|closed)|approval denied|plugin closed|(?:request|transaction|connection|signature) (?:was |has been )?(?:rejected|declined|denied|cancell?ed)/i

/** Known by its name: the class would bring every text of the catalogue to pages that only look for wallets. */
const isOurs = (cause: unknown): cause is Error => cause instanceof Error && cause.name === 'LatchkeyError'

/** Errors of our own, of the relay for one, keep their names. */
function walletError(cause: unknown): Error {
  if (isOurs(cause)) return cause
  const error = providerError(cause)
  if (error.code === userRejected || !rejectionWords.test(error.message)) return error
  return new ProviderError({ code: userRejected, message: error.message }, cause)
}

/** Asks a wallet; whatever it throws becomes a `ProviderError`. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw walletError(cause)
  }
}

/** The wallet said yes and gave nothing that could be used. */
export const noAnswer = (what: string, cause?: unknown) =>
  new ProviderError({ code: -32603, message: `The wallet answered with no ${what}` }, cause)
