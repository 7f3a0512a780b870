/** Which networks a search shows, together by namespace, the one in use first (S2-17, D-04). */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'

export interface NetworkGroup {
  readonly namespace: Namespace
  readonly networks: readonly Network[]
}

interface NetworkGroupsInput {
  readonly networks: readonly Network[]
  readonly search?: string
  readonly current?: NetworkId | undefined
}

export function networkGroups({
  networks,
  search = '',
  current,
}: NetworkGroupsInput): readonly NetworkGroup[] {
  const wanted = search.trim().toLowerCase()
  const found = networks.filter(({ name, caipNetworkId, nativeCurrency }) =>
    [name, caipNetworkId, nativeCurrency.symbol].some((text) => text.toLowerCase().includes(wanted)),
  )
  const isCurrent = ({ caipNetworkId }: Network) => caipNetworkId === current
  const sorted = [...found.filter(isCurrent), ...found.filter((network) => !isCurrent(network))]
  const namespaces = [...new Set(sorted.map(({ chainNamespace }) => chainNamespace))]
  return namespaces.map((namespace) => ({
    namespace,
    networks: sorted.filter(({ chainNamespace }) => chainNamespace === namespace),
  }))
}

export const namespaceNames: Readonly<Record<Namespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}
