/** Lets a caller in, or says why not: a known project, an allowed origin, and a share of every limit that applies. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '../deps.js'
import type { Bucket } from '../ports/limiter.js'
import { type Soon, whenHere } from '../ports/soon.js'
import { isSecretOf, secretHeader } from '../projects/secret.js'
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
  /** What a server or a native app proves itself with. */
  readonly secret?: string | undefined
  /** The account that is asked about, where there is one. */
  readonly account?: string | undefined
  /** Whatever page it comes from. */
  readonly isAnyOrigin?: boolean
}

export interface Admission {
  readonly project: Project
  /** Takes more of the limits, for what does the work of several; refuses when they are used up. */
  charge(cost: number): Soon<void>
  /** Says whom the call is about, where that is not in its path; counts as one call about that account. */
  about(account: string): Soon<void>
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
    return account === undefined ? buckets : [...buckets, ...accountBuckets(account, project)]
  }

  function accountBuckets(account: string, project: Project | undefined): Bucket[] {
    if (rate.accountPerMinute === 0) return []
    return [steady(`account|${project?.id ?? ''}|${digest(addressOf(account))}`, rate.accountPerMinute)]
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
      const about = (account: string) => {
        const more = accountBuckets(account, project)
        buckets.push(...more)
        return take(more, 1)
      }
      return whenHere(charge(1), () => ({ project, charge, about }))
    })

  const admit = (asking: Asking): Soon<Admission> =>
    whenHere(anybody(asking), ({ project, charge, about }) => {
      if (!project) {
        metrics.observeRefusal('project')
        throw refuse('project')
      }
      if (!asking.isAnyOrigin) checkPlace(project, asking)
      return { project, charge, about }
    })

  /** Browsers say their origin, and cannot say another. Whoever says none is no page, and needs the secret. */
  function checkPlace(project: Project, { origin, secret }: Asking): void {
    if (origin !== undefined && !isOriginAllowed(project, origin)) {
      metrics.observeRefusal('origin')
      throw refuse('origin')
    }
    // A project that names no origins has not been closed to anybody.
    const isClosed = !project.isOpen && project.allowedOrigins.length > 0
    if (secret === undefined ? origin !== undefined || !isClosed : isSecretOf(project, secret)) return
    metrics.observeRefusal('secret')
    throw refuse(
      'secret',
      secret === undefined
        ? 'Without an origin the secret of the project is needed'
        : 'The secret of the project is wrong',
    )
  }

  return Object.assign(admit, { anybody })
}

/** Given twice it is joined, and so is nobody's. */
export function secretOf(headers: IncomingHttpHeaders): string | undefined {
  const { [secretHeader]: secret } = headers
  return Array.isArray(secret) ? secret.join() : secret
}

function steady(key: string, perMinute: number): Bucket {
  return { key, capacity: perMinute, perSecond: perMinute / 60 }
}

/** An account may be written with its network (CAIP-10); the same address is one account on all of them. */
function addressOf(account: string): string {
  return account.slice(account.lastIndexOf(':') + 1)
}

/** Accounts are written in any case, and are nobody's business in a key of Redis. */
function digest(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url').slice(0, 22)
}
