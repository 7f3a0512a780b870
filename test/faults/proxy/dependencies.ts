/** What the product depends on, and how each is talked to: a proxy stands in front of every one. */
import { type Fault, faultNames, streamFaults } from './faults.js'

interface Line {
  readonly about: string
  readonly faults: readonly Fault[]
}

export const dependencies = {
  gateway: { about: 'REST and JSON-RPC of the gateway, as the page reaches them', faults: faultNames },
  relay: { about: 'the socket to the relay', faults: faultNames },
  chain: { about: 'the node of the chain: for the page, the gateway and the wallet', faults: faultNames },
  wallet: { about: 'the origin of the embedded wallet', faults: faultNames },
  identity: {
    about: 'the service that people sign in with, for the browser and the gateway',
    faults: faultNames,
  },
  database: { about: 'PostgreSQL, for the gateway', faults: streamFaults },
  redis: { about: 'Redis, for the gateway', faults: streamFaults },
  mail: { about: 'the mail server, for the gateway', faults: streamFaults },
} as const satisfies Record<string, Line>

export type Dependency = keyof typeof dependencies

/** The keys of a literal table. */
export const dependencyNames = Object.keys(dependencies) as Dependency[]
