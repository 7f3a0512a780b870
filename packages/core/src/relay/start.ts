/** The relay in a kit: what the `walletConnect` connectors do, shared by all namespaces of the page. */
import { isNamespace, type Namespace, type NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { usesRelaySignIn } from '@latchkey/spec/validation'
import type { ConnectInput, WalletSession } from '../connector.js'
import { relayConnectorId } from '../connectorIds.js'
import type { KitContext } from '../context.js'
import { pageOrigin } from '../pageOrigin.js'
import { watchAbsence } from './absence.js'
import { createLink } from './createLink.js'
import type { RelaySignIn } from './link.js'
import { approvedOn, proposalFor } from './namespaces.js'
import { openClient, type RelayEnvironment } from './openClient.js'
import { openWallet } from './openWallet.js'
import type { Metadata, PairingAuth } from './pairing.js'
import { relayAddress } from './relayAddress.js'
import type { AuthQuestion, Cacao, Session } from './schemas.js'
import type { SignClient } from './signClient.js'
import { type RelayStatus, statusError } from './transport.js'

export interface RelayHandle {
  readonly client: SignClient
  connect(namespace: Namespace, input: ConnectInput): Promise<WalletSession>
  reconnect(namespace: Namespace): Promise<WalletSession | undefined>
  /** Tries a relay that is away, or that refused, at once. */
  retry(): void
}

export function start(context: KitContext, environment?: RelayEnvironment): RelayHandle {
  const { options, store, jobs, log, services } = context
  const client = openClient({
    url: relayAddress(options),
    projectId: options.projectId,
    storage: context.storage.raw,
    clock: context.clock,
    log,
    metadata: metadataOf(context),
    onStatus,
    environment,
  })
  jobs.scope.add(() => client.close())
  const watch = watchAbsence(context)
  client.subscribe(({ type, topic }) => {
    if (type !== 'settled') return
    show(topic).catch((cause: unknown) => log.error('A session of the relay was not shown', cause))
  })

  function onStatus(status: RelayStatus) {
    const { retryAt } = status
    store.set({ relay: { status: status.status, retryAt, error: statusError(status) } })
    // S4-25: what the relay means is told to the developer, once per kind.
    if (status.status === 'refused') void report(new Error(status.reason))
  }

  // The wallet was opened on the same device, and the browser has put this page away meanwhile.
  if (options.isMobile) {
    const readAuth = async (question: AuthQuestion) => (await import('./auth.js')).readAuth(question)
    client
      .resume({ usedBy: (session) => freeNamespaces(session), readAuth, keepSignIn })
      .catch((cause: unknown) => log.warn('The code of an earlier page was not taken up', cause))
  }

  const report = (cause: Error) =>
    import('../actions/reportProviderError.js')
      .then(({ reportProviderError }) => reportProviderError(context, cause))
      .catch(() => log.error('The relay refused', cause))

  const usedBy = (session: Session) =>
    namespaces().filter((each) => approvedOn(session.namespaces, each).accounts.length > 0)

  /** Namespaces of the page that a wallet behind a relay can serve. */
  const namespaces = () =>
    store
      .get()
      .connectors.filter(({ id }) => id === relayConnectorId)
      .map(({ namespace }) => namespace)

  /** One approval serves every namespace of the page: those without a wallet take the session up. */
  async function show(topic: string) {
    for (const namespace of (client.session(topic)?.usedBy ?? []).filter(isNamespace)) {
      const { wallets = [] } = store.get().connections[namespace] ?? {}
      const isFirst = wallets.length === 0
      const input = { namespace, connectorId: relayConnectorId, isActive: isFirst && isAlone() }
      await services.wallets(({ adopt }) => adopt(context, input))
    }
  }
  const isAlone = () => Object.values(store.get().connections).every(({ wallets }) => wallets.length === 0)

  async function connect(namespace: Namespace, { networkId, signal, onUri = () => {} }: ConnectInput) {
    const networks = networksOf(namespaces(), store.get().networks)
    const auth = await signInInput(networks)
    signal.throwIfAborted()
    const { session, cacaos } = await client.pair({
      optional: proposalFor(networks),
      auth,
      signal,
      onUri,
      usedBy: (settled) => freeNamespaces(settled, namespace),
    })
    try {
      if (!session.usedBy.includes(namespace)) {
        throw new LatchkeyError('connection.no-accounts', { wallet: session.wallet.name })
      }
      if (cacaos) await keepSignIn(cacaos)
    } catch (cause) {
      await client.disconnect(session.topic).catch(() => {})
      throw cause
    }
    const opened = await open(namespace, session, networkId)
    // The page shows the new wallet first: the end of one that it still shows would close the modal and this attempt.
    context.clock.after(0, () => replaceOthers(namespace, session.topic, opened))
    return opened
  }

  /** The namespace that asked, and those that no other session serves. */
  function freeNamespaces(session: Session, asking?: Namespace): readonly Namespace[] {
    const taken = client.sessions().flatMap((each) => each.usedBy)
    return usedBy(session).filter((each) => each === asking || !taken.includes(each))
  }

  /** A namespace has one session at a time; one that nobody uses any more ends. */
  function replaceOthers(namespace: Namespace, topic: string, opened: WalletSession) {
    const { wallets = [] } = store.get().connections[namespace] ?? {}
    const shown = wallets.find(({ connectorId }) => connectorId === relayConnectorId)?.session
    if (!shown) return
    const others = client
      .sessions()
      .filter((other) => other.topic !== topic && other.usedBy.includes(namespace))
    // Given up in the very moment of the approval: the one before stays.
    const left = shown === opened ? others.map((other) => other.topic) : [topic]
    for (const each of left) {
      release(each, namespace).catch((cause: unknown) =>
        log.info('A session that was replaced did not hear of it', cause),
      )
    }
  }

  async function release(topic: string, namespace: Namespace) {
    const rest = (client.session(topic)?.usedBy ?? []).filter((each) => each !== namespace)
    if (rest.length > 0) client.use(topic, rest)
    else await end(topic)
  }

  /** One approval connected every namespace of the page, so leaving one of them leaves all. */
  async function end(topic: string) {
    if (client.session(topic)) await client.disconnect(topic)
  }

  async function open(
    namespace: Namespace,
    session: Session,
    preferred: NetworkId | undefined,
  ): Promise<WalletSession> {
    const link = createLink({
      client,
      session,
      namespace,
      preferredNetworkId: preferred ?? store.get().activeNetworks[namespace]?.networkId,
      onAsked: () => openWallet(context, session.topic),
      watch,
      leave: () => end(session.topic),
    })
    const adapter = jobs.adapters.get(namespace)
    if (adapter?.openRelaySession) return adapter.openRelaySession(link)
    const { createGenericSession } = await import('./genericSession.js')
    return createGenericSession(link, namespace)
  }

  /** S5-16 */
  async function signInInput(chains: readonly NetworkId[]): Promise<PairingAuth | undefined> {
    const siwx = relaySignIn(options.siwx)
    if (!siwx || !usesRelaySignIn(chains)) return undefined
    const request = await siwx.createRelayRequest({ networks: chains })
    if (!request) return undefined
    const { createAuth } = await import('./auth.js')
    return createAuth({ request, chains, issuedAt: new Date(context.clock.now()).toISOString() })
  }

  async function keepSignIn(cacaos: readonly Cacao[]) {
    const { authSessions } = await import('./auth.js')
    const sessions = authSessions(cacaos)
    await relaySignIn(options.siwx)?.addRelaySessions(sessions)
    store.set(({ signIn }) => ({ signIn: { ...signIn, session: sessions[0] } }))
  }

  return {
    client,
    connect,
    async reconnect(namespace) {
      const session = client.sessions().find((each) => each.usedBy.includes(namespace))
      return session && open(namespace, session, undefined)
    },
    retry: () => client.retry(),
  }
}

function metadataOf({ options }: KitContext): Metadata {
  const url = pageOrigin() ?? ''
  const name = globalThis.document?.title || url || 'Latchkey'
  return options.metadata ?? { name, description: '', url, icons: [] }
}

const networksOf = (
  namespaces: readonly Namespace[],
  networks: readonly { readonly chainNamespace: Namespace; readonly caipNetworkId: NetworkId }[],
): readonly NetworkId[] =>
  networks.flatMap(({ chainNamespace, caipNetworkId }) =>
    namespaces.includes(chainNamespace) ? [caipNetworkId] : [],
  )

function relaySignIn(siwx: unknown): RelaySignIn | undefined {
  const isOne = siwx instanceof Object && 'createRelayRequest' in siwx && 'addRelaySessions' in siwx
  // Both methods are there; what they take and give is theirs to keep.
  return isOne ? (siwx as RelaySignIn) : undefined
}
