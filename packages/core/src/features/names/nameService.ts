/** The gateway's names as four questions. What the service gives as its reason is what a person reads (S8-13). */
import { type Address, asAddress, type NetworkId } from '@latchkey/spec/caip'
import { name as lookup, nameSuggestions, namesOfAddress } from '@latchkey/spec/endpoints'
import { type ErrorCode, errorText, firstReason, isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import type { Api, CallOptions } from '../../api.js'
import type { KitContext } from '../../context.js'
import { anyEvmCoinType, coinTypeOf, mainnetCoinType } from './message.js'

type NameErrorCode = Extract<ErrorCode, `names.${string}-failed`>

export interface NameSearch {
  /** The whole name that was asked for. */
  readonly name: string
  readonly zone: string
  readonly isTaken: boolean
  /** Whole names that start like it and that nobody has. */
  readonly suggestions: readonly string[]
}

/** The error of a failed question, with the service's first reason in its context where there is one. */
export function nameError(code: NameErrorCode, cause: unknown, name = ''): LatchkeyError {
  const answer = isLatchkeyError(cause, 'http.status') ? cause.context.answer : undefined
  const reason = firstReason(answer, errorText(code, { name }))
  return new LatchkeyError(code, { name, reason }, { cause })
}

/** S8-13: what to show of an error of names. */
export function nameReason(error: unknown): string {
  if (!isLatchkeyError(error)) return errorText('request.failed')
  const { reason } = error.context
  return typeof reason === 'string' ? reason : error.message
}

/** S7-15: whether a label is free, and what else is. The names suggested end with the zone that the gateway owns. */
export async function searchNames(api: Api, label: string, signal: AbortSignal): Promise<NameSearch> {
  try {
    const { suggestions } = await api.call(
      nameSuggestions,
      { params: { name: label }, query: {} },
      { signal },
    )
    const exact = suggestions.find(({ name }) => labelOf(name) === label)
    if (!exact) throw new LatchkeyError('names.suggestions-failed')
    const { name } = exact
    return {
      name,
      zone: name.slice(label.length + 1),
      isTaken: exact.registered,
      suggestions: suggestions.filter((each) => !each.registered && each !== exact).map((each) => each.name),
    }
  } catch (cause) {
    throw isLatchkeyError(cause, 'names.suggestions-failed')
      ? cause
      : nameError('names.suggestions-failed', cause)
  }
}

export const labelOf = (name: string): string => name.split('.', 1)[0] ?? ''

/** S7-13: whose name it is on a network; `undefined` where it is nobody's. */
export async function resolveName(
  context: KitContext,
  { name, networkId }: { readonly name: string; readonly networkId: NetworkId },
): Promise<Address | undefined> {
  try {
    const { api, queries } = await reach(context)
    return await queries
      .fetch({
        kind: 'name',
        key: ['resolve', name, networkId],
        // A cache holds answers, and that a name is nobody's is one.
        run: async ({ signal }) => (await askOwner(api, { name, networkId }, { signal })) ?? null,
      })
      .then((owner) => owner ?? undefined)
  } catch (cause) {
    throw nameError('names.resolve-failed', cause)
  }
}

/** The same, asked once and past every cache. */
export async function askOwner(
  api: Api,
  { name, networkId }: { readonly name: string; readonly networkId: NetworkId },
  options: CallOptions,
): Promise<Address | undefined> {
  try {
    const answer = await api.call(lookup, { params: { name }, query: { apiVersion: '2' } }, options)
    const [record] = Array.isArray(answer) ? answer : [answer]
    const found = coinTypesFor(networkId).flatMap((coinType) => record?.addresses[coinType] ?? [])[0]
    return found ? asAddress(found.address) : undefined
  } catch (cause) {
    // A gateway without `apiVersion` says 404 for a name that nobody has.
    if (isLatchkeyError(cause, 'http.status') && cause.context.n === 404) return undefined
    throw cause
  }
}

/**
 * Where to look for the address on a network, best first. The record of another network is never one of them: a contract
 * that owns a name there may be nobody, or somebody else, here. The record for any network (ENSIP-19) is.
 */
const coinTypesFor = (networkId: NetworkId) => [
  coinTypeOf(networkId),
  ...(networkId === 'eip155:1' ? [mainnetCoinType] : []),
  anyEvmCoinType,
]

/** S7-14: the registered names of an address. */
export async function namesOf(context: KitContext, address: Address): Promise<readonly string[]> {
  try {
    const { api, queries } = await reach(context)
    const names = await queries.fetch({
      kind: 'name',
      key: ['reverse', address],
      run: ({ signal }) =>
        api.call(namesOfAddress, { params: { address }, query: { apiVersion: '2' } }, { signal }),
    })
    return names.map(({ name }) => name)
  } catch (cause) {
    if (isLatchkeyError(cause, 'http.status') && cause.context.n === 404) return []
    throw nameError('names.reverse-failed', cause)
  }
}

async function reach({ services }: KitContext) {
  const [api, queries] = await Promise.all([services.api(), services.queries()])
  // The feature is off without a gateway.
  if (!api) throw new LatchkeyError('request.failed')
  return { api, queries }
}
