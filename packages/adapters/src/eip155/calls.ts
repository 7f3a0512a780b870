/** Bundles of calls and what a wallet can do with them (EIP-5792, S5-12). */
import type { CallsRequest, CallsStatus } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { checkCalls } from '@latchkey/spec/validation'
import { checkFields, type Place } from './place.js'
import {
  ask,
  type Eip1193Provider,
  isMethodMissing,
  ProviderError,
  type RequestArguments,
} from './provider.js'
import { parseAmount, parseChainId, toHex } from './quantity.js'
import { rpcTransaction } from './transactions.js'

const version = '2.0.0'

/** EIP-5792: a call has no gas, fees or nonce of its own; `from` and `chainId` are the bundle's, and are compared. */
const callFields = ['to', 'data', 'value', 'capabilities', 'from', 'chainId']

/** Answers with the id of the bundle. */
export async function sendCalls(
  provider: Eip1193Provider,
  { calls, isAtomic = false, capabilities, ...unknown }: CallsRequest,
  place: Place,
): Promise<string> {
  checkFields(unknown, [])
  const problem = checkCalls(calls)
  if (problem) throw problem
  const { from, chainId } = place
  const bundle = {
    version,
    from,
    chainId: toHex(chainId),
    atomicRequired: isAtomic,
    calls: calls.map((call, index) => {
      checkFields(call, callFields)
      const { capabilities: own, ...transaction } = call
      const { from: _, ...rest } = rpcTransaction(transaction, { ...place, n: index + 1 })
      return { ...rest, ...(own ? { capabilities: own } : {}) }
    }),
    ...(capabilities ? { capabilities } : {}),
  }
  const answer = await askForCalls(provider, { method: 'wallet_sendCalls', params: [bundle] })
  // Wallets of the first draft answer with the bare id.
  const id = answer instanceof Object && 'id' in answer ? answer.id : answer
  if (typeof id === 'string' && id !== '') return id
  throw new ProviderError({ code: -32603, message: 'The wallet answered with no bundle id' }, answer)
}

export async function getCallsStatus(provider: Eip1193Provider, id: string): Promise<CallsStatus> {
  const answer = await askForCalls(provider, { method: 'wallet_getCallsStatus', params: [id] })
  const { status, atomic, receipts } = (answer instanceof Object ? answer : {}) as Readonly<
    Record<string, unknown>
  > // every field is checked below
  const code = codeOf(status)
  const word = wordOf(code)
  if (code === undefined || word === undefined) {
    throw new ProviderError({ code: -32603, message: 'The wallet answered with no status' }, answer)
  }
  return {
    id,
    status: word,
    code,
    isAtomic: atomic === true,
    receipts: Array.isArray(receipts) ? receipts : [],
  }
}

/** The words are those of the first draft; where it had no number, the nearest one of EIP-5792 stands. */
function codeOf(status: unknown): number | undefined {
  if (status === 'PENDING') return 100
  if (status === 'CONFIRMED') return 200
  const code = parseAmount(status)
  return code === undefined ? undefined : Number(code)
}

/** EIP-5792: 1xx under way, 2xx done, 4xx to 6xx not, or only in part. Anything else nobody can wait for. */
function wordOf(code: number | undefined): CallsStatus['status'] | undefined {
  if (code === undefined || code < 100 || code > 699) return undefined
  if (code < 200) return 'pending'
  return code < 300 ? 'success' : 'failure'
}

/** By network id. A wallet without the method has none. */
export async function getCapabilities(
  provider: Eip1193Provider,
  address: Address,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await askForCalls(provider, { method: 'wallet_getCapabilities', params: [address] })
  if (!(answer instanceof Object)) return {}
  return Object.fromEntries(
    Object.entries(answer).flatMap(([key, value]) => {
      // EIP-5792: 0x0 stands for every network.
      if (key === '0x0') return [['eip155:*', value]]
      const id = parseChainId(key)
      return id === undefined ? [] : [[`eip155:${id}`, value]]
    }),
  )
}

async function askForCalls(provider: Eip1193Provider, request: RequestArguments): Promise<unknown> {
  try {
    return await ask(provider, request)
  } catch (cause) {
    if (!isMethodMissing(cause)) throw cause
    throw new LatchkeyError('connection.unsupported', { action: 'bundle calls' }, { cause })
  }
}
