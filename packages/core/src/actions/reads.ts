/** Reads of a chain that an app asks for; answered by the adapter of the network's namespace. */
import type { Namespace } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { ContractCall, TransactionRequest } from '../connector.js'
import { alive, type KitContext } from '../context.js'
import type { ReadInput, RequestInput } from '../kit.js'
import { selectAccount, selectNetwork } from '../select.js'
import { unlessAborted } from '../unlessAborted.js'
import { anySignal } from '../within.js'

export async function estimateGas(
  context: KitContext,
  {
    transaction,
    namespace = context.store.get().activeNamespace,
    address = selectAccount(context.store.get(), namespace)?.address,
    signal,
  }: RequestInput & { readonly transaction: TransactionRequest },
): Promise<bigint> {
  alive(context)
  const network = selectNetwork(context.store.get(), namespace)
  if (!address || !network) throw new LatchkeyError('network.or-address-undefined')
  const { adapter, read } = adapterOf(context, namespace, 'estimateGas')
  return whileAlive(context, signal, (merged) =>
    read.call(adapter, { address, network, transaction, signal: merged }),
  )
}

export async function readContract(
  context: KitContext,
  { call, networkId, signal }: ReadInput & { readonly call: ContractCall },
): Promise<unknown> {
  alive(context)
  const network = networkOf(context, networkId)
  const { adapter, read } = adapterOf(context, network.chainNamespace, 'readContract')
  return whileAlive(context, signal, (merged) => read.call(adapter, { network, call, signal: merged }))
}

function networkOf(context: KitContext, networkId: ReadInput['networkId']): Network {
  const state = context.store.get()
  const found = networkId
    ? state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
    : selectNetwork(state, state.activeNamespace)
  if (!found) throw new LatchkeyError('network.not-found', { networkId })
  return found
}

function adapterOf<name extends 'estimateGas' | 'readContract'>(
  context: KitContext,
  namespace: Namespace,
  name: name,
) {
  const adapter = context.jobs.adapters.get(namespace)
  const read = adapter?.[name]
  if (!adapter || !read) throw new LatchkeyError('adapter.not-found')
  return { adapter, read }
}

/** The read ends with its caller's signal or with the kit, whichever comes first. */
async function whileAlive<T>(
  context: KitContext,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const merged = anySignal([context.jobs.scope.signal, signal])
  try {
    return await unlessAborted(run(merged.signal), merged.signal)
  } finally {
    merged.release()
  }
}
