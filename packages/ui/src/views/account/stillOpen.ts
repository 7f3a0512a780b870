/** Which transactions of the kit are shown above the history: those it cannot have yet, or will never have. */
import type { FollowedTransaction } from '@latchkey/core'
import { type ActivityItem, explorerHash, type Subject } from '@latchkey/core/screen'
import { parseNetworkId } from '@latchkey/spec/caip'
import { minutes } from '@latchkey/spec/limits'
import { isSameAddress } from '@latchkey/spec/validation'

/** How long one that ended stays on top while the history does not know it. */
const lingers = minutes(10)

interface StillOpenInput {
  readonly subject: Subject
  readonly known: readonly ActivityItem[]
  readonly now: number
}

export function stillOpen(
  entries: readonly FollowedTransaction[],
  { subject, known, now }: StillOpenInput,
): readonly FollowedTransaction[] {
  const namespace = parseNetworkId(subject.networkId)?.namespace
  const listed = new Set(known.map(({ metadata }) => metadata.hash))
  return entries.filter((entry) => {
    if (entry.networkId !== subject.networkId || !namespace) return false
    if (!isSameAddress(namespace, entry.address, subject.address)) return false
    const hash = explorerHash(entry)
    // What the history has is told once, by it.
    if (hash !== undefined && listed.has(hash)) return false
    return entry.status === 'pending' || now - (entry.settledAt ?? entry.startedAt) < lingers
  })
}
