/** What the other end of a relay answered instead of a result. */
import { signErrors } from '@latchkey/spec/relay'

const userRejected = 4001

/** Wallets refuse with a code of the protocol; apps look for the one of EIP-1193, so that is what `code` says. */
const rejections: readonly number[] = [
  signErrors.userRejectedRequest,
  signErrors.userRejected,
  signErrors.userRejectedChains,
  signErrors.userRejectedMethods,
  signErrors.userRejectedEvents,
  signErrors.authenticationRejected,
]

/** A wallet at the other end of the relay refused, or failed. */
export class RelayPeerError extends Error {
  override readonly name = 'RelayPeerError'
  readonly code: number
  /** As the wallet wrote it. */
  readonly peerCode: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = rejections.includes(code) ? userRejected : code
    this.peerCode = code
    this.data = data
  }
}

/** A refusal that we send, or that names what is wrong with what a wallet sent (CAIP-25). */
export const signError = (name: keyof typeof signErrors, message: string): RelayPeerError =>
  new RelayPeerError({ code: signErrors[name], message })
