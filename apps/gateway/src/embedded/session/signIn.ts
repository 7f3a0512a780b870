/** The end of every way to sign in: a session for the key that began it, and its cookie. */
import type { SessionAnswer } from '@latchkey/spec/walletApi'
import type { Attempt } from '../attempts.js'
import { WalletRefusal } from '../http/refusal.js'
import { WithCookie } from '../http/walletRoute.js'
import type { User } from '../users.js'
import type { AnswerSession } from './answer.js'
import type { OpenedSession, Sessions } from './sessions.js'

export interface SignInInput {
  readonly attempt: Pick<Attempt, 'jkt' | 'projectId' | 'origin'>
  readonly user: User
  readonly provider: string | null
  readonly keep: 'cookie' | 'body'
  readonly hasCode?: boolean
  readonly hasFactor?: boolean
}

type Answered = SessionAnswer | WithCookie<SessionAnswer>
export type SignIn = (input: SignInInput) => Promise<Answered>

export interface Handing {
  readonly signIn: SignIn
  /** A session with its token where the browser keeps it. */
  hand(opened: OpenedSession, user: User, keep: 'cookie' | 'body'): Promise<Answered>
}

export function createHanding({ sessions, answer }: { sessions: Sessions; answer: AnswerSession }): Handing {
  const hand: Handing['hand'] = async ({ session, refresh }, user, keep) => {
    if (keep === 'body') return answer(session, user, refresh)
    const cookie = session.kind === 'window' ? 'window' : 'refresh'
    return new WithCookie(await answer(session, user), cookie, refresh)
  }

  return {
    hand,
    async signIn({ attempt, user, provider, keep, hasCode = false, hasFactor = false }) {
      if (user.status !== 'active') throw new WalletRefusal('SESSION_EXPIRED')
      const opened = await sessions.open({
        userId: user.id,
        jkt: attempt.jkt,
        projectId: attempt.projectId,
        origin: attempt.origin,
        // Windows are opened by frames (`windowOpen`), and by nobody who signs in.
        kind: 'frame',
        provider,
        hasCode,
        hasFactor,
      })
      return hand(opened, user, keep)
    },
  }
}
