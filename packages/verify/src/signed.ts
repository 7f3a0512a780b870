/** A text, what is said to be its signature, and who is said to have signed. */
export interface Signed {
  readonly message: string
  /** As the wallet gave it: hex, base64 or base58. */
  readonly signature: string
  readonly address: string
}
