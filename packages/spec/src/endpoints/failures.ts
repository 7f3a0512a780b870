/** What a gateway answers when it cannot serve a call: one shape, and one table of status and field. */
import * as v from 'valibot'

/** The body of every error answer, whatever the endpoint. */
export const failureBody = v.strictObject({
  status: v.literal('FAILED'),
  reasons: v.pipe(v.array(v.strictObject({ field: v.string(), description: v.string() })), v.minLength(1)),
})
export type FailureBody = v.InferOutput<typeof failureBody>

/** What our client reads from another gateway: reasons may be missing fields, or absent. */
export const acceptedFailureBody = v.looseObject({
  reasons: v.optional(
    v.array(v.looseObject({ field: v.optional(v.string()), description: v.optional(v.string()) })),
  ),
})

export interface Failure {
  readonly status: number
  /** The request field at fault; empty when none is. */
  readonly field: string
  /** The text, where it never varies. */
  readonly description?: string
}

/** Status and field of every refusal. Endpoints name the ones that are theirs; `commonFailures` are everyone's. */
export const failures = {
  chain: { status: 400, field: 'chainId' },
  address: { status: 400, field: 'address' },
  namespace: { status: 400, field: 'address' },
  parameter: { status: 400, field: '' },
  name: { status: 400, field: 'name' },
  coinType: { status: 400, field: 'coin_type' },
  attributes: { status: 400, field: 'attributes' },
  timestamp: { status: 400, field: 'timestamp' },
  currency: { status: 400, field: 'currency' },
  asset: { status: 400, field: 'asset' },
  provider: { status: 400, field: 'provider' },
  bundler: { status: 400, field: 'bundler' },
  permission: { status: 400, field: 'pci' },
  nonce: { status: 400, field: 'nonce' },
  project: { status: 401, field: 'authentication', description: 'We failed to authenticate your request' },
  secret: { status: 401, field: 'x-project-secret' },
  token: { status: 401, field: 'authorization' },
  signature: { status: 401, field: 'signature' },
  owner: { status: 401, field: 'address' },
  cosigner: { status: 401, field: '' },
  origin: { status: 403, field: 'origin', description: 'Unauthorized: origin not allowed' },
  feature: { status: 403, field: 'feature' },
  nameNotFound: { status: 404, field: 'name' },
  addressNotFound: { status: 404, field: 'address' },
  notFound: { status: 404, field: '' },
  method: { status: 405, field: '' },
  socket: { status: 410, field: '' },
  tooLarge: { status: 413, field: '' },
  payload: { status: 422, field: '' },
  upgrade: { status: 426, field: '' },
  quota: { status: 429, field: 'address', description: "Project's quota limit reached" },
  rateLimited: { status: 429, field: 'rate_limited' },
  internal: { status: 500, field: '', description: 'Internal server error' },
  chainUnavailable: { status: 503, field: 'chainId' },
  unavailable: { status: 503, field: '' },
} as const satisfies Record<string, Failure>

export type FailureKind = keyof typeof failures

/** Refusals that any endpoint may answer. */
export const commonFailures = [
  'parameter',
  'project',
  'secret',
  'origin',
  'feature',
  'notFound',
  'method',
  'tooLarge',
  'quota',
  'rateLimited',
  'internal',
] as const satisfies readonly FailureKind[]

/** The body of a refusal; a fixed description wins over none, a given one over the fixed one. */
export function failure(kind: FailureKind, description?: string): { status: number; body: FailureBody } {
  const { status, field, description: fixed }: Failure = failures[kind]
  return { status, body: { status: 'FAILED', reasons: [{ field, description: description ?? fixed ?? '' }] } }
}
