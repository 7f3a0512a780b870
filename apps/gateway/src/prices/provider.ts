/** The contract of price providers, and how they are asked: through the one way out, bounded, parsed. */
import type { NetworkId } from '@latchkey/spec/caip'
import type { Currency } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import { decimalOfNumber } from '@latchkey/spec/validation'
import * as v from 'valibot'
import { type Refusal, refuse } from '../http/refusal.js'
import { type Clock, within } from '../ports/clock.js'
import { type Outbound, OutboundError } from '../ports/outbound.js'
import type { CallOptions } from '../rpc/rpc.js'
import { readPrice } from './fixed.js'

export interface PriceProvider {
  readonly name: string
  /** Dollars for one whole unit, in fixed point; assets that it does not know are left out. */
  dollars<asset extends string>(
    networkId: NetworkId,
    /** `native`, or addresses of tokens as the network writes them. */
    assets: readonly asset[],
    options: CallOptions,
  ): Promise<Map<asset, bigint>>
  /** Dollars for one unit of a currency. */
  currency(currency: Exclude<Currency, 'usd'>, options: CallOptions): Promise<bigint | undefined>
}

/** Answered as 503 where nobody catches it. Names the provider and what went wrong, never its address: keys are often part of it. */
function providerFailed(provider: string, reason: string): Refusal {
  return refuse('unavailable', `${provider}: ${reason}`)
}

/** Answers of providers, in bytes. */
const maxBytes = 2 * 1024 * 1024

export interface ProviderInput {
  readonly outbound: Outbound
  readonly clock: Clock
}

/** Asks by GET, or by POST where there is a body, and parses; within the time of S7-31. */
export async function askProvider<schema extends v.GenericSchema>(
  { outbound, clock }: ProviderInput,
  input: {
    readonly provider: string
    readonly url: string
    readonly headers?: Readonly<Record<string, string>>
    /** JSON. */
    readonly body?: string
    readonly schema: schema
    /** Reads the text; `JSON.parse` when absent. */
    readonly parse?: (text: string) => unknown
    readonly signal: AbortSignal | undefined
  },
): Promise<v.InferOutput<schema>> {
  const { provider, url, headers = {}, body, schema, parse = JSON.parse, signal } = input
  const late = new AbortController()
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const request = {
    url,
    method: body === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/json', ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  } as const
  const sent = outbound.send({ ...request, signal: either, maxBytes }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw providerFailed(provider, cause instanceof OutboundError ? cause.kind : 'no answer')
  })
  const answer = await within(clock, limits.httpTimeout, sent, () => {
    late.abort()
    return providerFailed(provider, 'no answer in time')
  })
  if (answer.status !== 200) throw providerFailed(provider, `status ${answer.status}`)
  let json: unknown
  try {
    json = parse(answer.text)
  } catch {
    throw providerFailed(provider, 'not JSON')
  }
  const read = v.safeParse(schema, json)
  if (!read.success) throw providerFailed(provider, 'an answer of another shape')
  return read.output
}

/** A price as providers send it, a JSON number; undefined where it is none, or not above nothing. */
export function providerPrice(value: number | null | undefined): bigint | undefined {
  if (value === null || value === undefined || !Number.isFinite(value) || value <= 0) return undefined
  const price = readPrice(decimalOfNumber(value))
  return price === undefined || price === 0n ? undefined : price
}

export function inParts<item>(items: readonly item[], size: number): item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
