/** Analytics events: counted once each, kept for some days and up to some number, without a trace of the caller (D-21). */
import type { EndpointRequest } from '@latchkey/spec/endpoints'
import { days } from '@latchkey/spec/limits'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Project } from './projects.js'
import { analyticsEvents, projects } from './schema.js'
import { storableRecord, storableText } from './storable.js'

export type AnalyticsEvent = EndpointRequest<'analyticsEvent'>['body']

export interface Sender {
  readonly project: Project
  readonly sdkType: string | undefined
  readonly sdkVersion: string | undefined
}

export interface Analytics {
  /** False where the operator keeps none, or the project has `features.analytics` off. */
  isKept(project: Project): boolean
  add(sender: Sender, events: readonly AnalyticsEvent[]): Promise<void>
  /** Removes what is too old, and of each project what is too much. Ends early, between two statements, when asked to. */
  prune(signal: AbortSignal): Promise<void>
}

export interface Retention {
  readonly days: number
  /** Events of one project. */
  readonly events: number
}

/** Characters kept of one text among the properties of an event; error messages of wallets may hold a whole transaction. */
const textLength = 1024
/** Characters of all properties of an event, as JSON; one with more to say is kept without them. */
const propertiesLength = 8192

/** Rows that one statement removes, so that none of them takes long. */
const rowsAtOnce = 5_000

export function createAnalytics({
  db,
  clock,
  retention,
}: {
  db: Db
  clock: Clock
  retention: Retention
}): Analytics {
  async function removeWhere(condition: SQL | undefined, signal: AbortSignal): Promise<void> {
    for (let removed = rowsAtOnce; removed === rowsAtOnce && !signal.aborted; ) {
      // Another gateway may be removing the same rows: each takes those that the other has not.
      const answer = await db.query.execute(sql`
        with doomed as (
          select project_id, event_id from ${analyticsEvents} where ${condition}
          limit ${rowsAtOnce} for update skip locked
        )
        delete from ${analyticsEvents} using doomed
        where ${analyticsEvents.projectId} = doomed.project_id and ${analyticsEvents.eventId} = doomed.event_id`)
      removed = answer.rowCount ?? 0
    }
  }

  /** The newest event of a project that is one too many. */
  async function firstBeyond(projectId: string) {
    const [row] = await db.query
      // As text, because a Date has no microseconds and would fall short of the row it came from.
      .select({
        receivedAt: sql<string>`${analyticsEvents.receivedAt}::text`,
        eventId: analyticsEvents.eventId,
      })
      .from(analyticsEvents)
      .where(eq(analyticsEvents.projectId, projectId))
      .orderBy(desc(analyticsEvents.receivedAt), desc(analyticsEvents.eventId))
      .offset(retention.events)
      .limit(1)
    return row
  }

  return {
    isKept: ({ features }) => retention.days > 0 && features.analytics !== false,

    async add(sender, events) {
      // Always in the same order: two batches with the same events would otherwise each wait for a row of the other.
      const rows = events
        .map((event) => toRow(sender, event, clock.now()))
        .sort(({ eventId: one }, { eventId: other }) => (one < other ? -1 : one > other ? 1 : 0))
      if (rows.length > 0) await db.query.insert(analyticsEvents).values(rows).onConflictDoNothing()
    },

    async prune(signal) {
      const oldest = new Date(clock.now() - days(retention.days))
      await removeWhere(lt(analyticsEvents.receivedAt, oldest), signal)
      for (const { id } of await db.query.select({ id: projects.id }).from(projects)) {
        if (signal.aborted) return
        const newest = await firstBeyond(id)
        if (!newest) continue
        const isBeyond = sql`(${analyticsEvents.receivedAt}, ${analyticsEvents.eventId})
          <= (${newest.receivedAt}::timestamptz, ${newest.eventId}::uuid)`
        await removeWhere(and(eq(analyticsEvents.projectId, id), isBeyond), signal)
      }
    },
  }
}

function toRow({ project, sdkType, sdkVersion }: Sender, event: AnalyticsEvent, now: number) {
  const { eventId, url, domain, timestamp, props } = event
  return {
    projectId: project.id,
    eventId,
    event: props.event,
    url: storableText(placeOf(url)),
    domain: storableText(domain),
    address: props.address === undefined ? null : storableText(props.address),
    properties: fitProperties(props.properties ?? {}),
    sdkType: sdkType === undefined ? null : storableText(sdkType),
    sdkVersion: sdkVersion === undefined ? null : storableText(sdkVersion),
    // A clock that runs ahead would otherwise put events into the future.
    happenedAt: new Date(Math.min(timestamp, now)),
    receivedAt: new Date(now),
  }
}

function fitProperties(properties: Record<string, unknown>): Record<string, unknown> {
  const fit = storableRecord(properties, textLength)
  return JSON.stringify(fit).length <= propertiesLength ? fit : { truncated: true }
}

/** Query, fragment and user of a URL may hold what is nobody's business. Our widget sends none of them; others may. */
function placeOf(url: string): string {
  const [place = ''] = url.split(/[?#]/, 1)
  return place.replace(/^(https?:\/\/)[^/]*@/i, '$1')
}
