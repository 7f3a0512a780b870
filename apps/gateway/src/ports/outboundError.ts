/** What can go wrong on the way out. */
export type OutboundFailure =
  | 'aborted'
  | 'unreachable'
  | 'too-large'
  | 'not-text'
  | 'unwanted-type'
  /** An address that strangers may not send us to. */
  | 'refused'

/** Says what kind of thing went wrong, and nothing else: addresses and keys of upstreams stay out of logs and answers. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  constructor(readonly kind: OutboundFailure) {
    super(kind)
  }
}
