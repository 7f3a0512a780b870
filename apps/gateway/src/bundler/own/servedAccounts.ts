/**
 * For whom operations are bundled and paid for: accounts of our factory, and those that the operator named. Code that nobody
 * here knows can pass every trial and still fail in the bundle, at the bundler's cost.
 */
import { deployment } from '@latchkey/accounts'
import type { Chain } from '../../chain/chain.js'
import type { Hex } from '../../chain/shapes.js'
import type { Operation } from './operation.js'
import { OperationRefused } from './refused.js'

/** Refuses the operation of an account that is not served. */
export type RequireServed = (operation: Operation, signal: AbortSignal) => Promise<void>

const factory = deployment.factory.toLowerCase()
/** What the code of an account is: a minimal proxy (ERC-1167) around what every account is a clone of. */
const cloneCode = `0x363d3d373d3d3d363d73${deployment.implementation.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`

export function createServedAccounts(input: {
  readonly chain: Chain
  /** Accounts of other makes. */
  readonly accounts: ReadonlySet<Hex>
  /** Whether everybody is served, whatever the account is. */
  readonly isForAll: boolean
}): RequireServed {
  const { chain, accounts, isForAll } = input
  return async ({ sender, factory: maker }, signal) => {
    if (isForAll || accounts.has(sender)) return
    const isOurs =
      maker === undefined ? (await chain.code(sender, 'latest', { signal })) === cloneCode : maker === factory
    if (!isOurs)
      throw new OperationRefused('account', 'Operations of this kind of account are not served here')
  }
}
