/** Questions to the relay that outlive a connection: asked again on the next one until answered or too late. */
import { relayTimers } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'

export interface CallInput {
  readonly method: string
  readonly params: unknown
  /** How long one connection may take to answer; it counts as dead after that. */
  readonly tryFor?: number
  /** The error of a call that was never answered. */
  readonly onTooLate: () => Error
}

export interface Call {
  readonly id: string
  readonly method: string
  readonly text: string
  readonly tryFor: number
  /** Ends the wait for this connection. */
  cancelTry: () => void
  end(outcome: { readonly result: unknown } | { readonly error: Error }): void
}

export interface Calls {
  readonly pending: ReadonlyMap<string, Call>
  add(input: CallInput, onAdded: (call: Call) => void): Promise<unknown>
  rejectAll(error: () => Error): void
}

export function createCalls(clock: Clock): Calls {
  const pending = new Map<string, Call>()
  let last = 0

  /** Microseconds and three digits more, as clients of the protocol write them; never the same twice. */
  function nextId(): string {
    last = Math.max(last + 1, clock.now() * 1000)
    return `${last}${String(Math.floor(Math.random() * 1000)).padStart(3, '0')}`
  }

  return {
    pending,
    add({ method, params, tryFor = relayTimers.requestTry, onTooLate }, onAdded) {
      return new Promise((resolve, reject) => {
        const id = nextId()
        const cancelTotal = clock.after(relayTimers.requestTotal, () => call.end({ error: onTooLate() }))
        const call: Call = {
          id,
          method,
          text: JSON.stringify({ id, jsonrpc: '2.0', method, params }),
          tryFor,
          cancelTry: () => {},
          end(outcome) {
            if (!pending.delete(id)) return
            cancelTotal()
            call.cancelTry()
            if ('error' in outcome) reject(outcome.error)
            else resolve(outcome.result)
          },
        }
        pending.set(id, call)
        onAdded(call)
      })
    },
    rejectAll(error) {
      for (const call of [...pending.values()]) call.end({ error: error() })
    },
  }
}
