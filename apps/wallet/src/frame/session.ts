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
  let restoring: Promise<boolean> | undefined

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

  async function restore(): Promise<boolean> {
    const resume = ({ claim }: Capsule) =>
      ifAnybody(() => api.call('sessionResume', { body: { capsule: claim } }))
    // A browser that was never signed in to is not asked about: the answer would be an error in its console.
    const kept = (await store.session()) && (await ifAnybody(() => refreshSession({ api, store, lock })))
    const answer = kept ?? (capsule && !session.isSignedIn() ? await resume(capsule) : undefined)
    // Whoever signed in meanwhile is not overtaken by who was here before.
    if (session.isSignedIn()) return true
    if (answer) await adopt(answer)
    else await store.forgetSession()
    return answer !== undefined
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
      // Whoever asks meanwhile, for another namespace, hears the same: a refresh that is repeated late looks like a theft.
      restoring ??= restore().finally(() => {
        restoring = undefined
      })
      return restoring
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
    const before = api.session()
    const { refresh } = (await store.session()) ?? {}
    const answer = await api.call('sessionRefresh', { body: refresh === undefined ? {} : { refresh } })
    const now = api.session()
    // Somebody signed in meanwhile, and ended the session that was asked about.
    if (now && now !== before) return now
    await store.keepSession({ refresh: answer.refresh })
    return answer
  })
}
