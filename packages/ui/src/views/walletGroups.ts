/** A wallet that speaks several namespaces comes once from each of them; to the person it is one wallet. */
import type { Connector } from '@latchkey/core'
import type { ConnectorType } from '@latchkey/spec/entities'

/** One wallet of this browser, with its way into each namespace; never empty. */
export type WalletGroup = readonly [Connector, ...Connector[]]

const inBrowser: readonly ConnectorType[] = ['INJECTED', 'ANNOUNCED', 'MULTI_CHAIN']

/** In the order they came; what is not in this browser stands alone. */
export function groupWallets(connectors: readonly Connector[]): readonly WalletGroup[] {
  const groups: WalletGroup[] = []
  for (const connector of connectors) {
    const at = groups.findIndex((group) => belongsTo(connector, group))
    const group = groups[at]
    if (group) groups[at] = [...group, connector]
    else groups.push([connector])
  }
  return groups
}

/** The wallet that a connector belongs to. */
export function groupOf(connector: Connector, connectors: readonly Connector[]): WalletGroup {
  return groupWallets(connectors).find((group) => group.includes(connector)) ?? [connector]
}

/** Two of one namespace are two wallets, whatever they call themselves. */
function belongsTo(connector: Connector, group: WalletGroup): boolean {
  if (!inBrowser.includes(connector.type) || connector.id === 'injected') return false
  return group.every(
    (member) =>
      inBrowser.includes(member.type) &&
      member.namespace !== connector.namespace &&
      (isSameText(member.rdns, connector.rdns) || isSameText(member.name, connector.name)),
  )
}

const isSameText = (one: string | undefined, other: string | undefined) =>
  one !== undefined && one.trim().toLowerCase() === other?.trim().toLowerCase()

/** Not every namespace lets a wallet bring its picture. */
export const iconOf = (group: WalletGroup): string | undefined => group.find(({ icon }) => icon)?.icon
