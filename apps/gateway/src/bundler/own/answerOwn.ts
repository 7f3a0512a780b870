/** A JSON-RPC call to the own bundler or its paymaster, and what it answers. */
import { notAllowed, type RpcCall } from '../../rpc/call.js'
import type { RpcOutcome } from '../../rpc/readAnswer.js'
import type { Own } from './openOwnBundlers.js'
import { entryPointOf, readDraft, readOperation } from './operation.js'
import type { Asking } from './ownBundler.js'
import { OperationRefused } from './refused.js'

export async function answerOwn(
  own: Own,
  { method, params }: Pick<RpcCall, 'method' | 'params'>,
  asking: Asking,
): Promise<RpcOutcome> {
  try {
    const list: unknown = JSON.parse(params)
    if (!Array.isArray(list)) throw new OperationRefused('invalid', 'The parameters are not a list')
    const answer = own.bundler.answer(method, list, asking) ?? askSponsor(own, method, list, asking)
    if (!answer) return { kind: 'error', ...notAllowed, data: undefined }
    return { kind: 'result', result: JSON.stringify(await answer) }
  } catch (cause) {
    if (!(cause instanceof OperationRefused)) throw cause
    const { code, message, data } = cause
    return { kind: 'error', code, message, data: data === undefined ? undefined : JSON.stringify(data) }
  }
}

/** ERC-7677: operation, entry point, network and what the app wants to say, which nothing here depends upon. */
function askSponsor(
  { sponsor }: Own,
  method: string,
  [operation, point, chainId]: readonly unknown[],
  { projectId, signal }: Asking,
): Promise<unknown> | undefined {
  if (method !== 'pm_getPaymasterStubData' && method !== 'pm_getPaymasterData') return undefined
  return (async () => {
    if (!sponsor) throw new OperationRefused('paymaster', 'There is no paymaster on this network')
    if (!sponsor.isOn(chainId)) throw new OperationRefused('invalid', 'The operation is for another network')
    const entryPoint = entryPointOf(point)
    if (method === 'pm_getPaymasterStubData') {
      readDraft(operation)
      return sponsor.stub(entryPoint, projectId)
    }
    return sponsor.promise(readOperation(withSignature(operation)), entryPoint, projectId, signal)
  })()
}

/** What is promised is what is signed afterwards, so that the signature may be missing. */
function withSignature(operation: unknown): unknown {
  return typeof operation === 'object' && operation !== null ? { signature: '0x', ...operation } : operation
}
