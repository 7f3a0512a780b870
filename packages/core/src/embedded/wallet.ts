/** Connects whoever is signed in to the frame: one sign-in serves every namespace of the page, and leaving one leaves all. */
import { type Namespace, type NetworkId, namespaces } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import type { AccountType } from '@latchkey/spec/options'
import { open as openModal } from '../actions/open.js'
import type { ConnectInput, WalletSession } from '../connector.js'
import { embeddedConnectorId, embeddedName } from '../connectorIds.js'
import { walletKey } from '../jobs.js'
import { unlessAborted } from '../unlessAborted.js'
import { createAccounts, networksOf } from './accounts.js'
import type { Request } from './approvals.js'
import { createFrameLink, type FrameLink } from './frameLink.js'
import { isUnasked } from './isOver.js'
import { forgetAll, forgetUser, keepUser, readCapsule, readUser } from './memory.js'
import type { MissedReturn } from './missedReturn.js'
import { openSession } from './openSession.js'
import type { EmbeddedParts } from './parts.js'
import type { EmbeddedUser } from './state.js'

export interface EmbeddedWallet {
  /** For the connectors. Opens the modal where nobody is signed in, and waits for them. */
  connect(namespace: Namespace, input: ConnectInput): Promise<WalletSession>
  reconnect(namespace: Namespace): Promise<WalletSession | undefined>
  /** Somebody has just signed in: the wallet is connected, for every namespace that can be. */
  arrive(user: EmbeddedUser): Promise<void>
  setAccountType(type: AccountType, namespace: Namespace): Promise<void>
  /** The frame says that a session ended by itself. */
  lose(cause: unknown): void
}

export function createWallet(
  parts: EmbeddedParts,
  request: Request,
  missed: Pick<MissedReturn, 'note' | 'settle'>,
): EmbeddedWallet {
  const { context, frame, store } = parts
  const { options, jobs, services, log } = context
  const accounts = createAccounts(parts)
  const links = new Map<Namespace, FrameLink>()
  /** Namespaces in which the page shows this wallet, or did until a moment ago. */
  const joined = new Set<Namespace>()
  /** Those who wait for somebody to sign in. */
  const waiting = new Set<() => void>()
  let isSignedIn = false
  /** Goes up when somebody comes or leaves: an older answer about it is worth nothing. */
  let visit = 0
  let leaving: Promise<void> | undefined

  jobs.scope.add(
    context.store.subscribe(({ connections }) => {
      for (const namespace of links.keys()) {
        const { wallets = [] } = connections[namespace] ?? {}
        if (wallets.some(({ connectorId }) => connectorId === embeddedConnectorId)) joined.add(namespace)
      }
    }),
  )

  const preferredNetwork = (namespace: Namespace): NetworkId | undefined => {
    const all = networksOf(context, namespace)
    const shown = context.store.get().activeNetworks[namespace]?.networkId
    return shown && all.includes(shown) ? shown : all[0]
  }

  async function open(namespace: Namespace, wanted: NetworkId | undefined, signal?: AbortSignal) {
    const all = networksOf(context, namespace)
    const networkId = wanted && all.includes(wanted) ? wanted : preferredNetwork(namespace)
    if (!networkId) throw new LatchkeyError('connection.no-accounts', { wallet: embeddedName })
    await accounts.load(networkId, signal)
    const link = createFrameLink({
      namespace,
      name: embeddedName,
      walletUrl: options.walletUrl ?? '',
      preferredNetworkId: networkId,
      accounts,
      request,
      // One that came too late for whoever asked for it is let go of: the others stay signed in.
      leave: async () => {
        if (joined.has(namespace)) await leave()
        else links.delete(namespace)
      },
    })
    links.set(namespace, link)
    return openSession(parts, { namespace, link, accounts, prefer })
  }

  async function prefer(namespace: Namespace, type: AccountType): Promise<void> {
    await accounts.prefer(namespace, type)
    links.get(namespace)?.tell({ type: 'updated' })
  }

  /** Whoever leaves a namespace leaves the wallet. */
  function leave(): Promise<void> {
    leaving ??= signOut().finally(() => {
      leaving = undefined
    })
    return leaving
  }

  async function signOut(): Promise<void> {
    for (const giveUp of [...jobs.embeddedRequests]) giveUp(new LatchkeyError('request.aborted'))
    goodbye()
    forgetAll(context)
    await frame.ask('SIGN_OUT', undefined)
  }

  /** The namespaces that are still shown hear that the wallet is gone. */
  function goodbye(cause?: unknown): void {
    isSignedIn = false
    visit += 1
    const left = [...links.values()]
    links.clear()
    joined.clear()
    accounts.forget()
    store.set({ user: undefined, emailUpdate: { step: 'idle' } })
    for (const link of left) link.tell({ type: 'deleted', ...(cause === undefined ? {} : { cause }) })
  }

  /** Silent. A capsule lets a frame that lost its storage go on; it signs nobody in by itself. */
  async function isConnected(): Promise<boolean> {
    if (isSignedIn) return true
    const token = readCapsule(context)
    const mine = visit
    const answer = await frame.ask('IS_CONNECTED', token ? { token } : undefined)
    if (mine === visit) isSignedIn = answer.isConnected
    return isSignedIn
  }

  async function signedIn(signal: AbortSignal): Promise<void> {
    if (await isConnected()) return
    let arrived = () => {}
    const stop = context.events.on(({ name }) => {
      if (name === 'MODAL_CLOSE' && !isSignedIn) closed(new LatchkeyError('connection.closed'))
    })
    let closed = (_reason: Error) => {}
    try {
      const coming = new Promise<void>((resolve, reject) => {
        arrived = resolve
        closed = reject
      })
      waiting.add(arrived)
      if (!context.store.get().modal.isOpen) openModal(context, { view: 'Connect' })
      await unlessAborted(coming, signal)
    } finally {
      stop()
      waiting.delete(arrived)
    }
  }

  async function restore(namespace: Namespace): Promise<WalletSession | undefined> {
    if (!(await isConnected())) {
      // S4-06. The capsule stays: it spares a person on a known device the approval by mail.
      forgetUser(context)
      return undefined
    }
    const user = store.get().user ?? readUser(context)
    store.set({ user })
    context.store.set({ socialProvider: user.provider })
    return open(namespace, undefined)
  }

  /** Where the page shows no other wallet; the one in front comes first. */
  async function showOthers(first: Namespace): Promise<void> {
    const { connectors } = context.store.get()
    const own = connectors.filter(({ id }) => id === embeddedConnectorId).map(({ namespace }) => namespace)
    for (const namespace of own.filter((each) => each !== first)) {
      const { wallets = [] } = context.store.get().connections[namespace] ?? {}
      if (wallets.length > 0) continue
      const input = { namespace, connectorId: embeddedConnectorId, isActive: false }
      await services.wallets(({ adopt }) => adopt(context, input))
    }
  }

  return {
    async connect(namespace, { networkId, signal }) {
      await leaving
      await signedIn(signal)
      return open(namespace, networkId, signal)
    },

    async reconnect(namespace) {
      try {
        const session = await restore(namespace)
        // One “no” is for all namespaces.
        missed.settle(session && namespace)
        return session
      } catch (cause) {
        if (isUnasked(cause)) missed.note(namespace, cause)
        throw cause
      }
    },

    async arrive(user) {
      isSignedIn = true
      missed.settle()
      visit += 1
      store.set({ user })
      const namespace = frontNamespace(parts)
      if (!namespace) throw new LatchkeyError('connection.no-accounts', { wallet: embeddedName })
      context.store.set({ socialProvider: user.provider })
      const isAsked = waiting.size > 0 && jobs.prompts.has(walletKey(namespace, embeddedConnectorId))
      // Whoever waits may wait for another namespace than the one in front.
      for (const go of [...waiting]) go()
      if (!isAsked) await context.connect({ connectorId: embeddedConnectorId, namespace })
      keepUser(context, store.get().user ?? user, preferredNetwork(namespace))
      showOthers(namespace).catch((cause: unknown) => log.info('A namespace was not connected', cause))
    },

    setAccountType: (type, namespace) => prefer(namespace, type),

    lose(cause) {
      if (!isSignedIn) return
      forgetUser(context)
      goodbye(cause)
    },
  }
}

/** The namespace that is shown, if the embedded wallet has accounts there; else the first that it has. */
function frontNamespace({ context }: EmbeddedParts): Namespace | undefined {
  const { activeNamespace, connectors } = context.store.get()
  const own = connectors.filter(({ id }) => id === embeddedConnectorId).map(({ namespace }) => namespace)
  return own.includes(activeNamespace) ? activeNamespace : namespaces.find((each) => own.includes(each))
}
