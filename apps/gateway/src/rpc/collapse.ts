/** Makes equal calls that are under way at the same time one call. It ends when the last of those who wait has left. */
import { Stopper, type StopSignal } from '../ports/stop.js'

export interface Collapse<value> {
  join(key: string, signal: StopSignal, start: (signal: StopSignal) => Promise<value>): Promise<value>
  /** The call of that key that is under way. */
  has(key: string): boolean
}

interface Flight<value> {
  readonly promise: Promise<value>
  readonly ending: Stopper
  waiting: number
  isOver: boolean
}

export function createCollapse<value>(): Collapse<value> {
  const flights = new Map<string, Flight<value>>()

  function begin(key: string, start: (signal: StopSignal) => Promise<value>): Flight<value> {
    const ending = new Stopper()
    const flight: Flight<value> = { promise: start(ending), ending, waiting: 0, isOver: false }
    const land = () => {
      flight.isOver = true
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.promise.then(land, land)
    flights.set(key, flight)
    return flight
  }

  return {
    has: (key) => flights.has(key),
    join: (key, signal, start) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const flight = flights.get(key) ?? begin(key, start)
        flight.waiting++
        const leave = () => {
          reject(signal.reason)
          if (--flight.waiting > 0 || flight.isOver) return
          // Nobody who comes now may join a call that is being given up.
          if (flights.get(key) === flight) flights.delete(key)
          flight.ending.abort(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        const land =
          <outcome>(settle: (outcome: outcome) => void) =>
          (outcome: outcome) => {
            signal.removeEventListener('abort', leave)
            settle(outcome)
          }
        flight.promise.then(land(resolve), land(reject))
      }),
  }
}
