/** Asks about every followed transaction in its time, for as long as the kit lives, whatever fails in between. */
import { type Namespace, parseNetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits, seconds } from '@latchkey/spec/limits'
import type { AdapterHandle } from '../../adapter.js'
import type { KitContext } from '../../context.js'
import { within } from '../../within.js'
import type { FollowedTransaction } from './followed.js'
import { judge, judgeBundle, judgeUnknownBundle } from './judge.js'
import type { Ledger } from './ledger.js'
import { paceOf, pauseAfter } from './pace.js'

/** What an answer makes of the entry as it is by then. */
type Verdict = (entry: FollowedTransaction) => FollowedTransaction

/** Where nobody can be asked yet: the wallet or the network may come back. */
const unreachablePause = seconds(5)

export function startRounds(context: KitContext, ledger: Ledger): void {
  const { clock, jobs, log } = context
  /** Failures in a row by whom was asked, and until when that one is left alone. */
  const failing = new Map<string, { readonly failures: number; readonly until: number }>()
  /** What was last asked about each, also where no answer came. */
  const asked = new Map<string, number>()
  const underWay = new Set<string>()
  let cancel = () => {}

  /** Only those that may still change. */
  const followed = () => ledger.store.get().entries.filter(({ isFollowed }) => isFollowed)

  function dueAt(entry: FollowedTransaction): number {
    const last = Math.max(entry.seenAt, asked.get(entry.id) ?? 0)
    const pace = last + paceOf(entry, clock.now())
    return Math.max(pace, failing.get(sourceOf(entry))?.until ?? 0)
  }

  function plan() {
    cancel()
    cancel = () => {}
    if (jobs.scope.isClosed) return
    const waiting = followed().filter(({ id }) => !underWay.has(id))
    if (waiting.length === 0 || underWay.size >= limits.transactionsAtOnce) return
    const next = Math.min(...waiting.map(dueAt))
    cancel = clock.after(Math.max(0, next - clock.now()), run)
  }

  function run() {
    const now = clock.now()
    const due = followed()
      .filter((entry) => !underWay.has(entry.id) && dueAt(entry) <= now)
      .sort((a, b) => dueAt(a) - dueAt(b))
      .slice(0, limits.transactionsAtOnce - underWay.size)
    for (const entry of due) void follow(entry)
    plan()
  }

  async function follow(entry: FollowedTransaction) {
    const source = sourceOf(entry)
    underWay.add(entry.id)
    asked.set(entry.id, clock.now())
    try {
      const verdict = await ask(context, entry)
      if (jobs.scope.isClosed) return
      failing.delete(source)
      if (verdict) {
        ledger.change((entries) => entries.map((each) => (each.id === entry.id ? verdict(each) : each)))
      } else asked.set(entry.id, clock.now() + unreachablePause)
    } catch (cause) {
      if (jobs.scope.isClosed) return
      const { failures = 0 } = failing.get(source) ?? {}
      failing.set(source, { failures: failures + 1, until: clock.now() + pauseAfter(failures + 1) })
      log.info(`Nothing was heard of ${entry.id}`, cause)
    } finally {
      underWay.delete(entry.id)
      plan()
    }
  }

  jobs.scope.add(ledger.store.subscribe(plan))
  jobs.scope.add(() => cancel())
  plan()
}

/** Who is asked: one that fails is left alone for a while, the others are not. */
const sourceOf = ({ networkId, connectorId = '' }: FollowedTransaction) => `${networkId} ${connectorId}`

/** Each question has its own deadline, and ends with the kit. */
type Bounded = <T>(question: (signal: AbortSignal) => Promise<T>) => Promise<T>

/** `undefined` where there is nobody to ask now. */
function ask(context: KitContext, entry: FollowedTransaction): Promise<Verdict | undefined> {
  const { jobs, clock } = context
  const bounded: Bounded = (question) => {
    const asking = new AbortController()
    const { signal } = asking
    const release = jobs.scope.add(() => asking.abort(new LatchkeyError('kit.destroyed')))
    const timeout = () => {
      const error = new LatchkeyError('request.aborted')
      asking.abort(error)
      return error
    }
    return within(question(signal), { clock, ms: limits.transactionAnswer, signal, timeout }).finally(release)
  }
  return (entry.connectorId === undefined ? askChain : askWallet)(context, entry, bounded)
}

/** The page's own nodes; where they fail, those of the wallets that are on this network (D-10). */
async function askChain(
  { store, jobs, clock }: KitContext,
  { networkId, hash, address, trace, height }: FollowedTransaction,
  bounded: Bounded,
): Promise<Verdict | undefined> {
  const { networks, connections } = store.get()
  const network = networks.find((each) => each.caipNetworkId === networkId)
  if (!network) return undefined
  const sessions = (connections[network.chainNamespace]?.wallets ?? []).map(({ session }) => session)
  const asked: readonly Partial<Witness>[] = [
    jobs.adapters.get(network.chainNamespace) ?? {},
    ...sessions.filter((session) => session.networkId() === networkId),
  ]
  const failures: unknown[] = []
  for (const witness of asked.filter(isWitness)) {
    try {
      const sighting = await bounded((signal) =>
        witness.getTransaction({ network, hash, address, trace, height, signal }),
      )
      return (entry) => judge(entry, sighting, clock.now())
    } catch (cause) {
      failures.push(cause)
    }
  }
  if (failures.length > 0) throw failures[0]
  return undefined
}

type Witness = Required<Pick<AdapterHandle, 'getTransaction'>>

const isWitness = (one: Partial<Witness>): one is Witness => one.getTransaction !== undefined

/** EIP-5792: the wallet has no such bundle. */
const unknownBundle = 5730

async function askWallet(
  { store, clock }: KitContext,
  { networkId, connectorId, hash, address }: FollowedTransaction,
  bounded: Bounded,
): Promise<Verdict | undefined> {
  const namespace: Namespace | undefined = parseNetworkId(networkId)?.namespace
  const wallets = namespace ? (store.get().connections[namespace]?.wallets ?? []) : []
  const session = wallets.find((wallet) => wallet.connectorId === connectorId)?.session
  const getCallsStatus = session?.getCallsStatus
  if (!getCallsStatus) return undefined
  try {
    const status = await bounded((signal) => getCallsStatus.call(session, { id: hash, address, signal }))
    return (entry) => judgeBundle(entry, status, clock.now())
  } catch (cause) {
    if (codeOf(cause) !== unknownBundle) throw cause
    return (entry) => judgeUnknownBundle(entry, clock.now())
  }
}

/** Wallets put the code on the error, or on what caused it. */
function codeOf(cause: unknown): unknown {
  if (!(cause instanceof Object)) return undefined
  if ('code' in cause && typeof cause.code === 'number') return cause.code
  return 'cause' in cause ? codeOf(cause.cause) : undefined
}
