/** What actions, features and views work on: the kit with its insides. An app never sees it; it has the `Kit`. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Clock } from './clock.js'
import type { Events } from './events.js'
import type { Jobs } from './jobs.js'
import type { Kit, KitMethods } from './kit.js'
import type { Log } from './log.js'
import type { Services } from './services.js'
import type { KitState } from './state.js'
import type { KitStorage } from './storage.js'
import type { Store } from './store.js'

export interface KitContext extends Kit {
  readonly store: Store<KitState>
  readonly clock: Clock
  readonly storage: KitStorage
  readonly events: Events
  readonly log: Log
  /** The ways out that are loaded when they are first needed. */
  readonly services: Services
  /** What is going on right now. */
  readonly jobs: Jobs
}

/** Throws where the kit was destroyed: nothing is begun any more. */
export function alive({ jobs }: KitContext): void {
  if (jobs.scope.isClosed) throw new LatchkeyError('kit.destroyed')
}

/** Registered, so that a view finds the context also where a page has bundled this package twice. */
const insides = Symbol.for('latchkey.context')

/** The context of a kit, for what draws it. */
export function contextOf(kit: Kit): KitContext {
  // Only `hideContext` writes this property, and every kit is made by it.
  return (kit as Kit & { readonly [insides]: KitContext })[insides]
}

/** What of a context an app gets to see. */
export function hideContext(context: KitContext, methods: KitMethods): Kit {
  const { id, options, serverState, store } = context
  const kit: Kit = {
    ...methods,
    id,
    options,
    serverState,
    store: { get: store.get, subscribe: store.subscribe },
    get ready() {
      return context.ready
    },
  }
  // A context is a kit too, so what takes a kit may be given one.
  for (const each of [kit, context]) Object.defineProperty(each, insides, { value: context })
  return kit
}
