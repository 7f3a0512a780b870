/** Lets a caller in, or says why not: a known project, an allowed origin, and a share of every limit that applies. */
import { createHash } from 'node:crypto'
import type { Deps } from '../deps.js'
import type { Bucket } from '../ports/limiter.js'
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
  charge(cost: number): Promise<void>
}

export interface Admit {
  (asking: Asking): Promise<Admission>
  /** Whoever it is, within the limits of the network address; the open project where there is one. */
  anybody(asking: Asking): Promise<Omit<Admission, 'project'> & { readonly project: Project | undefined }>
}

export function createAdmit(
  { limiter, metrics, projects, usage }: Pick<Deps, 'limiter' | 'metrics' | 'projects' | 'usage'>,
  rate: RateLimit,
): Admit {
  async function take(bucket: Bucket): Promise<void> {
    // What is dearer than a full bucket empties it, or it could never be had.
    const verdict = await limiter.take({ ...bucket, cost: Math.min(bucket.cost ?? 1, bucket.capacity) })
    if (verdict.isAllowed) return
    metrics.observeRefusal('rate')
    throw refuseForNow(verdict.retryAfter)
  }

  function bucketsOf({ ip, account }: Asking, project: Project | undefined): Bucket[] {
    const owner = project?.id ?? ''
    // Strangers share one bucket per address, so that inventing ids gains nothing.
    const caller = { key: `${addressKey(ip)}|${owner}`, capacity: rate.burst, perSecond: rate.perMinute / 60 }
    const { perMinute } = project?.quotas ?? {}
    return [
      ...(rate.perMinute > 0 ? [caller] : []),
      ...(perMinute === undefined ? [] : [steady(`project|${owner}`, perMinute)]),
      ...(account !== undefined && rate.accountPerMinute > 0
        ? [steady(`account|${owner}|${digest(account)}`, rate.accountPerMinute)]
        : []),
    ]
  }

  const anybody: Admit['anybody'] = async (asking) => {
    const project = await projects.find(asking.projectId)
    const buckets = bucketsOf(asking, project)
    const charge = async (cost: number) => {
      for (const bucket of buckets) await take({ ...bucket, cost })
      const wait = project ? usage.take(project, cost) : 0
      if (wait === 0) return
      metrics.observeRefusal('quota')
      throw refuse('quota', undefined, { 'retry-after': String(Math.ceil(wait / 1000)) })
    }
    await charge(1)
    return { project, charge }
  }

  const admit = async (asking: Asking): Promise<Admission> => {
    const { project, charge } = await anybody(asking)
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
  }

  return Object.assign(admit, { anybody })
}

function steady(key: string, perMinute: number): Bucket {
  return { key, capacity: perMinute, perSecond: perMinute / 60 }
}

/** Accounts are written in any case, and are nobody's business in a key of Redis. */
function digest(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url').slice(0, 22)
}
