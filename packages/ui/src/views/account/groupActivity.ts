/** Activity by month, newest first, each with its heading. */
import type { ActivityItem, ActivityList } from '@latchkey/core/screen'
import type { Numbers } from '@latchkey/spec/words'

export interface ActivityGroup {
  readonly key: string
  readonly title: string
  readonly items: readonly ActivityItem[]
}

interface Grouping {
  readonly now: number
  /** In whose language months are named. */
  readonly numbers: Numbers
  readonly most?: number
}

const monthAlone = { month: 'long' } as const
const monthOfYear = { month: 'long', year: 'numeric' } as const

/** "November" in the year of `now`, "November 2024" before. At most so many lines in all. */
export function groupActivity(
  byYear: ActivityList['transactionsByYear'],
  { now, numbers, most = Number.POSITIVE_INFINITY }: Grouping,
): readonly ActivityGroup[] {
  const thisYear = String(new Date(now).getFullYear())
  const groups: ActivityGroup[] = []
  let left = most
  for (const [year, months] of newestFirst(byYear)) {
    for (const [month, items] of newestFirst(months)) {
      if (left <= 0) return groups
      const shown = items.slice(0, left)
      left -= shown.length
      const first = new Date(Number(year), Number(month), 1)
      groups.push({
        key: `${year}-${month}`,
        title: numbers.time(first, year === thisYear ? monthAlone : monthOfYear),
        items: shown,
      })
    }
  }
  return groups
}

/** Keys that are numbers come smallest first. */
const newestFirst = <T>(record: Readonly<Record<string, T>>) => Object.entries(record).reverse()
