/** Transactions as they are stored: other tabs and older pages write there too. */
import { asAddress, isNetworkId, type NetworkId } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { doubts, replacements, transactionFaults, transactionKinds, transactionStatuses } from './followed.js'

/** EIP-5792 lets the id of a bundle be this long; hashes are far shorter. */
const idLength = 8194
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const time = v.pipe(v.number(), v.finite(), v.minValue(0))
const words = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.transactionTitle))
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
const longId = v.pipe(v.string(), v.minLength(1), v.maxLength(idLength))

export const storedTransaction = v.object({
  networkId: v.custom<NetworkId>((value) => typeof value === 'string' && isNetworkId(value)),
  hash: longId,
  address: v.pipe(name, v.transform(asAddress)),
  kind: v.picklist(transactionKinds),
  title: v.exactOptional(words),
  detail: v.exactOptional(words),
  reference: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(limits.transactionReference))),
  status: v.picklist(transactionStatuses),
  startedAt: time,
  settledAt: v.exactOptional(time),
  replacedBy: v.exactOptional(name),
  replacement: v.exactOptional(v.picklist(replacements)),
  error: v.exactOptional(v.picklist(transactionFaults)),
  confirmations: count,
  isFollowed: v.boolean(),
  connectorId: v.exactOptional(name),
  bundleHash: v.exactOptional(name),
  seenAt: time,
  height: count,
  trace: v.exactOptional(name),
  doubt: v.exactOptional(v.object({ about: v.picklist(doubts), answers: count, since: time, height: count })),
})
