/** The one place where a kit's state lives: a thin contract over zustand/vanilla. */
import { createStore as createZustandStore } from 'zustand/vanilla'

export interface ReadonlyStore<S> {
  get(): S
  subscribe(listener: (state: S, before: S) => void): () => void
}

export interface Store<S> extends ReadonlyStore<S> {
  /** Merges the update in one step; listeners see either all of it or none of it. */
  set(update: Partial<S> | ((state: S) => Partial<S>)): void
}

export function createStore<S extends object>(initial: S): Store<S> {
  const store = createZustandStore<S>(() => initial)
  return { get: store.getState, set: (update) => store.setState(update), subscribe: store.subscribe }
}
