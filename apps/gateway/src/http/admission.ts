/** Lets a caller in, or says why not: a known project, an allowed origin, and a share of every limit that applies. */
import { createHash } from 'node:crypto'
import type { Deps } from '../deps.js'
import type { Bucket } from '../ports/limiter.js'
import { type Soon, whenHere } from '../ports/soon.js'
import { isOriginAllowed, type Project } from '../store/projects.js'
import { addressKey } from './addressKey.js'
import { refuse, refuseForNow } from './refusal.js'

export interface RateLimit {
  /** Requests a minute for one network address and project; 0: unlimited. */
  readonly perMinute: number
  readonly burst: number
  /** Requests a minute about one account of one project, whoever asks; 0: unlimited. */
  readonly accountPerMinute: number
}

export interface Asking {
  readonly ip: string
  readonly projectId: string | undefined
  readonly origin: string | undefined
  /** The account that is asked about, where there is one. */
  readonly account?: string | undefined
  /** Whatever page it comes from. */
  readonly isAnyOrigin?: boolean
}

export interface Admission {
  readonly project: Project
  /** Takes more of the limits, for what does the work of several; refuses when they are used up. */
  charge(cost: number): Soon<void>
}

export interface Admit {
  (asking: Asking): Soon<Admission>
  /** Whoever it is, within the limits of the network address; the open project where there is one. */
  anybody(asking: Asking): Soon<Omit<Admission, 'project'> & { readonly project: Project | undefined }>
}

export function createAdmit(
  { limiter, metrics, projects, usage }: Pick<Deps, 'limiter' | 'metrics' | 'projects' | 'usage'>,
  rate: RateLimit,
): Admit {
  /** Of one after the other: what is refused here is not taken there. */
  function take([bucket, ...rest]: readonly Bucket[], cost: number): Soon<void> {
    if (!bucket) return undefined
    // What is dearer than a full bucket empties it, or it could never be had.
    const verdict = limiter.take({ ...bucket, cost: Math.min(cost, bucket.capacity) })
    return whenHere(verdict, ({ isAllowed, retryAfter }) => {
      if (isAllowed) return take(rest, cost)
      metrics.observeRefusal('rate')
      throw refuseForNow(retryAfter)
    })
  }

  function bucketsOf({ ip, account }: Asking, project: Project | undefined): Bucket[] {
    const owner = project?.id ?? ''
    const { perMinute } = project?.quotas ?? {}
    const buckets: Bucket[] = []
    // Strangers share one bucket per address, so that inventing ids gains nothing.
    if (rate.perMinute > 0)
      buckets.push({
        key: `${addressKey(ip)}|${owner}`,
        capacity: rate.burst,
        perSecond: rate.perMinute / 60,
      })
    if (perMinute !== undefined) buckets.push(steady(`project|${owner}`, perMinute))
    if (account !== undefined && rate.accountPerMinute > 0)
      buckets.push(steady(`account|${owner}|${digest(account)}`, rate.accountPerMinute))
    return buckets
  }

  const anybody: Admit['anybody'] = (asking) =>
    whenHere(projects.find(asking.projectId), (project) => {
      const buckets = bucketsOf(asking, project)
      const count = (cost: number) => {
        const wait = project ? usage.take(project, cost) : 0
        if (wait === 0) return
        metrics.observeRefusal('quota')
        throw refuse('quota', undefined, { 'retry-after': String(Math.ceil(wait / 1000)) })
      }
      const charge = (cost: number) => whenHere(take(buckets, cost), () => count(cost))
      return whenHere(charge(1), () => ({ project, charge }))
    })

  const admit = (asking: Asking): Soon<Admission> =>
    whenHere(anybody(asking), ({ project, charge }) => {
      if (!project) {
        metrics.observeRefusal('project')
        throw refuse('project')
      }
      const { origin, isAnyOrigin = false } = asking
      if (!isAnyOrigin && origin !== undefined && !isOriginAllowed(project, origin)) {
        metrics.observeRefusal('origin')
        throw refuse('origin')
      }
      return { project, charge }
    })

  return Object.assign(admit, { anybody })
}

function steady(key: string, perMinute: number): Bucket {
  return { key, capacity: perMinute, perSecond: perMinute / 60 }
}

/** Accounts are written in any case, and are nobody's business in a key of Redis. */
function digest(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url').slice(0, 22)
}
