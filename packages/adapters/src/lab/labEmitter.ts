/** The events of a lab wallet: to pages that listen, and to the bridge into a browser. */

type Listener = (value: never) => void

export interface LabEmitter {
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  /** Hears every event, for bridges; not counted. */
  onAny(listener: (event: string, value: unknown) => void): () => void
  emit(event: string, value: unknown): void
  /** Listeners that pages have left. */
  readonly size: number
}

export function createLabEmitter(): LabEmitter {
  const listeners = new Map<string, Set<Listener>>()
  const all = new Set<(event: string, value: unknown) => void>()
  return {
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener)
    },
    onAny(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    emit(event, value) {
      // Pages know what each event carries; the wallet hands it on as it is.
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value as never)
      for (const listener of [...all]) listener(event, value)
    },
    get size() {
      return [...listeners.values()].reduce((sum, { size }) => sum + size, 0)
    },
  }
}
