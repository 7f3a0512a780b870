/** Transactions of a plain account; those of a smart account are calls of an operation. */
import * as v from 'valibot'
import { chainNumberOf } from '../../network.js'
import { accountFor } from '../accountFor.js'
import { broadcast } from '../broadcast.js'
import { callNode } from '../callNode.js'
import { feesFor } from '../fees.js'
import { freeze } from '../frozen.js'
import { readTransactionParams } from '../parseParams.js'
import { prepareCalls } from '../prepareCalls.js'
import { invalidParams } from '../rpcFailure.js'
import type { Prepare } from './index.js'

const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i))

export const sendTransaction: Prepare = async (context, { network, method, params }) => {
  const transaction = readTransactionParams(params)
  const { chainId, to, value = '0x0', data = transaction.input ?? '0x' } = transaction
  if (chainId !== undefined && Number(chainId) !== chainNumberOf(network))
    throw invalidParams('The transaction is for another network')
  const { address, type } = await accountFor(context, network, transaction.from)
  if (type === 'smartAccount') {
    if (!to) throw invalidParams('A smart account creates no contracts by itself')
    return prepareCalls(context, { network, method, calls: [{ to, value, data }], answer: 'transaction' })
  }
  const fees = await feesFor(context, network, { from: address, transaction })
  const frozen = await freeze({
    v: 1,
    origin: context.embedder.origin,
    account: address,
    namespace: 'eip155',
    chainId: network,
    method,
    params: [{ from: address, ...(to ? { to } : {}), value, data, ...fees }],
  })
  return {
    frozen,
    async atLast() {
      // Read again now: what was sent meanwhile counts (F-O).
      const nonce = v.parse(
        quantity,
        await callNode(context, network, 'eth_getTransactionCount', [address, 'pending']),
      )
      return { transaction: { nonce, ...fees } }
    },
    async finish(signed) {
      if (signed.kind !== 'transaction') throw new TypeError('expected a transaction')
      await broadcast(context, network, signed)
      return { result: signed.hash, state: 'broadcast', reference: signed.hash }
    },
  }
}
