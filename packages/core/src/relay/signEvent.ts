/** What happens to a session by itself. */
export type SignEvent =
  /** A wallet made a session with this page, here or in another tab. */
  | { readonly type: 'settled'; readonly topic: string }
  | { readonly type: 'updated'; readonly topic: string }
  | {
      readonly type: 'emitted'
      readonly topic: string
      readonly chainId: string
      readonly name: string
      readonly data: unknown
    }
  | { readonly type: 'deleted'; readonly topic: string; readonly reason?: string | undefined }
