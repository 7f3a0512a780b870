/** Asks a wallet for what it tells without asking the person: at once, beside whatever is on its screen. */
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { isSameAddress } from '@latchkey/spec/validation'
import { alive, type KitContext } from '../context.js'
import type { RequestInput } from '../kit.js'
import { anySignal, within } from '../within.js'
import { findWallet, type WalletRequest } from './request.js'

/** Nothing is signed, so any account of the wallet may be asked about, also while the person changes it. */
export async function inquireWallet<T>(
  context: KitContext,
  { namespace, address, signal }: RequestInput,
  ask: (request: Omit<WalletRequest, 'networkId'>) => Promise<T>,
): Promise<T> {
  alive(context)
  const { session, accounts, key, name, ...wallet } = findWallet(context, namespace)
  const own = accounts.find((each) => !address || isSameAddress(wallet.namespace, each.address, address))
  if (!own) throw new LatchkeyError('account.not-found')
  const deadline = new AbortController()
  const merged = anySignal([context.jobs.watches.get(key)?.signal, signal, deadline.signal])
  try {
    return await within(ask({ session, address: own.address, signal: merged.signal }), {
      clock: context.clock,
      ms: limits.inquiryDeadline,
      signal: merged.signal,
      timeout() {
        const error = new LatchkeyError('connection.timeout', { wallet: name })
        deadline.abort(error)
        return error
      },
    })
  } catch (cause) {
    if (signal?.aborted && !isLatchkeyError(cause)) throw new LatchkeyError('request.aborted', {}, { cause })
    throw cause
  } finally {
    merged.release()
  }
}
