/** Whose things are read: one account on one network. Answers are kept by it, so that none is shown for another (D-11). */
import {
  type AccountId,
  type Address,
  accountId,
  type Namespace,
  type NetworkId,
  parseNetworkId,
} from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import type { KitContext } from '../context.js'
import { selectAccount, selectNetwork } from '../select.js'
import type { KitState } from '../state.js'

export interface Subject {
  readonly networkId: NetworkId
  readonly address: Address
}

/** The account that signs for the namespace, on the network it is on; none where the page did not ask for that network. */
export function subjectOf(
  state: KitState,
  namespace: Namespace = state.activeNamespace,
): Subject | undefined {
  const address = selectAccount(state, namespace)?.address
  const networkId = selectNetwork(state, namespace)?.caipNetworkId
  return address && networkId ? { networkId, address } : undefined
}

/** CAIP-10. */
export const subjectKey = (subject: Subject): AccountId => accountId(subject)

// Every network of the kit has an id that was parsed before.
export const namespaceOf = ({ networkId }: Pick<Subject, 'networkId'>): Namespace =>
  parseNetworkId(networkId)?.namespace ?? 'eip155'

/** The network of the kit with this id. */
export function networkOf(context: KitContext, { networkId }: Subject): Network | undefined {
  return context.store.get().networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
}

/** Is this the account that a person looks at? Only then is it told what went wrong. */
export function isShown(context: KitContext, subject: Subject): boolean {
  const shown = subjectOf(context.store.get())
  return shown !== undefined && subjectKey(shown) === subjectKey(subject)
}
