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
  readonly permissions?: PermissionCapability
}

/** ERC-7715: who may be permitted something, and which kinds of it. */
export interface PermissionCapability {
  readonly supported: true
  readonly signerTypes: readonly ['key']
  readonly keyTypes: readonly ['secp256k1']
  readonly permissionTypes: readonly string[]
  readonly policyTypes: readonly []
}

/** By network, as hex; a network that is not enabled is not there. Without `permissionTypes` nothing is permitted. */
export function capabilitiesOf(
  networks: readonly EnabledNetwork[],
  permissionTypes: readonly string[] = [],
): Record<Hex, Capabilities> {
  const permissions: PermissionCapability = {
    supported: true,
    signerTypes: ['key'],
    keyTypes: ['secp256k1'],
    permissionTypes,
    policyTypes: [],
  }
  return Object.fromEntries(
    networks.map(({ chainId, isSponsored = false }) => [
      quantity(BigInt(chainId)),
      {
        atomic: { status: 'supported' },
        ...(isSponsored ? { paymasterService: { supported: true } } : {}),
        ...(permissionTypes.length > 0 ? { permissions } : {}),
      },
    ]),
  )
}
