/** Several calls in one request (EIP-5792). This wallet sends them one after the other, and says so. */
import { rpcCodes } from '@latchkey/spec/errors'
import * as v from 'valibot'
import { bytesToHex } from 'viem'
import {
  invalid,
  ownAccount,
  type ReadRequest,
  type RequestContext,
  refuse,
  unauthorized,
} from './context.js'
import { readCall } from './readCall.js'

/** A person decides about all of them at once, so there are not many. */
const mostCalls = 10

const batch = v.object({
  id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(256))),
  from: v.optional(v.string()),
  chainId: v.pipe(v.string(), v.regex(/^0x[\da-f]{1,13}$/i), v.transform(Number)),
  atomicRequired: v.optional(v.boolean(), false),
  calls: v.pipe(v.array(v.unknown()), v.minLength(1)),
  capabilities: v.optional(v.record(v.string(), v.unknown()), {}),
})

export function readCalls(input: unknown, context: RequestContext): ReadRequest {
  const read = v.safeParse(batch, input)
  if (!read.success) return invalid('the calls')
  const { id, from, chainId, atomicRequired, calls: asked, capabilities } = read.output
  const account = from === undefined ? context.accounts[0] : ownAccount(from, context)
  if (!account) return unauthorized
  if (chainId !== context.network.chainId)
    return refuse(rpcCodes.unsupportedChainId, 'The calls name another network than the request')
  const needed = Object.keys(capabilities).filter((name) => !isOptional(capabilities[name]))
  if (needed.length > 0) return refuse(rpcCodes.unsupportedCapability, 'This wallet has no such capability')
  if (asked.length > mostCalls)
    return refuse(rpcCodes.bundleTooLarge, `This wallet takes at most ${mostCalls} calls at once`)
  if (atomicRequired && asked.length > 1)
    return refuse(rpcCodes.atomicityNotSupported, 'This wallet sends calls one after the other')
  const calls = asked.flatMap((call) => readCall(call) ?? [])
  if (calls.length !== asked.length) return invalid('a call')
  return { kind: 'calls', account, calls, batchId: id ?? newBatchId() }
}

const isOptional = (capability: unknown) =>
  typeof capability === 'object' && capability !== null && Reflect.get(capability, 'optional') === true

/** As apps write ids that a wallet made: hex of 32 bytes. */
const newBatchId = () => bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
