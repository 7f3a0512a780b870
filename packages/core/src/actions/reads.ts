/** Reads of a chain that an app asks for; answered by the adapter of the network's namespace. */
import type { Namespace } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { ContractCall, TransactionRequest } from '../connector.js'
import type { Kit, ReadInput, RequestInput } from '../kit.js'
import { selectAccount, selectNetwork } from '../select.js'
import { unlessAborted } from '../unlessAborted.js'
import { anySignal } from '../within.js'
import { alive } from './alive.js'

export async function estimateGas(
  kit: Kit,
  {
    transaction,
    namespace = kit.store.get().activeNamespace,
    address = selectAccount(kit.store.get(), namespace)?.address,
    signal,
  }: RequestInput & { readonly transaction: TransactionRequest },
): Promise<bigint> {
  alive(kit)
  const network = selectNetwork(kit.store.get(), namespace)
  if (!address || !network) throw new LatchkeyError('network.or-address-undefined')
  const { adapter, read } = adapterOf(kit, namespace, 'estimateGas')
  return whileAlive(kit, signal, (merged) =>
    read.call(adapter, { address, network, transaction, signal: merged }),
  )
}

export async function readContract(
  kit: Kit,
  { call, networkId, signal }: ReadInput & { readonly call: ContractCall },
): Promise<unknown> {
  alive(kit)
  const network = networkOf(kit, networkId)
  const { adapter, read } = adapterOf(kit, network.chainNamespace, 'readContract')
  return whileAlive(kit, signal, (merged) => read.call(adapter, { network, call, signal: merged }))
}

function networkOf(kit: Kit, networkId: ReadInput['networkId']): Network {
  const state = kit.store.get()
  const found = networkId
    ? state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
    : selectNetwork(state, state.activeNamespace)
  if (!found) throw new LatchkeyError('network.not-found', { networkId })
  return found
}

function adapterOf<name extends 'estimateGas' | 'readContract'>(kit: Kit, namespace: Namespace, name: name) {
  const adapter = kit.jobs.adapters.get(namespace)
  const read = adapter?.[name]
  if (!adapter || !read) throw new LatchkeyError('adapter.not-found')
  return { adapter, read }
}

/** The read ends with its caller's signal or with the kit, whichever comes first. */
async function whileAlive<T>(
  kit: Kit,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const merged = anySignal([kit.jobs.scope.signal, signal])
  try {
    return await unlessAborted(run(merged.signal), merged.signal)
  } finally {
    merged.release()
  }
}
