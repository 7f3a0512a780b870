/** Bundles of calls and what a wallet can do with them (EIP-5792, S5-12). */
import type { CallsRequest, CallsStatus } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { checkCalls } from '@latchkey/spec/validation'
import {
  ask,
  type Eip1193Provider,
  isMethodMissing,
  ProviderError,
  type RequestArguments,
} from './provider.js'
import { parseChainId, toHex } from './quantity.js'
import { rpcTransaction } from './transactions.js'

const version = '2.0.0'

export interface SendCallsInput extends CallsRequest {
  readonly from: Address
  readonly chainId: number
}

/** Answers with the id of the bundle. */
export async function sendCalls(
  provider: Eip1193Provider,
  { from, chainId, calls, isAtomic = false, capabilities }: SendCallsInput,
): Promise<string> {
  const problem = checkCalls(calls)
  if (problem) throw problem
  const bundle = {
    version,
    from,
    chainId: toHex(chainId),
    atomicRequired: isAtomic,
    calls: calls.map((call) => {
      const { from: _, ...rest } = rpcTransaction(call, from)
      return rest
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
  const code = typeof status === 'number' ? status : status === 'CONFIRMED' ? 200 : 100
  return {
    id,
    status: statusOf(code),
    code,
    isAtomic: atomic === true,
    receipts: Array.isArray(receipts) ? receipts : [],
  }
}

/** EIP-5792: 1xx under way, 2xx done, the rest not, or only in part. */
function statusOf(code: number): CallsStatus['status'] {
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
