/** What an account holds of the token that the app shows in place of the native currency. */
import type { NativeBalance } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { type AskNode, readAccounts } from './ask.js'
import { holdingsOf, readMint } from './tokens.js'

export async function tokenBalance(ask: AskNode, owner: string, token: string): Promise<NativeBalance> {
  const [[account], holdings] = await Promise.all([readAccounts(ask, [token]), holdingsOf(ask, owner, token)])
  const mint = account && readMint(account)
  if (!mint)
    throw new LatchkeyError('rpc.failed', { method: 'getMultipleAccounts', reason: 'it is no token' })
  const value = holdings.reduce((sum, { amount }) => sum + amount, 0n)
  // Mints have no name of their own; what registers call them is not asked here.
  return { value, decimals: mint.decimals, symbol: `${token.slice(0, 4)}…${token.slice(-4)}` }
}
