/** What apps with a library of their own get: signatures of the account shown, checked like those that the kit asks for. */
import type { Clock, SessionRequest, WalletSession } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { askedInTime } from '../askedInTime.js'
import type { PolkadotPayload, PolkadotSigned } from './payload.js'

export interface ProviderRequest {
  /** Refuses unless the transaction is for this network. */
  readonly networkId?: NetworkId | undefined
  readonly signal?: AbortSignal | undefined
}

/** What libraries of this family call a signer, and more. A method that is absent is something the wallet cannot do. */
export interface PolkadotProvider {
  /** The account that signs now, as the network in use writes it. */
  readonly address: Address | undefined
  /** Answers with the signature in hexadecimal digits. */
  signMessage?(
    message: string | Uint8Array,
    request?: Pick<ProviderRequest, 'signal'>,
  ): Promise<`0x${string}`>
  signPayload?(payload: PolkadotPayload, request?: ProviderRequest): Promise<PolkadotSigned>
  /** What the extension handed the page; `undefined` behind a relay. */
  readonly native: unknown
}

export interface CreateProviderInput {
  readonly native: unknown
  readonly wallet: string
  readonly clock: Clock
  readonly address: () => Address | undefined
  /** Read each time: what a wallet can do may change. */
  readonly session: () => Pick<WalletSession, 'signMessage' | 'signTransaction'>
}

export function createProvider(input: CreateProviderInput): PolkadotProvider {
  const { native, wallet, clock, address, session } = input

  function asked<T>(
    { networkId, signal }: ProviderRequest,
    run: (request: SessionRequest) => Promise<T>,
  ): Promise<T> {
    return askedInTime({ clock, wallet, signal }, async (ends) => {
      const signer = address()
      if (signer === undefined) throw new LatchkeyError('connection.account-changed', { wallet })
      return run({ address: signer, signal: ends, ...(networkId ? { networkId } : {}) })
    })
  }

  return {
    native,
    get address() {
      return address()
    },
    get signMessage() {
      const { signMessage } = session()
      if (!signMessage) return undefined
      return async (message: string | Uint8Array, request: Pick<ProviderRequest, 'signal'> = {}) =>
        // The session writes signatures so.
        (await asked(request, (on) => signMessage({ ...on, message }))) as `0x${string}`
    },
    get signPayload() {
      const { signTransaction } = session()
      if (!signTransaction) return undefined
      return async (payload: PolkadotPayload, request: ProviderRequest = {}) =>
        // The session of this namespace answers with nothing else.
        (await asked(request, (on) =>
          signTransaction({ ...on, transaction: { ...payload } }),
        )) as PolkadotSigned
    },
  } as PolkadotProvider // a getter may say that a method is absent
}
