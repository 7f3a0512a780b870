/** What an endpoint is: one entry that the gateway serves, the client calls and the tests walk. */
import * as v from 'valibot'
import { bounds } from './bounds.js'
import type { FailureKind } from './failures.js'
import { text } from './fields.js'

export type EndpointMethod = 'GET' | 'POST' | 'PUT'

export interface Endpoint {
  /** The spec rule it serves; a route that the spec does not list names the rule it is needed by. */
  readonly rule: `S${number}-${string}` | `D-${string}`
  readonly method: EndpointMethod
  /** Parameters are written `:name`. */
  readonly path: `/${string}`
  /** Other paths under which the same thing is served; they have the same parameters. */
  readonly aliases?: readonly `/${string}`[]
  readonly params?: v.GenericSchema
  readonly query?: v.GenericSchema
  readonly headers?: v.GenericSchema
  readonly body?: v.GenericSchema
  /** Status of a good answer; 200 when absent. */
  readonly status?: number
  /** What our gateway sends: exact. */
  readonly response: v.GenericSchema
  /** What our client reads, where other gateways answer more loosely than ours. */
  readonly accepts?: v.GenericSchema
  /** Refusals beyond `commonFailures`. */
  readonly errors: readonly FailureKind[]
  /** How long an answer may be kept by anybody, in milliseconds; absent means not at all. */
  readonly cache?: { readonly maxAge: number; readonly immutable?: boolean }
  /** `application/json` when absent. */
  readonly contentType?: string
}

/** The names written `:name` in a path. */
export type PathParam<path extends string> = path extends `${string}:${infer rest}`
  ? rest extends `${infer name}/${infer tail}`
    ? name | PathParam<`/${tail}`>
    : rest
  : never

/** A path with parameters needs a schema that reads exactly those; one without may not have any. */
type ParamsOf<path extends string> = [PathParam<path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: v.GenericSchema<Record<PathParam<path>, string>> }

/** The `Cache-Control` header of a good answer. */
export function cacheControl({ cache }: Endpoint): string {
  if (!cache) return 'no-store'
  return `public, max-age=${Math.floor(cache.maxAge / 1000)}${cache.immutable ? ', immutable' : ''}`
}

/** Types an entry of the table, and checks at compile time that its path and its parameters agree. */
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<const endpoint extends Endpoint>(
  endpoint: endpoint & ParamsOf<endpoint['path']>,
): endpoint {
  return endpoint
}

/** Query fields that every call may carry (S7-01). All optional: with one's own gateway no project id is needed (D-01). */
export const identification = {
  /** Sdk type. */
  st: v.optional(text(bounds.identifier)),
  /** Sdk version. */
  sv: v.optional(text(bounds.identifier)),
  projectId: v.optional(text(bounds.identifier)),
  clientId: v.optional(text(bounds.identifier)),
}

/** A query of the identification fields and the given ones; unknown fields are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export function query<entries extends v.ObjectEntries>(entries: entries) {
  return v.object({ ...identification, ...entries })
}

/** The query of a call that has no fields of its own. */
export const plainQuery = query({})

type Part = 'params' | 'query' | 'headers' | 'body'
type Parts<endpoint extends Endpoint> = Extract<keyof endpoint, Part>
type Simplify<type> = { [key in keyof type]: type[key] } & {}
/** A part whose fields are all optional may be left out. */
type Loosen<type> = Simplify<
  { [key in keyof type as object extends type[key] ? never : key]: type[key] } & {
    [key in keyof type as object extends type[key] ? key : never]?: type[key]
  }
>

/** Whoever hands data over may keep it constant. */
type Readable<type> = unknown extends type
  ? type
  : type extends string | number | boolean | bigint | null | undefined | Uint8Array
    ? type
    : { readonly [key in keyof type]: Readable<type[key]> }

/** What a caller hands in. */
export type InputOf<endpoint extends Endpoint> = Loosen<{
  [part in Parts<endpoint>]: endpoint[part] extends v.GenericSchema
    ? Readable<v.InferInput<endpoint[part]>>
    : never
}>

/** What a handler is given: the same, parsed. */
export type RequestOf<endpoint extends Endpoint> = {
  [part in Parts<endpoint>]: endpoint[part] extends v.GenericSchema ? v.InferOutput<endpoint[part]> : never
}

/** What a handler returns. */
export type OutputOf<endpoint extends Endpoint> = Readable<v.InferInput<endpoint['response']>>

/** What a caller gets. */
export type AnswerOf<endpoint extends Endpoint> = endpoint extends {
  readonly accepts: infer accepts extends v.GenericSchema
}
  ? v.InferOutput<accepts>
  : v.InferOutput<endpoint['response']>
