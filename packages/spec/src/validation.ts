/** The rules of section 5 as pure predicates. A check gives the catalogue's error, or undefined when all is well. */
import { type NetworkId, parseNetworkId } from './caip.js'
import type { HistoryItem, Network, TokenBalance, Transfer } from './entities.js'
import { LatchkeyError } from './errors.js'
import { limits } from './limits.js'
import { isSupportedOn } from './support.js'
import { timeLeft } from './timeLeft.js'

export * from './addresses.js'
export * from './amounts.js'
export * from './laterChecks.js'
export * from './origins.js'
export * from './pageRules.js'
export * from './sameAddress.js'
export * from './transactions.js'

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** S5-01: what a browser's email field accepts, with a dot in the domain and no doubled or outer dots before the @. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && emailPattern.test(value) && !/^\.|\.\.|\.@/.test(value)
}

/** S5-08, S4-26 */
export function canRetryTokenBalance(lastFailure: number | undefined, now: number): boolean {
  return timeLeft(lastFailure, limits.tokenBalanceRetryWait, now) === 0
}

/** S5-06: an entry without decimals is not a token that can be shown as an amount. */
export function shownTokenBalances(balances: readonly TokenBalance[]): TokenBalance[] {
  return balances.filter((balance) => !/^0*$/.test(balance.quantity.decimals))
}

/** S5-09 */
export function checkNameLabel(label: string): LatchkeyError | undefined {
  if (label.length < limits.nameLabelMin)
    return new LatchkeyError('names.too-short', { n: limits.nameLabelMin })
  if (label.length > limits.nameLabelMax)
    return new LatchkeyError('names.too-long', { n: limits.nameLabelMax })
  return /^[a-zA-Z0-9-]+$/.test(label) ? undefined : new LatchkeyError('names.characters')
}

export function isNameLabel(label: string): boolean {
  return checkNameLabel(label) === undefined
}

/** S5-15, in the order the spec names them. */
export function checkSignIn(state: {
  readonly isEnabled: boolean
  readonly hasAddress: boolean
  readonly hasNetwork: boolean
  readonly hasClient: boolean
}): LatchkeyError | undefined {
  if (!state.isEnabled) return new LatchkeyError('signin.disabled')
  if (!state.hasAddress) return new LatchkeyError('signin.no-address')
  if (!state.hasNetwork) return new LatchkeyError('signin.no-network')
  return state.hasClient ? undefined : new LatchkeyError('signin.no-client')
}

/** S5-16 */
export function usesRelaySignIn(requested: readonly NetworkId[]): boolean {
  return requested.length > 0 && requested.every((id) => parseNetworkId(id)?.namespace === 'eip155')
}

/** S5-18. A transaction without transfers (an approval) is not spam: there is nothing in it to be flagged. */
export function isShownInHistory(item: HistoryItem, activeNetworkId: NetworkId): boolean {
  if (item.metadata.chain !== activeNetworkId) return false
  return item.transfers.length === 0 || !item.transfers.every(isSpam)
}

function isSpam(transfer: Transfer): boolean {
  return transfer.nft_info?.flags?.is_spam === true
}

/** S5-19 */
export function checkSwitchTarget(
  target: NetworkId,
  configured: readonly NetworkId[],
): LatchkeyError<'network.switch-not-found'> | undefined {
  return configured.includes(target)
    ? undefined
    : new LatchkeyError('network.switch-not-found', { network: target })
}

/** S5-20: what is shown where a balance is not supported. */
export const unsupportedBalance = '0.00'

/** S5-20, S9-14 */
export function supportsBalance(network: Pick<Network, 'chainNamespace' | 'testnet'>): boolean {
  return isSupportedOn('balances', network.chainNamespace) && network.testnet !== true
}
