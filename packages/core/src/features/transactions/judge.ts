/** What an answer about a transaction means. Pure: the same answer to the same question gives the same fact. */
import { limits } from '@latchkey/spec/limits'
import type { TransactionSighting } from '../../adapter.js'
import type { CallsStatus } from '../../connector.js'
import type { Doubt, FollowedTransaction } from './followed.js'

/** A chain's answer. Time alone decides nothing: without a block that moved, slow stays pending. */
export function judge(
  before: FollowedTransaction,
  sighting: TransactionSighting,
  now: number,
): FollowedTransaction {
  // A node that lags behind says what was, not what is.
  if (sighting.height < before.height) return { ...before, seenAt: now }
  const seen: FollowedTransaction = {
    ...before,
    seenAt: now,
    height: sighting.height,
    ...(sighting.trace === undefined ? {} : { trace: sighting.trace }),
  }
  if (sighting.place === 'block') {
    const isDeep = sighting.depth >= limits.transactionDepth
    const outcome = sighting.isSuccess
      ? ({ status: 'confirmed' } as const)
      : ({ status: 'failed', error: 'reverted' } as const)
    return settle(seen, { ...outcome, confirmations: sighting.depth, isFollowed: !isDeep }, now)
  }
  if (sighting.place === 'taken' && sighting.by) {
    const { hash, how, depth, isSuccess } = sighting.by
    const isFollowed = depth < limits.transactionDepth
    // The same for a higher fee: where that had no effect, neither had this.
    const outcome =
      how === 'sped-up' && !isSuccess
        ? ({ status: 'failed', error: 'reverted' } as const)
        : ({ status: 'replaced' } as const)
    return settle(seen, { ...outcome, replacedBy: hash, replacement: how, isFollowed }, now)
  }
  return sighting.place === 'waiting' ? waiting(seen, now) : missing(seen, sighting.place, now)
}

/** A wallet's answer about a bundle of calls. */
export function judgeBundle(
  before: FollowedTransaction,
  { status, code, receipts }: CallsStatus,
  now: number,
): FollowedTransaction {
  const bundleHash = lastHash(receipts) ?? before.bundleHash
  const seen = { ...before, seenAt: now, ...(bundleHash === undefined ? {} : { bundleHash }) }
  if (status === 'pending') return reopen(seen)
  if (status === 'success') return settle(seen, { status: 'confirmed', isFollowed: false }, now)
  const error = code >= 600 ? 'partial' : code >= 500 ? 'reverted' : 'refused'
  return settle(seen, { status: 'failed', error, isFollowed: false }, now)
}

/** The wallet says that it does not know the bundle. */
export function judgeUnknownBundle(before: FollowedTransaction, now: number): FollowedTransaction {
  const seen = { ...before, seenAt: now }
  const doubt = doubtOf(seen, 'unknown', now)
  const { answers, time } = limits.transactionMissing
  if (doubt.answers < answers || now - doubt.since < time) return { ...seen, doubt }
  return settle(seen, { status: 'dropped', error: 'unknown', isFollowed: false }, now)
}

function waiting(seen: FollowedTransaction, now: number): FollowedTransaction {
  if (seen.status === 'pending' || seen.status === 'dropped') return reopen(seen)
  return reopenWhenSure(seen, now)
}

/** Not in a block, and not waiting for one. */
function missing(seen: FollowedTransaction, place: 'taken' | 'unknown', now: number): FollowedTransaction {
  if (seen.status === 'dropped') {
    const isFollowed = now - (seen.settledAt ?? now) < limits.transactionWatch
    return { ...seen, isFollowed }
  }
  if (seen.status !== 'pending') return reopenWhenSure(seen, now)
  const doubt = doubtOf(seen, place, now)
  const { answers, blocks } = limits.transactionMissing
  // What no node ever saw may wait elsewhere: for other signers, or in a pool that shows nothing.
  const time = seen.trace === undefined ? limits.transactionUnseen : limits.transactionMissing.time
  const isGone =
    place === 'taken'
      ? // Its place is used up, which is final; asked again in case one node was ahead of another.
        doubt.answers >= answers && seen.height > doubt.height
      : doubt.answers >= answers && seen.height - doubt.height >= blocks && now - doubt.since >= time
  if (!isGone) return { ...seen, doubt }
  return settle(seen, { status: 'dropped', error: place, isFollowed: true }, now)
}

/** A block may be taken back. One answer may be a node's mistake; two in a row are a reorganisation. */
function reopenWhenSure(seen: FollowedTransaction, now: number): FollowedTransaction {
  const doubt = doubtOf(seen, 'gone', now)
  return doubt.answers < 2 ? { ...seen, doubt } : reopen(seen)
}

/** Counts only answers of the same kind. */
function doubtOf({ doubt, height }: FollowedTransaction, about: Doubt['about'], now: number): Doubt {
  if (doubt?.about !== about) return { about, answers: 1, since: now, height }
  return { ...doubt, answers: doubt.answers + 1 }
}

type Outcome = Pick<FollowedTransaction, 'status' | 'isFollowed'> &
  Partial<Pick<FollowedTransaction, 'error' | 'replacedBy' | 'replacement' | 'confirmations'>>

function settle(seen: FollowedTransaction, outcome: Outcome, now: number): FollowedTransaction {
  const { doubt: _, error, replacedBy, replacement, settledAt = now, ...rest } = seen
  return {
    ...rest,
    confirmations: 0,
    ...outcome,
    settledAt: seen.status === outcome.status ? settledAt : now,
  }
}

function reopen(seen: FollowedTransaction): FollowedTransaction {
  const { doubt, error, replacedBy, replacement, settledAt, ...rest } = seen
  return { ...rest, status: 'pending', confirmations: 0, isFollowed: true }
}

/** Wallets answer with receipts of any shape. */
function lastHash(receipts: readonly unknown[]): string | undefined {
  const last = receipts.at(-1)
  const hash = last instanceof Object && 'transactionHash' in last ? last.transactionHash : undefined
  return typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash) ? hash : undefined
}
