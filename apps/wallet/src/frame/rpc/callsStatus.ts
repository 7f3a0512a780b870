/** What became of calls that were sent together (ERC-5792): an operation of the smart account, or one transaction. */
import * as v from 'valibot'
import type { FrameContext } from '../context.js'
import { chainNumberOf } from '../network.js'
import { callNode } from './callNode.js'
import { quantityOf, read } from './parseParams.js'
import { RpcFailure } from './rpcFailure.js'

const statusParams = v.tupleWithRest(
  [v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i, 'Expected an id'))],
  v.unknown(),
)

/** As apps expect it; the rest of a receipt is not part of the standard. */
const receipt = v.object({
  logs: v.pipe(v.array(v.looseObject({})), v.maxLength(1000)),
  status: v.string(),
  blockHash: v.string(),
  blockNumber: v.string(),
  gasUsed: v.string(),
  transactionHash: v.string(),
})
const operationReceipt = v.object({ success: v.boolean(), receipt })

const codes = { pending: 100, confirmed: 200, reverted: 500 } as const

export async function callsStatus(context: FrameContext, network: string, params: unknown): Promise<unknown> {
  const [id] = read(statusParams, params)
  const node = (method: string) => callNode(context, network, method, [id])
  const head = { version: '2.0.0', id, chainId: quantityOf(BigInt(chainNumberOf(network))), atomic: true }
  const operation = v.safeParse(operationReceipt, await node('eth_getUserOperationReceipt').catch(() => null))
  if (operation.success) {
    const { success, receipt: found } = operation.output
    return { ...head, status: success ? codes.confirmed : codes.reverted, receipts: [found] }
  }
  const transaction = v.safeParse(receipt, await node('eth_getTransactionReceipt'))
  if (transaction.success) {
    const isFine = Number(transaction.output.status) === 1
    return { ...head, status: isFine ? codes.confirmed : codes.reverted, receipts: [transaction.output] }
  }
  const isKnown = context.sentCalls.has(id) || (await node('eth_getTransactionByHash')) !== null
  if (!isKnown) throw new RpcFailure(5730, 'No bundle has this id')
  return { ...head, status: codes.pending }
}
