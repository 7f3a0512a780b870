/** How many connections there are, in all and by network address and client, and who may open one more. */
import type { Clock } from '../ports/clock.js'
import { Allowance, type Rate } from './allowance.js'
import type { Holder } from './outbox.js'

export interface DoorsInput {
  readonly clock: Clock
  /** Connections of this process. */
  readonly sockets: number
  /** Connections of one network address; 0: unlimited. */
  readonly perAddress: number
  readonly perClient: number
  /** What one address may ask for, all its connections together. */
  readonly rate: Rate
}

interface Address extends Holder {
  sockets: number
  readonly requests: Allowance
}

/** What the connections of one address have together. */
export type Place = Holder & { readonly requests: Allowance }

export interface Doors {
  /** Counts a connection of this address; what there are too many of where there is no room. */
  enter(address: string): Place | 'address' | 'capacity'
  leave(address: string): void
  /** Counts it for its client; false where there are too many. */
  name(client: string): boolean
  unname(client: string): void
}

export function createDoors({ clock, sockets, perAddress, perClient, rate }: DoorsInput): Doors {
  const addresses = new Map<string, Address>()
  const clients = new Map<string, number>()
  let all = 0

  return {
    enter(key) {
      if (all >= sockets) return 'capacity'
      const address = addresses.get(key) ?? {
        sockets: 0,
        topics: 0,
        requests: new Allowance(rate, clock.now()),
      }
      if (perAddress > 0 && address.sockets >= perAddress) return 'address'
      addresses.set(key, address)
      address.sockets++
      all++
      return address
    },
    leave(key) {
      const address = addresses.get(key)
      if (!address) return
      all--
      address.sockets--
      // Who leaves and comes back at once gets a full allowance, and pays for it with a handshake.
      if (address.sockets === 0) addresses.delete(key)
    },
    name(client) {
      const held = clients.get(client) ?? 0
      if (held >= perClient) return false
      clients.set(client, held + 1)
      return true
    },
    unname(client) {
      const held = clients.get(client) ?? 0
      if (held > 1) clients.set(client, held - 1)
      else clients.delete(client)
    },
  }
}
