/** Who is signed in, for apps: the session, the way in, the way out, and a guard around what needs one. */
import type { Kit } from '@latchkey/core'
import { contextOf, signIn as feature, type SignIn, startFeature } from '@latchkey/core/screen'
import type { SignInSession } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { ReactNode } from 'react'
import { useSelect } from '../context.js'
import { useAction } from './actions.js'

// Constants, so that a render does not start the action anew.
const signIn = (kit: Kit): Promise<SignInSession> => run(kit, (handle) => handle.signIn())
const signOut = (kit: Kit): Promise<void> => run(kit, (handle) => handle.signOut())

async function run<T>(kit: Kit, act: (handle: SignIn) => Promise<T>): Promise<T> {
  const handle = await startFeature(contextOf(kit), feature)
  if (!handle) throw new LatchkeyError('signin.disabled')
  return act(handle)
}

/** The session of the account and network in front (D-11), if there is one. `status` and `error` are those of signing in. */
export function useSignIn() {
  const session = useSelect((state) => state.signIn.session)
  const { act, actAsync, state } = useAction<undefined, SignInSession>(signIn)
  const leave = useAction<undefined, void>(signOut)
  return {
    session,
    isSignedIn: session !== undefined,
    signIn: act,
    signInAsync: actAsync,
    signOut: leave.act,
    signOutAsync: leave.actAsync,
    ...state,
  }
}

export interface SignedInProps {
  readonly children?: ReactNode
  /** Shown while nobody is signed in. */
  readonly fallback?: ReactNode
}

/** A guard for the eye. What must stay secret is guarded on the server. */
export function SignedIn({ children, fallback = null }: SignedInProps): ReactNode {
  return useSelect((state) => state.signIn.session) ? children : fallback
}
