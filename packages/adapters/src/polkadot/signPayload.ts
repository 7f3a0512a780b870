/** Signing a transaction with types: what libraries of this family build, and what they want back. */
import type { Kit, SignInput } from '@latchkey/core'
import type { PolkadotPayload, PolkadotSigned } from './payload.js'

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
