/** Signs what brings an order to its buyer: a transfer of the coin or of a token, at a fee that a busier block still takes. */
import { parseUnits } from '@latchkey/spec/validation'
import { encodeFunctionData, erc20Abi, isAddress, keccak256, parseTransaction } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../../chain/chain.js'
import type { Hex } from '../../chain/shapes.js'
import type { StoredOrder } from '../orders.js'

export class Unfunded extends Error {
  override readonly name = 'Unfunded'
  constructor() {
    super('the account has not enough coins')
  }
}

/** What is kept of the order makes no transaction, and never will. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

export interface Signed {
  readonly raw: Hex
  readonly hash: Hex
  readonly nonce: number
}

/** What nodes ask at least of a transaction that takes the place of another: a tenth more, and some. */
const step = { times: 9n, parts: 8n }

/** @param replaced takes the place of this one: the same nonce, so that the chain takes one of them, for a higher fee */
export async function signDelivery(
  order: StoredOrder,
  {
    chain,
    account,
    replaced,
    signal,
  }: {
    chain: Chain
    account: PrivateKeyAccount
    replaced?: Signed | undefined
    signal: AbortSignal
  },
): Promise<Signed> {
  const transfer = transferOf(order)
  const sender = account.address.toLowerCase() as Hex // lower case of hex is hex
  const [nonce, gas, today, balance] = await Promise.all([
    replaced?.nonce ?? chain.sent(sender, 'latest', { signal }),
    chain.estimateGas({ ...transfer, from: sender }, { signal }),
    chain.gasPrice({ signal }),
    chain.balance(sender, 'latest', { signal }),
  ])
  // Twice today's, so that a busier block does not leave it behind.
  let gasPrice = today * 2n
  if (replaced) {
    const least = (priceOf(replaced) * step.times) / step.parts + 1n
    if (gasPrice < least) gasPrice = least
  }
  // Not every node says so in its estimate, and what no node takes would hold up all that is signed after it.
  if (transfer.value + 3n * gas * today > balance) throw new Unfunded()
  const raw = await account.signTransaction({
    ...transfer,
    type: 'legacy',
    chainId: Number(chain.networkId.split(':')[1]),
    nonce,
    gas: (gas * 12n) / 10n,
    gasPrice,
  })
  return { raw, hash: keccak256(raw), nonce }
}

/** What it offers for a unit of gas. */
export function priceOf({ raw }: Signed): bigint {
  return parseTransaction(raw).gasPrice ?? 0n
}

function transferOf({ contract, address: to, purchaseAmount, decimals }: StoredOrder) {
  const units = parseUnits(purchaseAmount ?? '', decimals ?? 0)
  if (units === undefined) throw new Undeliverable('the order has no amount')
  if (!isAddress(to)) throw new Undeliverable('the order has no readable address')
  if (contract === '') return { to, value: units, data: '0x' as const }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
  return { to: contract as Hex, value: 0n, data } // an address of the network's token list
}
