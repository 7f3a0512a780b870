/** What the wallet remembers besides its sessions: the account and network in use, and the networks that were added. */
import * as v from 'valibot'
import { addresses } from '../keys/accounts.js'
import { addedNetworkSchema, chainIdSchema, localNetwork } from './networks.js'

/** More would only be somebody filling the list. */
export const mostAddedNetworks = 20

export const mostUsedLinks = 50
export const mostBatches = 20

const remembered = v.object({
  version: v.literal(1),
  account: v.picklist(addresses),
  chainId: chainIdSchema,
  added: v.pipe(v.array(addedNetworkSchema), v.maxLength(mostAddedNetworks)),
  /** The network that each app is on, by the topic of its session. */
  networks: v.optional(v.record(v.string(), chainIdSchema), {}),
  /** Topics of links that were answered: a link serves once. */
  usedLinks: v.optional(v.pipe(v.array(v.string()), v.maxLength(mostUsedLinks)), []),
  /** Results that an app has not been told yet, by the number of its question: done once, even over a reload. */
  answers: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Hashes of calls that were sent together, by the id that the app knows them by. */
  batches: v.optional(
    v.record(
      v.string(),
      v.object({ chainId: chainIdSchema, hashes: v.array(v.string()), unsent: v.optional(v.number(), 0) }),
    ),
    {},
  ),
})
export type Remembered = v.InferOutput<typeof remembered>

const key = 'latchkey-phone'

const fresh: Remembered = {
  version: 1,
  account: addresses[0],
  chainId: localNetwork.chainId,
  added: [],
  networks: {},
  usedLinks: [],
  batches: {},
  answers: {},
}

/** Unreadable data reads as none: a wallet without keys of its own has nothing to lose. */
function recall(storage: Pick<Storage, 'getItem'>): Remembered {
  try {
    const read = v.safeParse(remembered, JSON.parse(storage.getItem(key) ?? 'null'))
    return read.success ? read.output : fresh
  } catch {
    return fresh
  }
}

function remember(storage: Pick<Storage, 'setItem'>, data: Remembered): void {
  try {
    storage.setItem(key, JSON.stringify(data))
  } catch {
    // Full or forbidden: it works on until the page is closed.
  }
}

export interface Memory {
  get(): Remembered
  change(part: Partial<Remembered>): void
}

export function createMemory(storage: Pick<Storage, 'getItem' | 'setItem'>): Memory {
  let data = recall(storage)
  return {
    get: () => data,
    change(part) {
      data = { ...data, ...part }
      remember(storage, data)
    },
  }
}
