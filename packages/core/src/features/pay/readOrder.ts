/** Reads what a page asks for; throws what is wrong with it before anybody sees it. */
import { type Address, asAddress, parseAssetId } from '@latchkey/spec/caip'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { limits } from '@latchkey/spec/limits'
import { isSupportedOn } from '@latchkey/spec/options'
import { addDecimal, compareDecimal, isAddress, isDecimal } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import type { PayOrder, PayRequest } from './payRequest.js'

export function readOrder(context: KitContext, request: PayRequest): PayOrder {
  const { asset, amount, recipient, reference } = request
  const parts = typeof asset === 'string' ? parseAssetId(asset) : undefined
  if (!parts) throw invalid('the asset is no CAIP-19 id')
  const { networkId, namespace, assetNamespace, assetReference } = parts
  const isOffered = context.store.get().networks.some(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!isOffered) throw invalid(`${networkId} is no network of this page`)
  const adapter = context.jobs.adapters.get(namespace)
  if (!isSupportedOn('send', namespace) || !adapter?.prepareTransfer || !adapter.getTransaction) {
    throw invalid(`nothing can be sent on ${namespace}`)
  }
  if (typeof amount !== 'string' || !isDecimal(amount)) throw invalid('the amount is no decimal text')
  if (compareDecimal(amount, '0') !== 1) throw invalid('the amount is nothing')
  if (typeof recipient !== 'string' || !isAddress(namespace, recipient)) {
    throw invalid('the recipient is no address')
  }
  if (reference !== undefined && (reference === '' || reference.length > limits.payReference)) {
    throw invalid(`the reference has 1 to ${limits.payReference} characters`)
  }
  const token = tokenOf(namespace, assetNamespace, assetReference)
  const what = [networkId, spelling(namespace, token ?? ''), addDecimal(amount, '0')]
  const key = reference && ['pay', ...what, spelling(namespace, recipient), reference].join(' ')
  // A longer one would be cut where it is remembered, and not be found again.
  if (key && key.length > limits.transactionReference) throw invalid('the amount has too many digits')
  return { request, namespace, networkId, token, recipient: asAddress(recipient), key }
}

/** Rejects with `pay.invalid` where the recipient carries a checksum that is wrong: nobody has that address. */
export async function checkRecipient(context: KitContext, { namespace, recipient }: PayOrder): Promise<void> {
  try {
    await context.jobs.adapters.get(namespace)?.readAddress?.(recipient)
  } catch (cause) {
    throw isLatchkeyError(cause, 'address.checksum') ? invalid('the recipient has a wrong checksum') : cause
  }
}

/** One for all ways to write an address. */
const spelling = (namespace: PayOrder['namespace'], address: string): string =>
  namespace === 'eip155' ? address.replace(/^0x/, '').toLowerCase() : address

function tokenOf(namespace: PayOrder['namespace'], kind: string, reference: string): Address | undefined {
  if (kind === 'slip44') return undefined
  const isToken = kind === (namespace === 'eip155' ? 'erc20' : 'token')
  if (!isToken || !isAddress(namespace, reference)) throw invalid(`${kind} is nothing that can be paid with`)
  return asAddress(reference)
}

const invalid = (reason: string) => new LatchkeyError('pay.invalid', { reason })
