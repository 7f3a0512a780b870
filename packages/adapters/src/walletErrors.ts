/** What wallets throw, in one shape for every namespace. Few of them give codes; a refusal is known by its words. */
import { ProviderError, providerError } from './eip155/provider.js'

export const userRejected = 4001
const verbs = '(?:rejected|declined|denied|cancell?ed|disapproved)'
/**
 * Somebody said no: a person who is named, a question that was turned down, or nothing but the word. A node that
 * rejects a transaction is none of these.
 */
const refusals = new RegExp(
  [
    `\\buser (?:has )?(?:${verbs}|closed)`,
    `\\b${verbs} by (?:the )?user\\b`,
    `\\b(?:request|connection|signature|signing) (?:was |has been )?${verbs}`,
    `^(?:error: )?(?:transaction )?(?:was |has been )?${verbs}[.!]?$`,
    'approval denied',
    'plugin closed',
    // What polkadot extensions say once a person has refused the page.
    'not allowed to interact with this extension',
  ].join('|'),
  'i',
)

/** Known by its name: the class would bring every text of the catalogue to pages that only look for wallets. */
const isOurs = (cause: unknown): cause is Error => cause instanceof Error && cause.name === 'LatchkeyError'

/** Errors of our own, of the relay for one, keep their names. */
export function walletError(cause: unknown): Error {
  if (isOurs(cause)) return cause
  const error = providerError(cause)
  if (error.code === userRejected || !refusals.test(error.message)) return error
  return new ProviderError({ code: userRejected, message: error.message }, cause)
}

/** Asks a wallet; whatever it throws, at once or later, comes out in one shape. */
export async function asked<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw walletError(cause)
  }
}

/** The wallet said yes and gave nothing that could be used. */
export const noAnswer = (what: string, cause?: unknown): ProviderError =>
  new ProviderError({ code: -32603, message: `The wallet answered with no ${what}` }, cause)
