/** Requests with the types of this family: what its libraries build, and what they want back. */
import type { Kit, SignInput } from '@latchkey/core'
import type { PolkadotPayload, PolkadotSigned } from './payload.js'
import type { PolkadotProvider } from './provider.js'

export type SignPayloadInput = Pick<SignInput, 'address' | 'networkId' | 'signal'> & {
  readonly payload: PolkadotPayload
}

/** Signs a transaction for the account that is shown and does not send it. */
export function signPayload(
  kit: Pick<Kit, 'signTransaction'>,
  { payload, ...request }: SignPayloadInput,
): Promise<PolkadotSigned> {
  const transaction = { ...payload }
  // The session of this namespace answers with nothing else.
  return kit.signTransaction({ ...request, namespace: 'polkadot', transaction }) as Promise<PolkadotSigned>
}

/** The wallet in front as libraries of this family want it; `undefined` while none is connected. */
export function getProvider(kit: Pick<Kit, 'store'>): PolkadotProvider | undefined {
  // Every session of this namespace's adapter has one.
  return kit.store.get().connections.polkadot?.wallets[0]?.session.provider as PolkadotProvider | undefined
}
