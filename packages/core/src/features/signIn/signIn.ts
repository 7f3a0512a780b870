/** Sign-in with the wallet (S4-14 to S4-17): whether somebody is signed in, the question, and the way out. */
import type { Namespace } from '@latchkey/spec/caip'
import type { SignInSession } from '@latchkey/spec/entities'
import { isLatchkeyError, isUserRejection, LatchkeyError, notices } from '@latchkey/spec/errors'
import { errorText } from '@latchkey/spec/laterErrors'
import { limits } from '@latchkey/spec/limits'
import { readSignIn } from '@latchkey/spec/signIn'
import { isSameAddress } from '@latchkey/spec/validation'
import { hasScreen } from '../../actions/attachScreen.js'
import { close } from '../../actions/close.js'
import { returnTo } from '../../actions/navigate.js'
import { isOnUnsupportedNetwork, open } from '../../actions/open.js'
import { signInReady } from '../../actions/signInReady.js'
import { hideToast, showToast } from '../../actions/toast.js'
import type { KitContext } from '../../context.js'
import { selectAccount, selectConnector, selectView } from '../../select.js'
import type { KitState } from '../../state.js'
import { createStore, type ReadonlyStore } from '../../store.js'
import { capability, requestWallet } from '../../wallets/request.js'
import { within } from '../../within.js'
import { namespaceOf, type Subject, subjectKey, subjectOf } from '../subject.js'
import { fromSiweConfig } from './fromSiweConfig.js'
import { pageOf } from './page.js'
import { readSiweConfig, readSiwx, type Siwx } from './siwx.js'

export interface SignInProgress {
  /** `checking`: whether a session is there already. `signing`: the wallet has the question. `verifying`: the server. */
  readonly step: 'idle' | 'checking' | 'signing' | 'verifying'
  /** Why the last attempt ended without a session. */
  readonly error: LatchkeyError | undefined
}

export interface SignIn {
  readonly store: ReadonlyStore<SignInProgress>
  /** Asks the person to sign. Rejects where nobody is signed in afterwards. */
  signIn(): Promise<SignInSession>
  /** Ends the session of the account in front. */
  signOut(): Promise<void>
  /** A wallet has just connected: asks for a signature where one is needed, else the modal has done its work. */
  afterConnect(): Promise<void>
  /** A wallet came back with the page: nobody is asked unless a session is required. */
  afterRestore(): Promise<void>
}

const idle: SignInProgress = { step: 'idle', error: undefined }

export function start(context: KitContext): SignIn {
  const { options, log, events } = context
  const store = createStore<SignInProgress>(idle)
  const siwx = siwxOf(context)
  const view = options.siwx ? 'SIWXSignMessage' : 'ConnectingSiwe'
  let round = 0
  let isSigning = false

  const setSession = (session: SignInSession | undefined) =>
    context.store.set(({ signIn }) => ({ signIn: { ...signIn, session } }))

  /** The session of the account and network in front, from whoever keeps them. */
  async function find(subject: Subject): Promise<SignInSession | undefined> {
    const asked = siwx.getSessions(subject.networkId, subject.address)
    const sessions = await within(asked, {
      clock: context.clock,
      ms: limits.accountReadDeadline,
      timeout: () => new LatchkeyError('signin.init-failed'),
    })
    return sessions.find((session) => isFor(session, subject))
  }

  /** What was found belongs to the account that is shown (D-11), or is dropped. */
  async function check({ asks }: { readonly asks: boolean }): Promise<void> {
    const current = ++round
    const subject = subjectOf(context.store.get())
    const { session } = context.store.get().signIn
    if (session && (!subject || !isFor(session, subject))) setSession(undefined)
    if (!subject || isOnUnsupportedNetwork(context, context.store.get())) return
    store.set({ step: 'checking', error: undefined })
    try {
      const found = await find(subject)
      if (current !== round) return
      store.set(idle)
      setSession(found)
      if (found) leaveView()
      else if (asks) {
        ask()
        // The embedded wallet has its own question; one press there is enough.
        if (isEmbedded() && hasScreen(context)) signIn().catch(() => {})
      }
    } catch (cause) {
      if (current !== round || context.jobs.scope.isClosed) return
      await giveUp(namespaceOf(subject), cause)
    }
  }

  /** S8-06: nobody can say whether somebody is signed in. */
  async function giveUp(namespace: Namespace, cause: unknown): Promise<void> {
    log.error('The sessions of sign-in could not be read', cause)
    const error = new LatchkeyError('signin.init-failed', {}, { cause })
    store.set({ step: 'idle', error })
    showToast(context, { variant: 'error', text: error.message, isForPage: true })
    if (!context.store.get().signIn.isRequired) return
    await context
      .disconnect({ namespace })
      .catch((refusal: unknown) => log.error('The wallet could not be left', refusal))
  }

  const isEmbedded = () => selectConnector(context.store.get())?.type === 'AUTH'

  /** Back to what the person was about to do; else the modal has done its work. */
  function moveOn(): void {
    const isBack = returnTo(context, 'Pay') || returnTo(context, 'ProfileWallets')
    if (!isBack) close(context, { reason: 'connected', force: true })
  }

  function isAsking(): boolean {
    const state = context.store.get()
    return state.modal.isOpen && selectView(state) === view
  }

  function ask(): void {
    if (hasScreen(context) && !isAsking()) open(context, { view })
  }

  /** Somebody signed in meanwhile, in another tab for example. */
  function leaveView(): void {
    if (isAsking()) moveOn()
  }

  async function sign(signal: AbortSignal): Promise<SignInSession> {
    const { account, network } = signInReady(context)
    const { caipNetworkId: chainId } = network
    const created = await siwx.createMessage({ chainId, accountAddress: account.address })
    const message = created.toString()
    const { toString: _, ...data } = created
    const { address, namespace } = account
    const signed = await requestWallet(
      context,
      { signal, address, namespace, networkId: chainId },
      async ({ session, ...request }) =>
        // An app that words its message in its own way gets its own words signed.
        session.signIn && readSignIn(message)
          ? session.signIn({ ...request, data })
          : {
              message,
              signature: await capability(session, 'signMessage', 'sign messages')({ ...request, message }),
            },
    )
    signal.throwIfAborted()
    store.set({ step: 'verifying', error: undefined })
    showToast(context, { variant: 'loading', text: notices['signin.authenticating'].text })
    const session = { data, ...signed }
    await siwx.addSession(session)
    if (signal.aborted) await siwx.revokeSession(data.chainId, data.accountAddress)
    signal.throwIfAborted()
    const subject = subjectOf(context.store.get())
    // Another account came while the server was asked; the session is kept, and is not this account's.
    if (!subject || !isFor(session, subject)) throw new LatchkeyError('request.aborted')
    return session
  }

  async function signInOnce(): Promise<SignInSession> {
    const facts = factsOf(context.store.get())
    const leaving = new AbortController()
    // Who cancels, or closes the question before signing, has said no, whatever the wallet answers later.
    const release = events.on(({ name }) => {
      const isLeft = name === 'MODAL_CLOSE' && store.get().step === 'signing'
      if (isLeft || name === 'CLICK_CANCEL_SIWX') leaving.abort(new LatchkeyError('request.aborted'))
    })
    round += 1
    isSigning = true
    try {
      store.set({ step: 'signing', error: undefined })
      const session = await sign(leaving.signal)
      setSession(session)
      store.set(idle)
      hideToast(context)
      leaveView()
      events.emit('SIWX_AUTH_SUCCESS', facts)
      return session
    } catch (cause) {
      if (leaving.signal.aborted) {
        store.set(idle)
        hideToast(context)
        throw leaving.signal.reason
      }
      const error = explain(cause, facts.isSmartAccount)
      store.set({ step: 'idle', error })
      showToast(context, { variant: 'error', text: error.message })
      events.emit('SIWX_AUTH_ERROR', { ...facts, message: error.message })
      log.info('Nobody was signed in', cause)
      // S4-16
      if (subjectOf(context.store.get())) ask()
      throw error
    } finally {
      isSigning = false
      release()
    }
  }

  /** Asked twice, a wallet would show the question twice. */
  const signIn = () => context.jobs.flights.join('signIn', signInOnce)

  async function signOut(): Promise<void> {
    const { session, isRequired } = context.store.get().signIn
    const subject = subjectOf(context.store.get())
    round += 1
    if (session) await siwx.revokeSession(session.data.chainId, session.data.accountAddress)
    setSession(undefined)
    if (isRequired && subject) await context.disconnect({ namespace: namespaceOf(subject) })
  }

  /** A wallet that was left takes its sessions with it, unless the app keeps them. */
  function forget(before: Subject): void {
    if (siwx.signOutOnDisconnect === false) return
    const namespace = namespaceOf(before)
    const networks = context.store.get().networks.filter((each) => each.chainNamespace === namespace)
    for (const { caipNetworkId } of networks) {
      siwx.revokeSession(caipNetworkId, before.address).catch((cause: unknown) => {
        log.info('A session could not be ended', cause)
      })
    }
  }

  let last = subjectOf(context.store.get())
  context.store.subscribe((state) => {
    const next = subjectOf(state)
    if (keyOf(next) === keyOf(last)) return
    const before = last
    last = next
    if (before && !state.connections[namespaceOf(before)]?.wallets.length) forget(before)
    // A first account is asked by `afterConnect`, or was restored; later ones have changed under the person's hands.
    if (!isSigning) void check({ asks: before !== undefined && next !== undefined })
  })
  const stop = siwx.subscribe?.(() => !isSigning && void check({ asks: false }))
  if (stop) context.jobs.scope.add(stop)

  return {
    store: { get: store.get, subscribe: store.subscribe },
    signIn,
    signOut,
    async afterConnect() {
      last = subjectOf(context.store.get())
      await check({ asks: true })
      const { session } = context.store.get().signIn
      if (session) moveOn()
    },
    afterRestore: () => check({ asks: context.store.get().signIn.isRequired }),
  }
}

function siwxOf(context: KitContext): Siwx {
  const { siwx, siweConfig, metadata } = context.options
  const config = readSiweConfig(siweConfig)
  const page = pageOf({ url: metadata?.url, now: () => context.clock.now() })
  const found = readSiwx(siwx) ?? (config && fromSiweConfig(config, page))
  if (!found) throw new LatchkeyError('signin.disabled')
  return found
}

const keyOf = (subject: Subject | undefined) => subject && subjectKey(subject)

const isFor = ({ data }: SignInSession, subject: Subject) =>
  data.chainId === subject.networkId &&
  isSameAddress(namespaceOf(subject), data.accountAddress, subject.address)

function factsOf(state: KitState) {
  const networkId = state.activeNetworks[state.activeNamespace]?.networkId ?? `${state.activeNamespace}:`
  return { networkId, isSmartAccount: selectAccount(state)?.type === 'smartAccount' } as const
}

/** In the words of the spec where it has some, else in those of whoever refused. */
function explain(cause: unknown, isSmartAccount: boolean): LatchkeyError {
  if (isUserRejection(cause)) return new LatchkeyError('signin.declined', {}, { cause })
  // S8-18 is for logs. Whoever came once too often is told when to come back, whatever the account.
  if (isLatchkeyError(cause, 'http.status') && cause.context.n === 429)
    return new LatchkeyError('signin.failed', { reason: waitText(cause.context.retryAfter) }, { cause })
  if (isSmartAccount) return new LatchkeyError('signin.smart-account', {}, { cause })
  if (cause instanceof LatchkeyError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new LatchkeyError('signin.failed', { reason }, { cause })
}

/** `retryAfter` in milliseconds, where the server said so. */
function waitText(retryAfter: unknown): string {
  if (typeof retryAfter !== 'number') return errorText('request.failed')
  return errorText('email.cooldown', { n: Math.max(1, Math.ceil(retryAfter / 1000)) })
}
