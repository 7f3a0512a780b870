/** Which tabs an account has, by its namespace (S2-03, S9-14). */
import { type KitContext, names } from '@latchkey/core/screen'
import { type Namespace, namespaces } from '@latchkey/spec/caip'
import { isSupportedOn, offersActivity } from '@latchkey/spec/options'
import type { AccountTab } from '@latchkey/spec/views'
import type { IconName } from '../../parts/icons.js'
import type { copy } from './copy.js'

type TabWord = Extract<keyof typeof copy, `tabs.${string}`>

const tabs = [
  { id: 'Tokens', text: 'tabs.tokens', icon: 'coin' },
  { id: 'NFTs', text: 'tabs.nfts', icon: 'picture' },
  { id: 'Activity', text: 'tabs.activity', icon: 'clock' },
] as const satisfies readonly { id: AccountTab; text: TabWord; icon: IconName }[]

const offers: Readonly<Record<AccountTab, (kit: KitContext, namespace: Namespace) => boolean>> = {
  Tokens: (_, namespace) => isSupportedOn('balances', namespace),
  // Only an index knows collectibles, and S9-14 says where there is one.
  NFTs: (_, namespace) => isSupportedOn('activity', namespace),
  Activity: ({ options }, namespace) => options.features.history && offersActivity(namespace),
}

export const tabsOn = (kit: KitContext, namespace: Namespace) =>
  tabs.filter(({ id }) => offers[id](kit, namespace))

/** What an account has in other namespaces and not in this one; without a gateway it has none of it anywhere. */
export function missingOn(kit: KitContext, namespace: Namespace): readonly TabWord[] {
  if (kit.options.gatewayUrl === undefined) return []
  const missing = tabs.filter(
    ({ id }) => !offers[id](kit, namespace) && namespaces.some((other) => offers[id](kit, other)),
  )
  const hasNames = names.isEnabled(kit) && !isSupportedOn('names', namespace)
  return [...missing.map(({ text }) => text), ...(hasNames ? (['tabs.names'] as const) : [])]
}
