/** A request that is ready to be shown: its frozen text, what has to be read from the network at the last moment, and what its result is. */
import type { Signed, TransactionFill } from '../../worker/signApproved.js'
import type { SmartAccountFill } from '../../worker/signForSmartAccount.js'
import type { Frozen } from './frozen.js'

export interface LastMoment {
  readonly transaction?: TransactionFill
  readonly smartAccount?: SmartAccountFill
}

/** What became of it: what the page is answered, and what the server notes. */
export interface Outcome {
  readonly result: unknown
  readonly state: 'signed' | 'broadcast'
  readonly reference?: string
  /** What the page is answered instead, where the network is waited for: however that ends, it was broadcast. */
  readonly later?: () => Promise<unknown>
}

export interface Prepared {
  readonly frozen: Frozen
  /** Read before the share is released: a node that is away costs no approval. */
  readonly atLast: () => Promise<LastMoment>
  /** Broadcasts where there is something to broadcast. */
  readonly finish: (signed: Signed, last: LastMoment) => Promise<Outcome>
}
