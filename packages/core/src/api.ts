/** The gateway's HTTP client: any endpoint of the spec by its entry, with answers that are what was agreed. */
import type { NetworkId } from '@latchkey/spec/caip'
import {
  type AnswerOf,
  type Endpoint,
  endpointUrl,
  type InputOf,
  supportedChains,
} from '@latchkey/spec/endpoints'
import { type ErrorCode, isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import * as v from 'valibot'
import { type HttpContext, requestJson, withoutQuery } from './http.js'
import { sdkType, sdkVersion } from './version.js'
import { anySignal } from './within.js'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Says that making the call twice does no harm, so that a lost answer may be asked for again. */
  readonly isRepeatable?: boolean
  /** Past the browser's cache, whose copy is replaced by the answer: something is known to have changed. */
  readonly isFresh?: boolean
}

export interface Api {
  readonly baseUrl: string
  call<endpoint extends Endpoint>(
    endpoint: endpoint,
    input: InputOf<endpoint>,
    options?: CallOptions,
  ): Promise<AnswerOf<endpoint>>
  /** S7-01: what needs a supported network asks first, and goes without when the answer is no. */
  supports(networkId: NetworkId): Promise<boolean>
}

export interface CreateApiInput extends HttpContext {
  readonly baseUrl: string
  readonly projectId: string | undefined
  readonly signal: AbortSignal
  /** Told when the gateway refuses the app itself: unknown project, or an origin that is not allowed. */
  readonly onRefused?: (code: ErrorCode) => void
}

interface Parts {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string | number | boolean>
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

export function createApi(context: CreateApiInput): Api {
  const { baseUrl, projectId } = context
  // S7-01: every call says who asks.
  const identification = { st: sdkType, sv: sdkVersion, ...(projectId ? { projectId } : {}) }
  let supported: Promise<readonly string[]> | undefined
  /** What was not as agreed may lie in the browser's cache, where every retry would find it again (D-10). */
  const spoiled = new Set<string>()

  const api: Api = {
    baseUrl,
    async call(endpoint, input, options = {}) {
      // The input's type says which parts this endpoint has; here all are optional.
      const { params, query, headers, body } = input as Parts
      const url = endpointUrl(baseUrl, endpoint, {
        ...(params ? { params } : {}),
        query: { ...identification, ...query },
      })
      // The caller may give up, and so may the kit.
      const { signal, release } = anySignal([context.signal, options.signal])
      try {
        const { json } = await requestJson(context, {
          url,
          method: endpoint.method,
          body,
          headers,
          signal,
          ...(options.isRepeatable ? { retry: 'always' } : {}),
          ...(options.isFresh || spoiled.has(url) ? { cache: 'reload' } : {}),
        })
        const answer = v.safeParse(endpoint.accepts ?? endpoint.response, json)
        spoiled.delete(url)
        if (answer.success) return answer.output as AnswerOf<typeof endpoint> // the schema is the endpoint's own
        if (endpoint.cache) spoiled.add(url)
        throw new LatchkeyError('http.answer-malformed', {
          url: withoutQuery(url),
          issues: v.flatten(answer.issues),
        })
      } catch (cause) {
        const refusal = refusalOf(cause, projectId)
        if (refusal) context.onRefused?.(refusal)
        throw cause
      } finally {
        release()
      }
    },
    async supports(networkId) {
      supported ??= api.call(supportedChains, {}).then(({ http }) => http)
      try {
        return (await supported).includes(networkId)
      } catch (cause) {
        // The next question asks again: a gateway that was down may be up.
        supported = undefined
        throw cause
      }
    },
  }
  return api
}

/** S5-19, S8-26: the gateway's refusals that the developer of the page can do something about. */
function refusalOf(cause: unknown, projectId: string | undefined): ErrorCode | undefined {
  if (!isLatchkeyError(cause, 'http.status')) return undefined
  const { n, answer } = cause.context
  const reasons = answer instanceof Object && 'reasons' in answer ? answer.reasons : undefined
  const fields = Array.isArray(reasons)
    ? reasons.map((reason: { field?: unknown } | null) => reason?.field)
    : []
  if (n === 401 && fields.includes('authentication')) {
    return projectId ? 'options.project-id-invalid' : 'options.project-id-missing'
  }
  return n === 403 && fields.includes('origin') ? 'options.origin-not-allowed' : undefined
}
