/**
 * Signals to stop, for paths that are taken thousands of times a second. An `AbortSignal` is one of them; making and
 * joining those of the platform costs more than the rest of a call.
 */

/** What is used of an `AbortSignal`. */
export interface StopSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** As the platform has it, for what takes no other. */
export function abortSignalOf(signal: StopSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal
  const controller = new AbortController()
  if (signal.aborted) controller.abort(signal.reason)
  else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
  return controller.signal
}

/** Controller and signal in one. Listeners are told once, in the order in which they came. */
export class Stopper implements StopSignal {
  #isStopped = false
  #reason: unknown
  #listeners: Set<() => void> | undefined

  get aborted(): boolean {
    return this.#isStopped
  }

  get reason(): unknown {
    return this.#reason
  }

  throwIfAborted(): void {
    if (this.#isStopped) throw this.#reason
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener)
  }

  abort(reason: unknown): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#reason = reason
    const listeners = this.#listeners
    this.#listeners = undefined
    for (const listener of listeners ?? []) listener()
  }
}

/** Stops with another signal, or before it. `release` when it is over: the other one may live for long. */
export class Follower extends Stopper {
  readonly #leader: StopSignal
  readonly #follow = () => this.abort(this.#leader.reason)

  constructor(leader: StopSignal) {
    super()
    this.#leader = leader
    if (leader.aborted) this.#follow()
    else leader.addEventListener('abort', this.#follow, { once: true })
  }

  release(): void {
    this.#leader.removeEventListener('abort', this.#follow)
  }
}
