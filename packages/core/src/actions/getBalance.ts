/** The native balance of the account that is shown; never a JavaScript number (D-14). */
import { LatchkeyError } from '@latchkey/spec/errors'
import { formatQuantity, supportsBalance, unsupportedBalance } from '@latchkey/spec/validation'
import type { NativeBalance } from '../adapter.js'
import { alive, type KitContext } from '../context.js'
import type { BalanceInput } from '../kit.js'
import { selectAccount, selectNetwork } from '../select.js'
import { unlessAborted } from '../unlessAborted.js'

export type Balance = NativeBalance & { readonly formatted: string }

export async function getBalance(
  context: KitContext,
  { namespace = context.store.get().activeNamespace, signal, fresh = false }: BalanceInput = {},
): Promise<Balance> {
  alive(context)
  const state = context.store.get()
  const address = selectAccount(state, namespace)?.address
  const network = selectNetwork(state, namespace)
  if (!address || !network) throw new LatchkeyError('network.or-address-undefined')
  const { decimals, symbol } = network.nativeCurrency
  const adapter = context.jobs.adapters.get(namespace)
  // S5-20: not on test networks, nor on namespaces whose balances nobody can read.
  if (!supportsBalance(network) && (network.testnet || !adapter?.getBalance))
    return { value: 0n, decimals, symbol, formatted: unsupportedBalance }
  if (!adapter?.getBalance) throw new LatchkeyError('adapter.not-found')
  const { getBalance: read } = adapter
  const queries = await context.services.queries()
  const answer = queries.fetch({
    kind: 'nativeBalance',
    key: [network.caipNetworkId, address],
    fresh,
    run: (input) => read.call(adapter, { address, network, signal: input.signal }),
  })
  // Others may wait for the same answer, so a caller leaves alone.
  const balance = await unlessAborted(answer, signal)
  return { ...balance, formatted: formatQuantity(balance.value, balance.decimals) }
}
