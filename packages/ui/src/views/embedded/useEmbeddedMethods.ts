/** Which ways into the embedded wallet the Connect view offers; none of them where the app has no such wallet. */
import type { KitState } from '@latchkey/core'
import type { Namespace } from '@latchkey/spec/caip'
import type { SocialProvider } from '@latchkey/spec/options'
import { useKitContext, useSelect } from '../../context.js'
import { useOfferedSocials } from './useOfferedSocials.js'

interface EmbeddedMethods {
  readonly hasEmail: boolean
  readonly socials: readonly SocialProvider[]
}

const none: EmbeddedMethods = { hasEmail: false, socials: [] }

export function useEmbeddedMethods(namespace: Namespace | undefined): EmbeddedMethods {
  const { features } = useKitContext().options
  const socials = useOfferedSocials()
  const isOffered = useSelect((state) => selectIsOffered(state, namespace))
  return isOffered ? { hasEmail: features.email, socials } : none
}

/** Where the wallet has an account to give (D-33), and nobody is signed in to it already. */
function selectIsOffered({ connectors, connections }: KitState, namespace: Namespace | undefined): boolean {
  const own = connectors.filter(
    (connector) => connector.type === 'AUTH' && (!namespace || connector.namespace === namespace),
  )
  const isIn = ({ id, namespace: place }: (typeof own)[number]) =>
    connections[place]?.wallets.some(({ connectorId }) => connectorId === id) ?? false
  return own.length > 0 && !own.some(isIn)
}
