/** The port to whoever holds the key above all keys: it wraps and unwraps small secrets, and never gives itself away. */

export interface Kms {
  /** For logs: `file`, `aws`, `gcp`, `vault`. */
  readonly kind: string
  /** The key that new secrets are wrapped under. */
  currentKid(): string
  /** `<kid>.<base64url>`; opens only in the same context. */
  wrap(plain: Uint8Array, context: string): Promise<string>
  /** Throws `KmsError`; there is no other way in when the key is away or refuses. */
  unwrap(wrapped: string, context: string): Promise<Buffer>
}

/** `away`: may come back. `refused`: the key says no. `broken`: the text is not what this key wrote in this context. */
export type KmsFault = 'away' | 'refused' | 'broken'

export class KmsError extends Error {
  override readonly name = 'KmsError'
  constructor(
    readonly fault: KmsFault,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

export function splitWrapped(wrapped: string): { readonly kid: string; readonly text: string } {
  const [kid = '', text = '', ...rest] = wrapped.split('.')
  if (kid === '' || text === '' || rest.length > 0) throw new KmsError('broken', 'Not a wrapped secret')
  return { kid, text }
}

/** The same secret under the newest key; the same text where it is already. */
export async function rewrap(kms: Kms, wrapped: string, context: string): Promise<string> {
  if (splitWrapped(wrapped).kid === kms.currentKid()) return wrapped
  const plain = await kms.unwrap(wrapped, context)
  try {
    return await kms.wrap(plain, context)
  } finally {
    plain.fill(0)
  }
}
