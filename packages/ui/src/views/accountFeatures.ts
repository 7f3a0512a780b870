/** What the account view offers to do, in the order the app wants (S9-13 `walletFeaturesOrder`). */
import type { ResolvedFeatures, WalletFeature } from '@latchkey/spec/options'
import type { ViewId } from '@latchkey/spec/views'
import type { IconName } from '../parts/icons.js'
import type { AccountCopyKey } from './accountCopy.js'

const table = {
  onramp: { feature: 'onramp', view: 'OnRampProviders', text: 'account.onramp', icon: 'card' },
  swaps: { feature: 'swaps', view: 'Swap', text: 'account.swaps', icon: 'swap' },
  receive: { feature: 'receive', view: 'WalletReceive', text: 'account.receive', icon: 'receive' },
  send: { feature: 'send', view: 'WalletSend', text: 'account.send', icon: 'send' },
} as const satisfies Record<
  WalletFeature,
  { feature: WalletFeature; view: ViewId; text: AccountCopyKey; icon: IconName }
>

export type AccountFeature = (typeof table)[WalletFeature]

/** Only what is switched on is offered. */
export function accountFeatures(features: ResolvedFeatures): readonly AccountFeature[] {
  return features.walletFeaturesOrder
    .map((feature) => table[feature])
    .filter(({ feature }) => features[feature])
}
