/** Who is signed in, for apps: the session, the way in, the way out, and a guard around what needs one. */
import { contextOf, signIn as feature, type SignIn, startFeature } from '@latchkey/core/screen'
import type { SignInSession } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { type ReactNode, useMemo } from 'react'
import { useKit, useSelect } from '../context.js'

export interface UseSignIn {
  /** Of the account and network in front (D-11); `undefined` where nobody is signed in, and on a server. */
  readonly session: SignInSession | undefined
  readonly isSignedIn: boolean
  /** Asks the wallet to sign. Rejects where nobody is signed in afterwards. */
  signIn(): Promise<SignInSession>
  signOut(): Promise<void>
}

export function useSignIn(): UseSignIn {
  const kit = useKit()
  const session = useSelect((state) => state.signIn.session)
  const actions = useMemo(() => {
    const run = async <T>(act: (handle: SignIn) => Promise<T>): Promise<T> => {
      const handle = await startFeature(contextOf(kit), feature)
      if (!handle) throw new LatchkeyError('signin.disabled')
      return act(handle)
    }
    return {
      signIn: () => run((handle) => handle.signIn()),
      signOut: () => run((handle) => handle.signOut()),
    }
  }, [kit])
  return { session, isSignedIn: session !== undefined, ...actions }
}

export interface SignedInProps {
  readonly children?: ReactNode
  /** Shown while nobody is signed in. */
  readonly fallback?: ReactNode
}

/** A guard for the eye. What must stay secret is guarded on the server. */
export function SignedIn({ children, fallback = null }: SignedInProps): ReactNode {
  return useSignIn().isSignedIn ? children : fallback
}
