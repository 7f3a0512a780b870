/** `wallet_getCallsStatus` (ERC-5792): what the chain says of a bundle, or the bundler where the chain says nothing yet. */
import type { GetCallsStatusResult } from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import * as v from 'valibot'
import { bytes, type Hex, quantity } from '../chain/shapes.js'
import type { Deps } from '../deps.js'
import type { Caller } from '../http/route.js'
import { bundlerAsk } from './askBundler.js'
import { readCallsId } from './callsId.js'
import { CallsFailure } from './failure.js'

const address = v.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value))
const found = v.nullable(
  v.object({
    success: v.boolean(),
    logs: v.array(v.object({ address, data: bytes, topics: v.array(bytes) })),
    receipt: v.object({
      blockHash: bytes,
      blockNumber: quantity,
      gasUsed: quantity,
      transactionHash: bytes,
    }),
  }),
)

const toHex = (value: bigint): Hex => `0x${value.toString(16)}`

export async function getCallsStatus(
  id: string,
  caller: Pick<Caller, 'project' | 'signal'>,
  deps: Pick<Deps, 'bundler'>,
): Promise<GetCallsStatusResult> {
  const read = readCallsId(id)
  if (!read) throw new CallsFailure(rpcCodes.unknownBundleId, 'No bundle has this id')
  const { hash, chainId, networkId } = read
  const ask = bundlerAsk(deps, networkId, caller)
  const common = { version: '2.0.0', id, chainId, atomic: true } as const
  const answer = await ask(found, 'eth_getUserOperationReceipt', [hash])
  if (!answer) return { ...common, status: await unfinished(hash) }
  const { success, logs, receipt } = answer
  return {
    ...common,
    status: success ? 200 : 500,
    receipts: [
      {
        logs,
        status: success ? '0x1' : '0x0',
        blockHash: receipt.blockHash,
        blockNumber: toHex(receipt.blockNumber),
        gasUsed: toHex(receipt.gasUsed),
        transactionHash: receipt.transactionHash,
      },
    ],
  }

  /** A bundler of somebody else does not say what it has dropped: there it waits for ever. */
  async function unfinished(operation: Hex): Promise<100 | 400> {
    const own = deps.bundler.own(networkId)
    if (!own) return 100
    const state = await own.bundler.stateOf(operation)
    if (!state) throw new CallsFailure(rpcCodes.unknownBundleId, 'No bundle has this id')
    return state.isDropped ? 400 : 100
  }
}
