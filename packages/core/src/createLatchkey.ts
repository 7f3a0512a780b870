/** The composition root: options in, kit out. Touches no DOM and holds nothing outside the kit it returns (D-03). */
import type { Namespace } from '@latchkey/spec/caip'
import type { AdapterHandle } from './adapter.js'
import { startAnalytics } from './analytics.js'
import { bindActions } from './bindActions.js'
import { createSystemClock } from './clock.js'
import { hideContext, type KitContext } from './context.js'
import { createServices } from './createServices.js'
import { createEvents } from './events.js'
import { startFeature } from './feature.js'
import { transactions } from './features/index.js'
import { followingKey } from './features/transactions/keys.js'
import { initialState, placeOf, serverState } from './initialState.js'
import type { Jobs } from './jobs.js'
import type { Kit } from './kit.js'
import { createLanes } from './lanes.js'
import { createLazy, type Lazy } from './lazy.js'
import { createLog } from './log.js'
import type { CreateLatchkeyOptions } from './options.js'
import { resolveOptions } from './resolveOptions.js'
import { restoreWallets } from './restoreWallets.js'
import { createScope, createScopedClock, type Scope } from './scope.js'
import type { WalletActions } from './services.js'
import { createSingleFlight } from './singleFlight.js'
import { startAdapters } from './startAdapters.js'
import type { KitState } from './state.js'
import { createDefaultStorage, createKitStorage } from './storage.js'
import { createStore, type Store } from './store.js'
import { followSystemTheme } from './systemTheme.js'
import { whenIdle } from './whenIdle.js'

export function createLatchkey(input: CreateLatchkeyOptions): Kit {
  // Literal, so that every bundler cuts here.
  return assembleKit(input, { wallets: createLazy(() => import('./walletActions.js')) })
}

/** As `createLatchkey`, with the parts that are fetched handed in. */
export function assembleKit(
  input: CreateLatchkeyOptions,
  { wallets }: { readonly wallets: Lazy<WalletActions> },
): Kit {
  const machineClock = input.clock ?? createSystemClock()
  const log = createLog({ clock: machineClock, level: input.logLevel })
  const options = resolveOptions(input, { onUnknown: (name) => log.warn(`There is no option ${name}`) })
  const scope = createScope((cause) => log.error('A cleanup failed', cause))
  const clock = createScopedClock(machineClock, scope)
  const { id, projectId } = options
  const storage = createKitStorage({ storage: input.storage ?? createDefaultStorage(), log, id, projectId })
  const adapters = new Map<Namespace, AdapterHandle>()
  const methods = bindActions(() => context)
  const context: KitContext = {
    ...methods,
    id,
    options,
    store: createGuardedStore(initialState(options, storage.read('activeNetworks')), scope),
    serverState: serverState(options),
    clock,
    storage,
    events: createEvents({ clock, log, scope }),
    log,
    services: createServices(() => context, { fetch: options.fetch, wallets }),
    jobs: createJobs(scope, adapters),
    get ready() {
      return ready
    },
  }
  startAnalytics(context)
  startAdapters(context, adapters)
  followSystemTheme(context)
  keepPlace(context)
  checkOriginOnOpen(context)
  followTransactions(context)
  const ready = restoreWallets(context)
  context.events.emit('MODAL_CREATED', {})
  return hideContext(context, methods)
}

/** After `destroy()` nothing changes any more, however late an answer comes. */
function createGuardedStore(initial: KitState, scope: Scope): Store<KitState> {
  const store = createStore(initial)
  return {
    ...store,
    set(update) {
      if (!scope.isClosed) store.set(update)
    },
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener)
      const release = scope.add(unsubscribe)
      return () => {
        release()
        unsubscribe()
      }
    },
  }
}

function createJobs(scope: Scope, adapters: ReadonlyMap<Namespace, AdapterHandle>): Jobs {
  let lastId = 0
  return {
    scope,
    adapters,
    flights: createSingleFlight(),
    lanes: createLanes(),
    attempts: new Map(),
    choices: new Map(),
    prompts: new Map(),
    watches: new Map(),
    leaving: new Map(),
    embeddedRequests: new Set(),
    screens: 0,
    frameHome: undefined,
    shownAlerts: new Set(),
    relayChoice: undefined,
    features: new Map(),
    toastTimer: () => {},
    isToastReplacing: false,
    nextId: () => ++lastId,
  }
}

/** A reload comes back to the same namespace and networks. */
function keepPlace(context: KitContext) {
  context.store.subscribe((state, before) => {
    if (state.activeNamespace === before.activeNamespace && state.activeNetworks === before.activeNetworks)
      return
    context.storage.write('activeNetworks', placeOf(state))
  })
}

function checkOriginOnOpen(context: KitContext) {
  if (!context.options.gatewayUrl) return
  const check = () =>
    void context.jobs.flights
      .join('checkOrigin', async () => (await import('./checkOrigin.js')).checkOrigin(context))
      .then(stop)
      // A chunk or an answer that did not arrive may arrive next time.
      .catch((cause: unknown) => context.log.info('The gateway did not say which origins it allows', cause))
  const stop = context.events.on(({ name }) => {
    if (name === 'MODAL_OPEN') whenIdle(check)
  })
}

/** What an earlier page or another tab sent is followed here too; a page that never sent anything loads nothing. */
function followTransactions(context: KitContext) {
  const { raw } = context.storage
  const start = () =>
    startFeature(context, transactions).catch((cause: unknown) =>
      context.log.info('Transactions were not loaded', cause),
    )
  if (raw.get(followingKey)) return void start()
  const stop = raw.subscribe?.((key) => {
    if (key === followingKey) void start()
  })
  if (stop) context.jobs.scope.add(stop)
}
