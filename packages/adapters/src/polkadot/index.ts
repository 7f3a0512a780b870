/** Polkadot and the networks of its kind: `polkadot()` goes into the `adapters` of a kit. */

export type { Extension, Injected, RawRequest } from './extension.js'
export type { PolkadotTarget } from './injectedWallets.js'
export { kusama, kusamaAssetHub, paseo, polkadotAssetHub, polkadotRelay } from './networks.js'
export type { PolkadotPayload, PolkadotSigned } from './payload.js'
export type { ExtensionParts, SignedExtensions } from './payloadBytes.js'
export { type PolkadotOptions, polkadot } from './polkadot.js'
export type { Ss58Prefixes } from './prefixes.js'
export type { PolkadotProvider, ProviderRequest } from './provider.js'
export { getProvider, type SignPayloadInput, signPayload } from './typed.js'
