/** What the account on screen can be offered: switched on, and possible where it is. */
import { type KitContext, onramp, send, swaps } from '@latchkey/core/screen'
import { type Namespace, namespaces } from '@latchkey/spec/caip'
import { isSupportedOn, type WalletFeature } from '@latchkey/spec/options'
import { useKitContext, useSelect } from '../../context.js'
import { type AccountFeature, accountFeatures } from '../accountFeatures.js'

/** S9-14, and what each feature says of itself: without a gateway nothing can be bought or swapped. */
const offers: Record<WalletFeature, (kit: KitContext, namespace: Namespace) => boolean> = {
  onramp: (kit) => onramp.isEnabled(kit),
  // D-17: whether this very network can be quoted is the gateway's to say.
  swaps: (kit, namespace) => swaps.isEnabled(kit) && namespace === 'eip155',
  receive: () => true,
  send: (kit, namespace) => send.isEnabled(kit) && isSupportedOn('send', namespace),
}

const all = ({ options }: KitContext) => accountFeatures(options.features)

export function useAccountFeatures(): readonly AccountFeature[] {
  const kit = useKitContext()
  const namespace = useSelect((state) => state.activeNamespace)
  return all(kit).filter(({ feature }) => offers[feature](kit, namespace))
}

/** What the app offers elsewhere and the namespace in front cannot have. */
export function useMissingFeatures(): readonly AccountFeature[] {
  const kit = useKitContext()
  const namespace = useSelect((state) => state.activeNamespace)
  return all(kit).filter(
    ({ feature }) =>
      !offers[feature](kit, namespace) && namespaces.some((other) => offers[feature](kit, other)),
  )
}
