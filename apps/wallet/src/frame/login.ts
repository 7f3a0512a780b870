/** The one attempt to sign in that is under way. A new one ends the waiting for the one before. */

export interface Attempt {
  readonly kind: 'email' | 'social' | 'farcaster' | 'passkey'
  readonly id: string
  /** Where the window of the attempt began; social only. */
  readonly uri?: string
  readonly signal: AbortSignal
}

export interface Login {
  begin(attempt: Omit<Attempt, 'signal'>): Attempt
  /** Undefined where none of this kind is under way. */
  current(kind: Attempt['kind']): Attempt | undefined
  /** Whichever is under way; where one is named, that one alone: a newer one goes on. */
  end(attempt?: Attempt): void
}

export function createLogin(): Login {
  let attempt: Attempt | undefined
  let ending = new AbortController()
  const login: Login = {
    begin(next) {
      login.end()
      ending = new AbortController()
      attempt = { ...next, signal: ending.signal }
      return attempt
    },
    current: (kind) => (attempt?.kind === kind ? attempt : undefined),
    end(which) {
      if (which && which !== attempt) return
      attempt = undefined
      ending.abort()
    },
  }
  return login
}
