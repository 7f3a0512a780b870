/** JSON-RPC that the gateway answers itself (S7-31): a table of methods, each with the shape of its parameters. */
import {
  endpoints,
  getAssetsParams,
  getCallsStatusParams,
  prepareCallsParams,
  type RpcRequest,
  sendPreparedCallsParams,
  type walletMethods,
} from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { assetsOf } from '../balances/assets.js'
import { CallsFailure } from '../calls/failure.js'
import { getCallsStatus } from '../calls/getCallsStatus.js'
import { prepareCalls } from '../calls/prepareCalls.js'
import { sendPreparedCalls } from '../calls/sendPreparedCalls.js'
import type { Deps } from '../deps.js'
import { type Caller, JsonText, route } from '../http/route.js'
import { errorAnswer, notAllowed, readCalls, resultText } from '../rpc/call.js'

interface WalletMethod {
  /** What it answers to the first parameter; undefined when that is not what the method takes. */
  answer(parameter: unknown, caller: Caller, deps: Deps): Promise<unknown> | undefined
}

function method<schema extends v.GenericSchema>(
  schema: schema,
  answer: (input: v.InferOutput<schema>, caller: Caller, deps: Deps) => Promise<unknown>,
): WalletMethod {
  return {
    answer(parameter, caller, deps) {
      const read = v.safeParse(schema, parameter)
      return read.success ? answer(read.output, caller, deps) : undefined
    },
  }
}

/** Operations are tried on the chain, several times over. */
const callsCost = 10

/** What the contract names and nothing here answers does not compile. */
const methods: Record<(typeof walletMethods)[number], WalletMethod> = {
  wallet_getAssets: method(getAssetsParams, async (question, caller, deps) => {
    await caller.about(question.account)
    return assetsOf(question, deps, { signal: caller.signal, charge: caller.charge })
  }),
  wallet_prepareCalls: method(prepareCallsParams, async (input, caller, deps) => {
    await caller.charge(callsCost)
    return prepareCalls(input, caller, deps)
  }),
  wallet_sendPreparedCalls: method(sendPreparedCallsParams, async (input, caller, deps) => {
    await caller.charge(callsCost)
    return sendPreparedCalls(input, caller, deps)
  }),
  wallet_getCallsStatus: method(getCallsStatusParams.items[0], getCallsStatus),
}

const invalidParams = { code: rpcCodes.invalidParams, message: 'Invalid params' }

async function answer(
  { body, caller }: { readonly body: RpcRequest; readonly caller: Caller },
  deps: Deps,
): Promise<JsonText> {
  const [call] = readCalls(body, caller.bodyText)
  // The id's own characters: a number beyond 2^53 has lost digits once it is parsed.
  const id = call?.id ?? 'null'
  const entry = Object.hasOwn(methods, body.method) ? methods[body.method as keyof typeof methods] : undefined // just looked up
  if (!entry) return new JsonText(errorAnswer(id, notAllowed))
  const [parameter] = Array.isArray(body.params) ? body.params : [body.params]
  try {
    const result = await entry.answer(parameter, caller, deps)
    if (result === undefined) return new JsonText(errorAnswer(id, invalidParams))
    return new JsonText(resultText(id, JSON.stringify(result)))
  } catch (cause) {
    if (!(cause instanceof CallsFailure)) throw cause
    const data = cause.data === undefined ? undefined : JSON.stringify(cause.data)
    return new JsonText(errorAnswer(id, cause, data))
  }
}

export function walletRpc(app: FastifyInstance): void {
  route(app, endpoints.walletRpc, answer)
}

export function jsonRpc(app: FastifyInstance): void {
  route(app, endpoints.jsonRpc, answer)
}
