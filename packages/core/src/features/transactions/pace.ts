/** How often a transaction is asked about: eagerly while somebody waits, seldom once nobody does. */
import { minutes, seconds } from '@latchkey/spec/limits'
import type { FollowedTransaction } from './followed.js'

const pace = {
  fresh: seconds(2),
  young: seconds(5),
  old: seconds(15),
  ancient: minutes(1),
  settled: seconds(12),
  dormant: minutes(30),
} as const

/** Milliseconds between two questions. */
export function paceOf(
  { status, startedAt, settledAt = startedAt }: FollowedTransaction,
  now: number,
): number {
  if (status !== 'pending') {
    const rest = now - settledAt
    if (rest < minutes(10)) return pace.settled
    return rest < minutes(60) ? pace.ancient : pace.dormant
  }
  const age = now - startedAt
  if (age < minutes(1)) return pace.fresh
  if (age < minutes(10)) return pace.young
  return age < minutes(60) ? pace.old : pace.ancient
}

const firstPause = seconds(4)
const longestPause = minutes(1)

/** After so many failures in a row. */
export const pauseAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 8))
