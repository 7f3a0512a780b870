/** What a transaction of the account would cost, for whatever is about to ask for one. */
import type { Address, NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { TransactionFee } from '../adapter.js'
import type { TransactionRequest } from '../connector.js'
import type { KitContext } from '../context.js'
import { selectAccount, selectNetwork } from '../select.js'
import { unlessAborted } from '../unlessAborted.js'
import { anySignal } from '../within.js'

export interface Fee extends TransactionFee {
  readonly networkId: NetworkId
  /** Of the currency that the fee is paid in. */
  readonly symbol: string
  readonly decimals: number
}

export interface FeeInput {
  readonly transaction: TransactionRequest
  /** Without them, the network and the account that are shown. */
  readonly networkId?: NetworkId
  readonly address?: Address
  /** Where the caller knows it, as of a swap whose approval is not there yet; else the network is asked. */
  readonly gas?: bigint
  readonly signal?: AbortSignal
}

/** Rejects with the network's reason where the transaction would fail; see `chainErrorKind` for its kinds. */
export async function estimateFee(
  context: KitContext,
  { transaction, networkId, address, gas, signal }: FeeInput,
): Promise<Fee> {
  const state = context.store.get()
  const network = networkId
    ? state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
    : selectNetwork(state)
  const payer = address ?? (network && selectAccount(state, network.chainNamespace)?.address)
  if (!network || !payer) throw new LatchkeyError('network.or-address-undefined')
  const adapter = context.jobs.adapters.get(network.chainNamespace)
  if (!adapter?.getFee) throw new LatchkeyError('adapter.not-found')
  const merged = anySignal([context.jobs.scope.signal, signal])
  try {
    const reading = adapter.getFee({
      network,
      address: payer,
      transaction,
      signal: merged.signal,
      ...(gas === undefined ? {} : { gas }),
    })
    const fee = await unlessAborted(reading, merged.signal)
    const { symbol, decimals } = network.nativeCurrency
    return { ...fee, networkId: network.caipNetworkId, symbol, decimals }
  } finally {
    merged.release()
  }
}
