/** Which journey is walked under which fault of which dependency: everything, or one of each for every day. */
import { type Dependency, dependencies, dependencyNames } from '../proxy/dependencies.js'
import type { Fault } from '../proxy/faults.js'
import { connectingJourneys } from './connecting.js'
import { enteringJourneys } from './entering.js'
import { holdingJourneys } from './holding.js'
import type { Journey } from './journey.js'

const journeys: readonly Journey[] = [...connectingJourneys, ...enteringJourneys, ...holdingJourneys]

/** Something is broken in one way, and these people are in the middle of something. */
export interface Outage {
  readonly dependency: Dependency
  readonly fault: Fault
  readonly journeys: readonly Journey[]
}

/** As many people as two cores can watch at once. */
const together = 4

function* rounds(all: readonly Journey[]): Generator<readonly Journey[]> {
  for (let start = 0; start < all.length; start += together) yield all.slice(start, start + together)
}

/** Every journey under every fault of everything that it uses. */
export const everything: readonly Outage[] = dependencyNames.flatMap((dependency) =>
  dependencies[dependency].faults.flatMap((fault) => {
    const meant = journeys.filter(({ uses }) => uses.includes(dependency))
    return [...rounds(meant)].map((some) => ({ dependency, fault, journeys: some }))
  }),
)

function named(...names: readonly string[]): Journey[] {
  return names.map((wanted) => {
    const found = journeys.find(({ name }) => name === wanted)
    if (!found) throw new Error(`No journey is called “${wanted}”`)
    return found
  })
}

/** Every dependency and every fault once, with journeys that have not had their turn. */
export const sample: readonly Outage[] = [
  {
    dependency: 'gateway',
    fault: 'garbage',
    journeys: named('connect by extension', 'see balances', 'swap'),
  },
  {
    dependency: 'gateway',
    fault: '429',
    journeys: named('sign in with the wallet', 'see activity', 'find a wallet'),
  },
  { dependency: 'relay', fault: 'cut', journeys: named('connect by QR code', 'sign a message on a phone') },
  { dependency: 'chain', fault: 'corrupt', journeys: named('send', 'receive', 'reload') },
  { dependency: 'chain', fault: '500', journeys: named('reload', 'receive') },
  { dependency: 'wallet', fault: 'refuse', journeys: named('enter by email', 'enter by a service') },
  { dependency: 'identity', fault: 'delay', journeys: named('enter by a service') },
  { dependency: 'database', fault: 'refuse', journeys: named('register a name', 'buy') },
  { dependency: 'redis', fault: 'silence', journeys: named('see balances', 'sign a message') },
  { dependency: 'mail', fault: 'delay', journeys: named('enter by email') },
]
