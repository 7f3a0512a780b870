/** How much each project has used today, and whether that is beyond its quota. Counted here, added up in the database. */
import { days } from '@latchkey/spec/limits'
import { eq, lt, sql } from 'drizzle-orm'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Project } from '../store/projects.js'
import { projectUsage } from '../store/schema.js'

export interface Usage {
  /** Counts a call. Milliseconds until the quota begins anew when it is used up; 0 when the call may go on. */
  take(project: Project, cost: number): number
  /** Calls of today, as far as this process knows: what the others counted is known after `flush`. */
  today(projectId: string): number
  /** Adds what was counted since to the database, and learns what the others counted. */
  flush(): Promise<void>
}

interface Count {
  day: string
  /** Of all processes, at the last look. */
  total: number
  /** Not in the database yet. */
  fresh: number
  /** What the others use matters as well. */
  isLimited: boolean
}

const daysKept = 90

export function createUsage({ db, clock }: { db: Db; clock: Clock }): Usage {
  const counts = new Map<string, Count>()
  let today = { number: 0, name: '' }

  /** As PostgreSQL writes it; asked at every call, so that it is written once a day. */
  function nameOfToday(): string {
    const number = Math.floor(clock.now() / days(1))
    if (today.number !== number) today = { number, name: dayOf(clock.now()) }
    return today.name
  }

  function countOf(projectId: string): Count {
    const day = nameOfToday()
    const known = counts.get(projectId)
    if (known?.day === day) return known
    const count = { day, total: 0, fresh: 0, isLimited: false }
    counts.set(projectId, count)
    return count
  }

  /** Once a day, and not by a job: whoever counts also tidies up. */
  async function forgetOld(): Promise<void> {
    const oldest = dayOf(clock.now() - days(daysKept))
    await db.query.delete(projectUsage).where(lt(projectUsage.day, oldest))
  }

  return {
    take({ id, quotas: { perDay } }, cost) {
      const count = countOf(id)
      count.isLimited = perDay !== undefined
      if (perDay !== undefined && count.total + count.fresh + cost > perDay)
        return days(1) - (clock.now() % days(1))
      count.fresh += cost
      return 0
    },
    today(projectId) {
      const { total, fresh } = countOf(projectId)
      return total + fresh
    },
    async flush() {
      for (const [projectId, count] of counts) {
        const added = count.fresh
        // What nobody uses needs no look at what others count.
        if (added === 0 && !count.isLimited && count.day === nameOfToday()) continue
        const values = { projectId, day: count.day, calls: added }
        const set = { calls: sql`${projectUsage.calls} + excluded.calls` }
        const [row] = await db.query
          .insert(projectUsage)
          .values(values)
          .onConflictDoUpdate({ target: [projectUsage.projectId, projectUsage.day], set })
          .returning({ calls: projectUsage.calls })
        // Only now: what could not be written is tried again.
        count.fresh -= added
        count.total = row?.calls ?? count.total + added
        if (count.day === nameOfToday() || counts.get(projectId) !== count) continue
        counts.delete(projectId)
        await forgetOld()
      }
    },
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Calls by day, the newest first. */
export async function usageOf(db: Db, projectId: string): Promise<{ day: string; calls: number }[]> {
  return db.query
    .select({ day: projectUsage.day, calls: projectUsage.calls })
    .from(projectUsage)
    .where(eq(projectUsage.projectId, projectId))
    .orderBy(sql`${projectUsage.day} desc`)
    .limit(daysKept)
}
