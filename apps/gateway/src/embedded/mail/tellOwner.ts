/** Tells whoever owns a wallet what was done to it: to the mailbox of the account, where it has one. */
import { hours } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import type { EmbeddedParts } from '../parts.js'
import type { User } from '../users.js'
import type { Letter } from './letters.js'

export async function tellOwner(
  { users, outbox, limits }: Pick<EmbeddedParts, 'users' | 'outbox' | 'limits'>,
  user: User,
  /** What happened; each kind is counted by itself, so that many of one hide none of another. */
  kind: string,
  letter: Letter,
): Promise<void> {
  const email = await users.emailOf(user)
  if (email === undefined || !outbox) return
  const rule = { key: `news|${kind}|${user.id}`, limit: walletLimits.newsPerHour, window: hours(1) }
  // Whoever got so many knows; the codes of everybody else wait behind each.
  if ((await limits.take([rule])) === 0) await outbox.post(kind, { to: email, ...letter })
}
