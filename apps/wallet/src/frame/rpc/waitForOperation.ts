/** Waits until an operation is in a transaction; undefined where it is in none after a while. */
import { seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { FrameContext } from '../context.js'
import { callNode } from './callNode.js'

const receipt = v.looseObject({
  success: v.optional(v.boolean()),
  receipt: v.looseObject({ transactionHash: v.string() }),
})
const every = seconds(1)
const most = 60

export interface OperationReceipt {
  readonly transactionHash: string
  readonly isSuccess: boolean
}

export async function waitForOperation(
  context: FrameContext,
  network: string,
  operation: string,
): Promise<OperationReceipt | undefined> {
  for (let left = most; left > 0; left -= 1) {
    const told = await callNode(context, network, 'eth_getUserOperationReceipt', [operation]).catch(
      () => null,
    )
    const found = v.safeParse(receipt, told)
    if (found.success) {
      const { transactionHash } = found.output.receipt
      return { transactionHash, isSuccess: found.output.success !== false }
    }
    await new Promise<void>((resolve) => context.after(every, resolve))
  }
  return undefined
}
