/** The accounts of whoever is signed in, as the frame tells them: one list a namespace (S3-01, D-33). */
import { type Address, asAddress, type Namespace, type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import type { AccountType } from '@latchkey/spec/options'
import { isAddress } from '@latchkey/spec/validation'
import type { KitContext } from '../context.js'
import { preferredType } from './memory.js'
import type { EmbeddedParts } from './parts.js'

interface OwnAccount {
  readonly address: Address
  readonly type: AccountType
}

export interface EmbeddedAccounts {
  /** Asks the frame for the accounts of a network's namespace. */
  load(networkId: NetworkId, signal?: AbortSignal): Promise<void>
  /** The one that signs first; a smart account only where there can be one (S3-04). */
  on(networkId: NetworkId): readonly OwnAccount[]
  /** Where this namespace has accounts. */
  networks(namespace: Namespace): readonly NetworkId[]
  /** Makes another kind of account the first, here and wherever this person signs in next. */
  prefer(namespace: Namespace, type: AccountType): Promise<void>
  typeOf(address: Address): AccountType | undefined
  forget(): void
}

/** D-33: the address of the payment account is one of the main network. */
const bitcoin: NetworkId = 'bip122:000000000019d6689c085ae165831e93'

export function createAccounts({ context, frame, store }: EmbeddedParts): EmbeddedAccounts {
  const known = new Map<Namespace, readonly OwnAccount[]>()
  let loadingNetworks: Promise<void> | undefined
  /** Goes up when the person leaves: what is answered about them later is nobody's. */
  let visit = 0

  /** S3-04; the same for everybody, so asked once. */
  function loadSmartNetworks(): Promise<void> {
    loadingNetworks ??= frame
      .ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined)
      .then(({ smartAccountEnabledNetworks }) =>
        store.set({
          smartAccountNetworks: smartAccountEnabledNetworks.map((id): NetworkId => `eip155:${id}`),
        }),
      )
      .catch((cause: unknown) => {
        loadingNetworks = undefined
        throw cause
      })
    return loadingNetworks
  }

  function learn(namespace: Namespace, list: readonly { address: string; type: AccountType }[]): void {
    const valid = list.filter(({ address }) => isAddress(namespace, address))
    known.set(
      namespace,
      valid.map(({ address, type }) => ({ address: asAddress(address), type })),
    )
  }

  return {
    async load(networkId, signal) {
      const namespace = namespaceOf(networkId)
      const type = preferredType(context, networkId)
      const mine = visit
      const request = { chainId: networkId, ...(type ? { preferredAccountType: type } : {}) }
      const [user] = await Promise.all([
        frame.ask('GET_USER', request, { signal }),
        namespace === 'eip155' ? loadSmartNetworks() : undefined,
      ])
      if (mine !== visit) throw new LatchkeyError('request.aborted')
      const { address, accounts = [], preferredAccountType, smartAccountDeployed, hasRecovery } = user
      const first = accounts.find((each) => each.address === address)
      const others = accounts.filter((each) => each.address !== address)
      learn(namespace, [first ?? { address, type: preferredAccountType ?? type ?? 'eoa' }, ...others])
      store.set(({ user: before }) => ({
        user: {
          ...before,
          ...(user.email ? { email: user.email } : {}),
          ...(user.userName ? { userName: user.userName } : {}),
        },
        ...(smartAccountDeployed === undefined ? {} : { isSmartAccountDeployed: smartAccountDeployed }),
        ...(hasRecovery === undefined ? {} : { hasRecovery }),
      }))
    },
    on(networkId) {
      const all = known.get(namespaceOf(networkId)) ?? []
      const isSmart = store.get().smartAccountNetworks.includes(networkId)
      return all.filter(({ type }) => type !== 'smartAccount' || isSmart)
    },
    networks: (namespace) => (known.has(namespace) ? networksOf(context, namespace) : []),
    async prefer(namespace, type) {
      // The frame has one active network for the whole page, which may be of another namespace.
      const [chainId] = networksOf(context, namespace)
      const mine = visit
      const first = await frame.ask('SET_PREFERRED_ACCOUNT', { type, ...(chainId ? { chainId } : {}) })
      const { address } = first
      if (mine !== visit) throw new LatchkeyError('request.aborted')
      if (!isAddress(namespace, address)) throw new LatchkeyError('account.not-found', { address })
      const others = (known.get(namespace) ?? []).filter((each) => each.address !== address)
      learn(namespace, [first, ...others])
      const chosen = { ...context.storage.read('preferredAccountTypes'), [namespace]: first.type }
      context.storage.write('preferredAccountTypes', chosen)
    },
    typeOf: (address) =>
      [...known.values()].flat().find((each) => each.address.toLowerCase() === address.toLowerCase())?.type,
    forget() {
      visit += 1
      known.clear()
      store.set({ isSmartAccountDeployed: undefined, hasRecovery: undefined })
    },
  }
}

/** Networks of the page that the embedded wallet can have an account on. */
export const networksOf = ({ store }: KitContext, namespace: Namespace): readonly NetworkId[] =>
  store
    .get()
    .networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    .map(({ caipNetworkId }) => caipNetworkId)
    .filter((networkId) => namespace !== 'bip122' || networkId === bitcoin)

function namespaceOf(networkId: NetworkId): Namespace {
  const namespace = parseNetworkId(networkId)?.namespace
  if (!namespace) throw new TypeError(`${networkId} is not a network`)
  return namespace
}
