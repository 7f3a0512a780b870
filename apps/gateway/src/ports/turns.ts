/** Lets so many do something at once and so many wait for it, in the order in which they came; the rest is refused. */
import { OutboundError } from './outboundError.js'
import type { StopSignal } from './stop.js'

export interface TurnBounds {
  readonly atOnce: number
  readonly waiting: number
}

export class Turns {
  readonly #bounds: TurnBounds
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds
  }

  /** Undefined: it is your turn. Whoever leaves while they wait is forgotten. `give` it back in any case. */
  take(signal: StopSignal): Promise<void> | undefined {
    if (this.#running < this.#bounds.atOnce) {
      this.#running += 1
      return undefined
    }
    if (this.#waiting.size >= this.#bounds.waiting) throw new OutboundError('unreachable')
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(go)
        reject(new OutboundError('aborted'))
      }
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      this.#waiting.add(go)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }

  give(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
