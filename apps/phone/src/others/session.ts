/** Accounts of other families in sessions: what an app wants of them, what it is given, and what it has. */
import { addresses } from '../keys/accounts.js'
import { accountAt, ownAccount, personOf } from './accounts.js'
import { type OtherNamespace, type OtherNetwork, otherNamespaces, otherNetworkOf } from './networks.js'
import { otherMethods } from './readOther.js'

/** One family, as an app asked for it or has it. */
export interface OtherPart {
  readonly namespace: OtherNamespace
  readonly networks: readonly OtherNetwork[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

interface Wanted {
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export const supportedOtherEvents: Readonly<Record<OtherNamespace, readonly string[]>> = {
  solana: ['accountsChanged'],
  bip122: ['bip122_addressesChanged'],
  polkadot: ['accountsChanged'],
}

export const isOtherNamespace = (value: string): value is OtherNamespace =>
  otherNamespaces.some((namespace) => namespace === value)

/** What this wallet has of what was asked; undefined where it has no network of it. */
export function partOf(namespace: OtherNamespace, wanted: Wanted): OtherPart | undefined {
  const networks = [...new Set(wanted.chains)].flatMap((chain) => otherNetworkOf(chain) ?? [])
  if (networks.length === 0) return undefined
  const supported = otherMethods(namespace)
  const methods = supported.filter((method) => wanted.methods.includes(method))
  return {
    namespace,
    networks,
    methods: methods.length > 0 ? methods : supported,
    events: supportedOtherEvents[namespace].filter((event) => wanted.events.includes(event)),
  }
}

/** People by their account of eip155: whoever shows that one shows the same person's others. */
export const peopleOf = (accounts: readonly string[]): readonly number[] =>
  accounts
    .map((account) => addresses.findIndex((address) => address === account))
    .filter((index) => index >= 0)

/** The addresses of some people on a network, in their order. */
export const addressesOn = (network: OtherNetwork, people: readonly number[]): string[] =>
  people.flatMap((person) => accountAt(network, person)?.address ?? [])

/** The namespaces of a session beyond eip155: every person on every network. */
export function otherNamespacesOf(parts: readonly OtherPart[], people: readonly number[]) {
  return Object.fromEntries(
    parts.map(({ namespace, networks, methods, events }) => [
      namespace,
      {
        chains: networks.map(({ id }) => id),
        accounts: networks.flatMap((network) =>
          addressesOn(network, people).map((address) => `${network.id}:${address}`),
        ),
        methods: [...methods],
        events: [...events],
      },
    ]),
  )
}

interface StoredNamespace {
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** What a session has of the other families, with the people whose accounts they are; storage is believed no further. */
export function readParts(namespaces: Readonly<Record<string, StoredNamespace>>): {
  readonly parts: readonly OtherPart[]
  readonly people: readonly number[]
} {
  const people: number[] = []
  const parts = Object.entries(namespaces).flatMap(([key, { accounts, methods, events }]): OtherPart[] => {
    const [namespace = ''] = key.split(':')
    if (!isOtherNamespace(namespace)) return []
    const networks = new Map<string, OtherNetwork>()
    for (const id of accounts) {
      const [, networkId = '', address = ''] = /^([a-z\d]+:[A-Za-z\d]+):(.+)$/.exec(id) ?? []
      const network = otherNetworkOf(networkId)
      if (!network || !ownAccount(network, address)) continue
      networks.set(network.id, network)
      const person = personOf(network, address)
      if (person !== undefined && !people.includes(person)) people.push(person)
    }
    return networks.size === 0 ? [] : [{ namespace, networks: [...networks.values()], methods, events }]
  })
  return { parts, people }
}
