/** Choosing a name for an account: free or taken as one types, then signed for and registered (S4-21, S5-09, D-20). */
import type { Address, NetworkId } from '@latchkey/spec/caip'
import { isUserRejection } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { StateOf } from '@latchkey/spec/states'
import { checkNameLabel } from '@latchkey/spec/validation'
import { replace } from '../../actions/navigate.js'
import type { KitContext } from '../../context.js'
import { selectView } from '../../select.js'
import { createStore, type ReadonlyStore } from '../../store.js'
import { isAbort } from '../../wallets/walletError.js'
import { labelOf, nameReason, namesOf, resolveName, searchNames } from './nameService.js'
import { isOursByNow, register } from './register.js'

export type NameCheck =
  | { readonly status: 'empty' | 'checking' }
  /** It cannot be a name, whoever is asked (S5-09). */
  | { readonly status: 'invalid'; readonly reason: string }
  | { readonly status: 'free' | 'taken'; readonly name: string }
  /** Nobody could say; `checkAgain` asks once more (D-13). */
  | { readonly status: 'failed'; readonly reason: string }

/** Why the last try ended without a name. `declined`: the person said no in the wallet. */
export interface NameProblem {
  readonly kind: 'declined' | 'failed'
  readonly reason: string
}

export interface NamesState {
  readonly step: StateOf<'nameRegistration'>
  /** What was typed, in the letters of a name. */
  readonly label: string
  /** What every name ends with, once the gateway has said so. */
  readonly zone: string | undefined
  readonly check: NameCheck
  /** Whole names that are free. */
  readonly suggestions: readonly string[]
  readonly problem: NameProblem | undefined
  /** The name that was registered last. */
  readonly registered: string | undefined
}

export interface Names {
  readonly store: ReadonlyStore<NamesState>
  /** A new form, with a wish where there is one; a registration that is under way stays. */
  open(wish?: string): void
  /** Asks what names end with, unless that is known. Never rejects: the first search tells it too. */
  learnZone(): Promise<void>
  /** Takes what is typed; the gateway is asked when the typing pauses. */
  type(text: string): void
  checkAgain(): void
  /** Registers the name in the form for the account that is shown. Never rejects: what went wrong is in `problem`. */
  register(): Promise<void>
  /** Takes back the question to the wallet. */
  cancel(): void
  /** Whose name it is; `undefined` where it is nobody's. */
  resolve(name: string): Promise<Address | undefined>
  /** The registered names of an address. */
  namesOf(address: Address): Promise<readonly string[]>
}

const empty: NamesState = {
  step: 'RegisterAccountName',
  label: '',
  zone: undefined,
  check: { status: 'empty' },
  suggestions: [],
  problem: undefined,
  registered: undefined,
}

/** Nobody tells the zone but the names that end with it, so one is asked for. */
const anyLabel = 'name'

export function start(context: KitContext): Names {
  const { clock, log, services, jobs } = context
  const store = createStore(empty)
  let searching: AbortController | undefined
  let signing: AbortController | undefined
  /** Signed for, and no answer: it may be registered all the same. */
  let unanswered: string | undefined
  jobs.scope.add(() => searching?.abort())

  const isBusy = () => ['signing', 'registering'].includes(store.get().step)

  /** One search at a time: what is typed next makes the answer before it stale. */
  function search(label: string, wait: number): void {
    searching?.abort()
    searching = new AbortController()
    const { signal } = searching
    store.set({ check: { status: 'checking' }, suggestions: [] })
    const cancel = clock.after(wait, () => void ask(label, signal))
    signal.addEventListener('abort', cancel, { once: true })
  }

  async function ask(label: string, signal: AbortSignal): Promise<void> {
    try {
      const api = await services.api()
      if (!api || signal.aborted) return
      const { name, zone, isTaken, suggestions } = await searchNames(api, label, signal)
      const isOurs = isTaken && name === unanswered && (await isOursByNow(context, name))
      if (signal.aborted) return
      if (isOurs) return succeed(name)
      store.set({ zone, suggestions, check: { status: isTaken ? 'taken' : 'free', name } })
    } catch (cause) {
      if (signal.aborted) return
      log.info(`Nobody could say whether ${label} is free`, cause)
      store.set({ check: { status: 'failed', reason: nameReason(cause) } })
    }
  }

  function succeed(name: string): void {
    unanswered = undefined
    store.set({ step: 'RegisterAccountNameSuccess', registered: name, problem: undefined })
    showSuccess(context, name)
  }

  const learnZone = () => jobs.flights.join('names/zone', askZone)

  async function askZone(): Promise<void> {
    if (store.get().zone) return
    try {
      const api = await services.api()
      if (!api) return
      const { zone } = await searchNames(api, anyLabel, jobs.scope.signal)
      store.set({ zone })
      // What was typed with its zone can be read now.
      if (store.get().label.endsWith(`.${zone}`)) type(store.get().label)
    } catch (cause) {
      // The first search says what is wrong, to somebody who asked.
      log.info('The zone of names is not known yet', cause)
    }
  }

  function type(text: string): void {
    if (isBusy()) return
    const label = labelIn(text, store.get().zone)
    const invalid = label === '' ? undefined : checkNameLabel(label)
    store.set({ step: 'RegisterAccountName', label, problem: undefined })
    if (label !== '' && !invalid) return search(label, limits.nameSearchWait)
    searching?.abort()
    store.set({
      suggestions: [],
      check: invalid ? { status: 'invalid', reason: invalid.message } : { status: 'empty' },
    })
  }

  return {
    store,
    open(wish = '') {
      if (isBusy()) return
      store.set({ ...empty, zone: store.get().zone })
      type(wish)
      void learnZone()
    },
    learnZone,
    type,
    checkAgain() {
      const { label } = store.get()
      if (label !== '' && !checkNameLabel(label)) search(label, 0)
    },
    async register() {
      const { check } = store.get()
      if (check.status !== 'free' || isBusy()) return
      const { name } = check
      signing = new AbortController()
      store.set({ step: 'signing', problem: undefined })
      try {
        await register(context, {
          name,
          signal: signing.signal,
          onSigned: () => store.set({ step: 'registering' }),
        })
        succeed(name)
      } catch (cause) {
        log.info(`${name} was not registered`, cause)
        if (store.get().step === 'registering') unanswered = name
        // S4-21: back to the form, with the reason unless the person gave up.
        store.set({ step: 'RegisterAccountName', problem: isAbort(cause) ? undefined : problemOf(cause) })
        // Somebody else may have been quicker.
        if (!isUserRejection(cause) && !isAbort(cause)) search(labelOf(name), 0)
      }
    },
    cancel: () => signing?.abort(),
    resolve: (name) => resolveName(context, { name, networkId: networkOf(context) }),
    namesOf: (address) => namesOf(context, address),
  }
}

/** Names have no capitals, and somebody may paste one with its zone. */
function labelIn(text: string, zone: string | undefined): string {
  const typed = text.trim().toLowerCase()
  return zone && typed.endsWith(`.${zone}`) ? typed.slice(0, -zone.length - 1) : typed
}

const problemOf = (cause: unknown): NameProblem => ({
  kind: isUserRejection(cause) ? 'declined' : 'failed',
  reason: nameReason(cause),
})

const networkOf = ({ store }: KitContext): NetworkId =>
  store.get().activeNetworks.eip155?.networkId ?? 'eip155:1'

/** S4-21: on with the success, unless the person went elsewhere meanwhile. */
function showSuccess(context: KitContext, name: string): void {
  const state = context.store.get()
  if (!state.modal.isOpen || selectView(state) !== 'RegisterAccountName') return
  replace(context, { view: 'RegisterAccountNameSuccess', data: { name } })
}
