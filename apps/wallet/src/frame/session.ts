/** Who is signed in: taken over from every way to sign in, found again after a reload, and ended. */
import { readCapsule, type SessionAnswer } from '@latchkey/spec/walletApi'
import type { WalletApi } from '../api/walletApi.js'
import { isRefusal, signedOut } from '../api/walletRefusal.js'
import type { DeviceStore } from '../device/deviceStore.js'

type Capsule = NonNullable<ReturnType<typeof readCapsule>>

export interface Session {
  isSignedIn(): boolean
  /** Rejects with the refusal that the server would give. */
  require(): SessionAnswer
  /** From a way to sign in. */
  adopt(answer: SessionAnswer): Promise<void>
  /** After a reload: by the key and the cookie, else by what the page kept (F-L). False where nobody is signed in. */
  restore(token: string | undefined): Promise<boolean>
  /** What the page handed in, whoever it belongs to; the server and its seal decide. */
  capsule(): Capsule | undefined
  end(): Promise<void>
}

export interface SessionDeps {
  readonly api: WalletApi
  readonly store: DeviceStore
  readonly lock: <T>(name: string, run: () => Promise<T>) => Promise<T>
}

export function createSession({ api, store, lock }: SessionDeps): Session {
  let capsule: Capsule | undefined

  async function adopt(answer: SessionAnswer): Promise<void> {
    api.setSession(answer)
    await store.keepSession({ refresh: answer.refresh })
  }

  /** Undefined where the server says that this does not sign anybody in; a server that is away is not that. */
  async function ifAnybody(sign: () => Promise<SessionAnswer>): Promise<SessionAnswer | undefined> {
    try {
      return await sign()
    } catch (error) {
      if (isRefusal(error, 'SESSION_EXPIRED') || isRefusal(error, 'BINDING') || isRefusal(error, 'REUSED'))
        return undefined
      throw error
    }
  }

  const session: Session = {
    isSignedIn: () => api.session() !== undefined,
    require() {
      const current = api.session()
      if (!current) throw signedOut()
      return current
    },
    adopt,
    async restore(token) {
      if (token !== undefined) capsule = readCapsule(token)
      if (session.isSignedIn()) return true
      const claim = capsule?.claim
      const answer =
        // A browser that was never signed in to is not asked about: the answer would be an error in its console.
        ((await store.session()) && (await ifAnybody(() => refreshSession({ api, store, lock })))) ??
        (claim && (await ifAnybody(() => api.call('sessionResume', { body: { capsule: claim } }))))
      if (answer) await adopt(answer)
      else await store.forgetSession()
      return answer !== undefined
    },
    capsule: () => capsule,
    async end() {
      try {
        if (session.isSignedIn()) await api.call('sessionEnd', {})
      } catch (error) {
        // Signed out on this side all the same: the person asked for it, and the session runs out by itself.
        if (!isRefusal(error)) throw error
      } finally {
        capsule = undefined
        api.setSession(undefined)
        await store.forgetSession()
      }
    },
  }
  return session
}

/** Also what the API asks for when its token has ended. One tab at a time: two at once would look like a theft. */
export function refreshSession({ api, store, lock }: SessionDeps): Promise<SessionAnswer> {
  return lock('latchkey-refresh', async () => {
    const { refresh } = (await store.session()) ?? {}
    const answer = await api.call('sessionRefresh', { body: refresh === undefined ? {} : { refresh } })
    await store.keepSession({ refresh: answer.refresh })
    return answer
  })
}
