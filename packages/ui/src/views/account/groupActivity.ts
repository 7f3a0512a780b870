/** Activity by month, newest first, each with its heading. */
import type { ActivityItem, ActivityList } from '@latchkey/core/screen'

export interface ActivityGroup {
  readonly key: string
  readonly title: string
  readonly items: readonly ActivityItem[]
}

/** "November" in the year of `now`, "November 2024" before. At most so many lines in all. */
export function groupActivity(
  byYear: ActivityList['transactionsByYear'],
  { now, most = Number.POSITIVE_INFINITY }: { readonly now: number; readonly most?: number },
): readonly ActivityGroup[] {
  const thisYear = String(new Date(now).getFullYear())
  const groups: ActivityGroup[] = []
  let left = most
  for (const [year, months] of newestFirst(byYear)) {
    for (const [month, items] of newestFirst(months)) {
      if (left <= 0) return groups
      const shown = items.slice(0, left)
      left -= shown.length
      const name = monthName(Number(year), Number(month))
      groups.push({
        key: `${year}-${month}`,
        title: year === thisYear ? name : `${name} ${year}`,
        items: shown,
      })
    }
  }
  return groups
}

/** Keys that are numbers come smallest first. */
const newestFirst = <T>(record: Readonly<Record<string, T>>) => Object.entries(record).reverse()

const monthName = (year: number, month: number) =>
  new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(year, month, 1))
