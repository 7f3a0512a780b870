/** What a smart account says of itself to apps (ERC-5792): `wallet_getCapabilities`. */
import { type Hex, quantity } from './hex.js'

export interface EnabledNetwork {
  readonly chainId: number
  /** Whether a paymaster pays there; absent: no. */
  readonly isSponsored?: boolean
}

export interface Capabilities {
  readonly atomic: { readonly status: 'supported' }
  readonly paymasterService?: { readonly supported: true }
}

/** By network, as hex; a network that is not enabled is not there. */
export function capabilitiesOf(networks: readonly EnabledNetwork[]): Record<Hex, Capabilities> {
  return Object.fromEntries(
    networks.map(({ chainId, isSponsored = false }) => [
      quantity(BigInt(chainId)),
      { atomic: { status: 'supported' }, ...(isSponsored ? { paymasterService: { supported: true } } : {}) },
    ]),
  )
}
