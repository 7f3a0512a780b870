/** The PIN that confirms what is signed: set, changed, forgotten. */
import { minutes } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import type { Job } from '../../jobs/startJob.js'
import type { Connection } from '../audit.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import { forgottenPinLetter, locksLetter, replacedPinLetter } from '../mail/letters.js'
import { tellOwner } from '../mail/tellOwner.js'
import type { EmbeddedParts } from '../parts.js'
import { signedInOf } from '../session/sessionHandlers.js'
import { lockUser } from '../users.js'
import { admitFactor } from './admitFactor.js'
import { countChange } from './countChange.js'
import type { Pins } from './pins.js'

const noticeEvery = minutes(10)
const what = 'your wallet'
/** A PIN that was waited for has a letter of its own. */
const newsOf = { first: undefined, further: 'pin-added', proven: 'pin-changed', waited: undefined } as const

export function createPinHandlers(parts: EmbeddedParts, pins: Pins) {
  const { db, clock, users, limits } = parts

  /** Level 3, or the end of the wait together with a fresh code from the mailbox: that is told to the mailbox. */
  async function admitChange(caller: WalletCaller, connection: Connection): Promise<'proven' | 'waited'> {
    const { user, session, level } = signedInOf(caller)
    if (level === 3) return 'proven'
    const resetAt = await pins.resetAt(user.id, connection)
    if (!resetAt) throw new WalletRefusal('AAL')
    const wait = resetAt.getTime() - clock.now()
    if (wait > 0) throw new WalletRefusal('PIN_WAIT', { retryAfter: wait })
    const age = session.codeAt ? clock.now() - session.codeAt.getTime() : Number.POSITIVE_INFINITY
    if (age > walletLimits.stepUpFresh) throw new WalletRefusal('AAL')
    return 'waited'
  }

  /** The first lock is no news to whoever sets the wallet up; one beside another is. */
  async function admitNew(caller: WalletCaller, connection: Connection): Promise<'first' | 'further'> {
    await admitFactor(parts, caller, connection)
    const passkeys = await users.passkeysOf(signedInOf(caller).user.id, connection)
    return passkeys.length === 0 ? 'first' : 'further'
  }

  async function sendNotices(): Promise<void> {
    for (const { owner, resetAt, until, token } of await pins.takeNotices()) {
      const user = await users.byId(owner)
      const email = user && (await users.emailOf(user))
      if (email === undefined) continue
      const link = `${parts.walletOrigin()}/keep#pin.${token}`
      const letter = forgottenPinLetter({ link, resetAt, until, what, now: clock.now() })
      await parts.outbox?.post('pin-forgotten', { to: email, ...letter })
    }
  }

  const job: Job = { name: 'tell of forgotten PINs', every: noticeEvery, run: sendNotices }

  const handlers = {
    async pinSet({ body }, caller) {
      const { user } = signedInOf(caller)
      const admitted = await db.query.transaction(async (transaction) => {
        await lockUser(user.id, transaction)
        const isThere = await pins.has(user.id, transaction)
        const way = isThere ? await admitChange(caller, transaction) : await admitNew(caller, transaction)
        await countChange(limits, user.id, 'pin', transaction)
        await pins.set(user.id, body.pin, transaction)
        return way
      })
      const at = clock.now()
      if (admitted === 'waited') await tellOwner(parts, user, 'pin-replaced', replacedPinLetter({ what, at }))
      const news = newsOf[admitted]
      if (news) await tellOwner(parts, user, news, locksLetter({ news, at }))
      return {}
    },

    async pinForgot(_, caller) {
      const { user } = signedInOf(caller)
      // Without a mailbox nobody could be warned; such an account changes it after a recovery.
      if (user.emailIndex === null || !parts.outbox) throw new WalletRefusal('FACTOR_UNKNOWN')
      const resetAt = await pins.forget(user.id)
      await sendNotices()
      return { resetAt: resetAt.getTime(), now: clock.now() }
    },

    async pinKeep({ body }) {
      if (!(await pins.keep(body.token))) throw new WalletRefusal('LINK_EXPIRED')
      return {}
    },
  } satisfies WalletHandlers

  return { handlers, job }
}
