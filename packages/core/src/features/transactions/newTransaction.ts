/** A transaction in the moment in which it was sent. */
import { limits } from '@latchkey/spec/limits'
import { type FollowedTransaction, type FollowInput, transactionId } from './followed.js'

export function newTransaction(input: FollowInput, now: number): FollowedTransaction {
  const { networkId, hash, address, kind = 'call', title, detail, reference, connectorId } = input
  return {
    id: transactionId(networkId, hash),
    networkId,
    hash,
    address,
    kind,
    ...(title ? { title: title.slice(0, limits.transactionTitle) } : {}),
    ...(detail ? { detail: detail.slice(0, limits.transactionTitle) } : {}),
    ...(reference ? { reference: reference.slice(0, limits.transactionReference) } : {}),
    ...(connectorId === undefined ? {} : { connectorId }),
    status: 'pending',
    startedAt: now,
    confirmations: 0,
    isFollowed: true,
    seenAt: 0,
    height: 0,
  }
}
