/** How calls that were sent together are doing (EIP-5792). */
import type { Hex, TransactionReceipt } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Node } from '../chain/node.js'

/** The codes of the standard. */
const codes = { pending: 100, confirmed: 200, failed: 500, partial: 600 } as const

export async function callsStatus(
  node: Node,
  { id, hashes, unsent }: { readonly id: string; readonly hashes: readonly Hex[]; readonly unsent: number },
): Promise<unknown> {
  const receipts = await Promise.all(
    hashes.map((hash) => getTransactionReceipt(node, { hash }).catch(() => undefined)),
  )
  const known = receipts.filter((receipt) => receipt !== undefined)
  return {
    version: '2.0.0',
    id,
    chainId: hex(node.chain.id),
    status: statusOf(known, { sent: hashes.length, unsent }),
    atomic: false,
    receipts: known.map(({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }) => ({
      logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
      status: status === 'success' ? '0x1' : '0x0',
      blockHash,
      blockNumber: hex(blockNumber),
      gasUsed: hex(gasUsed),
      transactionHash,
    })),
  }
}

/** What was not sent never will be; so the calls before it are all that can still change. */
export function statusOf(
  receipts: readonly Pick<TransactionReceipt, 'status'>[],
  { sent, unsent }: { readonly sent: number; readonly unsent: number },
): number {
  const failed = receipts.filter(({ status }) => status === 'reverted').length
  if (failed > 0) return failed === sent ? codes.failed : codes.partial
  if (receipts.length < sent) return codes.pending
  return unsent > 0 ? codes.partial : codes.confirmed
}

const hex = (value: number | bigint) => `0x${value.toString(16)}`
