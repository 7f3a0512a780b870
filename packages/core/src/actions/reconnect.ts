/** Restores remembered wallets without asking anybody, most recently used first (S4-02, S4-03). */
import { isNamespace, type Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { Connector, WalletSession } from '../connector.js'
import { alive, type KitContext } from '../context.js'
import { isUnasked } from '../embedded/isOver.js'
import { type RunningAttempt, walletKey } from '../jobs.js'
import type { Attempt } from '../state.js'
import { endAttempt, isCurrent, startAttempt } from '../wallets/attempt.js'
import { joinWallet } from '../wallets/join.js'
import { rememberedWallets, rememberOnly } from '../wallets/remember.js'
import { tellConnected } from '../wallets/tellConnected.js'
import { whenOffered } from '../wallets/whenOffered.js'
import { within } from '../within.js'
import { open } from './open.js'

export interface ReconnectInput {
  readonly namespace?: Namespace
  readonly kind?: Attempt['kind']
}

/** Ends with every namespace connected or disconnected; a wallet that fails is a log line, never a rejection. */
export async function reconnect(
  context: KitContext,
  { namespace, kind = 'reconnect' }: ReconnectInput = {},
): Promise<void> {
  alive(context)
  const wanted = namespace
    ? [namespace]
    : Object.keys(context.storage.read('connections') ?? {}).filter(isNamespace)
  await Promise.all(
    wanted.map((each) =>
      context.jobs.flights.join(`reconnect ${each}`, () => reconnectNamespace(context, each, kind)),
    ),
  )
}

async function reconnectNamespace(
  context: KitContext,
  namespace: Namespace,
  kind: Attempt['kind'],
): Promise<void> {
  const wallets = context.store.get().connections[namespace]?.wallets ?? []
  const connected = wallets.map(({ connectorId }) => connectorId)
  const missing = rememberedWallets(context, namespace).filter((id) => !connected.includes(id))
  if (missing.length === 0) return
  // A person who is choosing a wallet goes before what the page remembers.
  if (context.jobs.attempts.has(namespace)) return
  const attempt = startAttempt(context, { namespace, kind })
  const offeredBy = context.clock.now() + limits.connectorAppear
  const found = [...connected]
  const unasked: string[] = []
  for (const connectorId of missing) {
    if (found.length > 0 && !context.options.enableMultiWallet) break
    let connector: Connector | undefined
    try {
      connector = await whenOffered(context, { namespace, connectorId, attempt, offeredBy })
      const session = await restore(context, connector, attempt)
      if (!isCurrent(context, attempt)) break
      if (!session) continue
      joinWallet(context, { attempt, connector, session, isActive: found.length === 0 })
      found.push(connectorId)
      const { name } = connector
      tellConnected(context, { namespace, connectorId, name, restored: true })
      if (found.length === 1) showInstead(context, namespace)
    } catch (cause) {
      if (!isCurrent(context, attempt)) break
      context.log.info(`${connectorId} was not restored`, cause)
      // That is no “no”.
      if (connector?.type === 'AUTH' && isUnasked(cause)) unasked.push(connectorId)
    }
  }
  // An attempt that was given up says nothing about the wallets, so what is remembered stays; nor does a wallet that
  // could not be asked.
  if (isCurrent(context, attempt)) rememberOnly(context, namespace, [...found, ...unasked])
  endAttempt(context, attempt)
}

/** Who opened the modal while their wallet was still being asked is shown what they came for (S2-04). */
function showInstead(context: KitContext, namespace: Namespace): void {
  const { modal, router, activeNamespace } = context.store.get()
  const [first, ...further] = router.history
  // The view stands for another wallet that is being asked.
  if (context.jobs.prompts.size > 0) return
  if (!modal.isOpen || first?.view !== 'Connect' || further.length > 0) return
  const wanted = first.data?.namespace
  if ((wanted ?? activeNamespace) === namespace) open(context, wanted ? { namespace: wanted } : {})
}

async function restore(
  context: KitContext,
  connector: Connector,
  attempt: RunningAttempt,
): Promise<WalletSession | undefined> {
  if (!connector.reconnect) return undefined
  await context.jobs.leaving.get(walletKey(connector.namespace, connector.id))
  attempt.signal.throwIfAborted()
  return within((async () => connector.reconnect?.({ signal: attempt.signal }))(), {
    clock: context.clock,
    // The embedded wallet has a frame to load first (S9-10).
    ms: limits.restoreDeadline + (connector.type === 'AUTH' ? limits.frameReady : 0),
    signal: attempt.signal,
    timeout: () => new LatchkeyError('connection.timeout', { wallet: connector.name }),
    late: (session) => session && comeLate(context, connector, attempt),
  })
}

/** The embedded wallet said yes when nobody waited any more: it has only to be shown now. */
function comeLate(context: KitContext, { id, namespace, type }: Connector, { signal }: RunningAttempt): void {
  if (type !== 'AUTH' || signal.aborted) return
  reconnect(context, { namespace }).catch((cause: unknown) =>
    context.log.info(`${id} was not restored`, cause),
  )
}
