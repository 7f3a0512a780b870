/** A part of the product that is fetched when it is first needed: what it is, whether it is on, how to load it (S2-11). */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { KitContext } from './context.js'

export interface Feature<handle = unknown> {
  readonly id: string
  /** The app's options decide; a feature that is off is never loaded. */
  isEnabled(context: KitContext): boolean
  /** A literal `import()`, so that bundlers make it a chunk of its own. */
  load(): Promise<{ start(context: KitContext): handle }>
}

/** Types a feature where it is written. */
export const defineFeature = /* @__NO_SIDE_EFFECTS__ */ <handle>(feature: Feature<handle>): Feature<handle> =>
  feature

/** Starts a feature once per kit; `undefined` when it is off. A chunk that failed to load may be asked for again. */
export async function startFeature<handle>(
  context: KitContext,
  feature: Feature<handle>,
): Promise<handle | undefined> {
  if (context.jobs.scope.isClosed) throw new LatchkeyError('kit.destroyed')
  if (!feature.isEnabled(context)) return undefined
  const { features } = context.jobs
  const running = features.get(feature.id)
  // Ids are unique in the registry, so what runs under this id is this feature's handle.
  if (running) return running as Promise<handle>
  const starting = feature.load().then(({ start }) => {
    if (context.jobs.scope.isClosed) throw new LatchkeyError('kit.destroyed')
    return start(context)
  })
  features.set(feature.id, starting)
  starting.catch(() => features.delete(feature.id))
  return starting
}
