/** Saying no: an error that becomes an answer in the one failure shape. */
import { type FailureBody, type FailureKind, failure } from '@latchkey/spec/endpoints'
import type * as v from 'valibot'
import { getDotPath } from 'valibot'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly body: FailureBody,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(
      body.reasons
        .map(({ field, description }) => (field ? `${field}: ${description}` : description))
        .join('; '),
    )
  }
}

/** `throw refuse('chain', 'eip155:5 is not served')`: status and field come from the contract. */
export function refuse(
  kind: FailureKind,
  description?: string,
  headers?: Readonly<Record<string, string>>,
): Refusal {
  const { status, body } = failure(kind, description)
  return new Refusal(status, body, headers)
}

/** 429, with the time after which the same call would pass. */
export function refuseForNow(retryAfter: number): Refusal {
  const wait = String(Math.max(1, Math.ceil(retryAfter / 1000)))
  const description = `Too many requests, try again after ${wait} seconds`
  return refuse('rateLimited', description, { 'retry-after': wait })
}

/** How many problems of one request are told; a body of a megabyte may have very many. */
export const reasonsTold = 20

/** 400, with a reason for each field at fault. */
export function refuseIssues(issues: readonly v.BaseIssue<unknown>[]): Refusal {
  const reasons = issues.slice(0, reasonsTold).map((issue) => ({
    field: getDotPath(issue) ?? '',
    description: issue.message,
  }))
  return new Refusal(400, { status: 'FAILED', reasons })
}
