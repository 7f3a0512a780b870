/** One question to the bundler of a network, whoever that is, with its answer parsed before anything believes it. */
import type { NetworkId } from '@latchkey/spec/caip'
import { rpcCodes } from '@latchkey/spec/errors'
import * as v from 'valibot'
import { bytes } from '../chain/shapes.js'
import type { Deps } from '../deps.js'
import type { Caller } from '../http/route.js'
import { CallsFailure } from './failure.js'

export type Ask = <schema extends v.GenericSchema>(
  schema: schema,
  method: string,
  params: readonly unknown[],
) => Promise<v.InferOutput<schema>>

export function bundlerAsk(
  { bundler }: Pick<Deps, 'bundler'>,
  networkId: NetworkId,
  { project, signal }: Pick<Caller, 'project' | 'signal'>,
): Ask {
  if (!bundler.isServed(networkId))
    throw new CallsFailure(rpcCodes.unsupportedChainId, 'There is no bundler on this network')
  return async (schema, method, params) => {
    const call = { method, params: JSON.stringify(params) }
    const outcome = await bundler.forward({ networkId, call, projectId: project?.id, signal })
    if (outcome.kind === 'error') {
      const data = v.safeParse(bytes, outcome.data === undefined ? undefined : JSON.parse(outcome.data))
      throw new CallsFailure(outcome.code, outcome.message, data.success ? data.output : undefined)
    }
    const read = v.safeParse(schema, JSON.parse(outcome.result))
    if (!read.success) throw new CallsFailure(rpcCodes.internal, 'The bundler gave no readable answer')
    return read.output
  }
}
