/** `wallet_sendPreparedCalls`: the signed operation to a bundler; of a session with the gateway's half of the signature. */
import { deployment } from '@latchkey/accounts'
import type { SendPreparedCallsParams } from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import * as v from 'valibot'
import type { Hex } from '../chain/shapes.js'
import type { Deps } from '../deps.js'
import { Refusal } from '../http/refusal.js'
import type { Caller } from '../http/route.js'
import { bundlerAsk } from './askBundler.js'
import { writeCallsId } from './callsId.js'
import { CallsFailure } from './failure.js'

const hash = v.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value))

export async function sendPreparedCalls(
  { preparedCalls, signature, context }: SendPreparedCallsParams,
  caller: Caller,
  deps: Deps,
): Promise<readonly [Hex]> {
  const chainId = BigInt(preparedCalls.chainId)
  const ask = bundlerAsk(deps, `eip155:${chainId}`, caller)
  const operation = { ...preparedCalls.data, signature }
  const signed = context === '' ? signature : await cosigned()
  const sent = await ask(hash, 'eth_sendUserOperation', [
    { ...operation, signature: signed },
    deployment.entryPoint,
  ])
  return [writeCallsId(sent, chainId)]

  async function cosigned(): Promise<Hex> {
    if (!caller.project) throw new CallsFailure(rpcCodes.unauthorized, 'A session belongs to a project')
    const address = operation.sender.toLowerCase() as Hex // lower case of hex is hex
    try {
      const account = { address, networkId: `eip155:${chainId}` } as const
      return await deps.sessions.sign(account, caller.project.id, context, operation)
    } catch (cause) {
      if (cause instanceof Refusal) throw new CallsFailure(rpcCodes.unauthorized, cause.message)
      throw cause
    }
  }
}
