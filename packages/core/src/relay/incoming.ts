/** What a wallet asks of the page in a running session: answered, applied once, and told to whoever listens. */
import { type SignMethod, signBounds } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'
import { approvalProblem, approvedOn } from './namespaces.js'
import { RelayPeerError, signError } from './peerError.js'
import { deletion, extension, type Session, update, walletEvent } from './schemas.js'
import type { SignEvent } from './signEvent.js'
import type { Vault } from './vault.js'
import type { Question } from './wire.js'

export interface IncomingInput {
  readonly vault: Vault
  readonly clock: Clock
  readonly tell: (event: SignEvent) => void
}

/** Applies the question and says what to answer; `undefined` where it was heard before. */
export function applyQuestion(
  { vault, clock, tell }: IncomingInput,
  question: Question,
): { readonly result: true } | { readonly error: RelayPeerError } | undefined {
  const { topic, id, method, params } = question
  const session = vault.session(topic)
  if (!session) return { error: signError('noSessionForTopic', `There is no session for ${topic}`) }
  if (session.seen.includes(id) || isOlderThanKept(session.seen, id)) return undefined
  if (!isWalletMethod(method))
    return { error: signError('unauthorizedMethod', `${method} is not for a page`) }
  const seen = [id, ...session.seen].sort((a, b) => b - a).slice(0, signBounds.seenRequests)
  const heard = { ...session, seen }
  try {
    const change: Change = handlers[method]({ session: heard, id, params, clock })
    if (change.session) vault.save(change.session)
    else vault.remove(topic)
    if (change.event) tell(change.event)
    return { result: true }
  } catch (cause) {
    vault.save(heard)
    if (cause instanceof RelayPeerError) return { error: cause }
    throw cause
  }
}

/** Ids are times and the latest are kept, so one below them all may have been heard before. */
const isOlderThanKept = (seen: readonly number[], id: number) =>
  seen.length >= signBounds.seenRequests && id < Math.min(...seen)

interface HandlerInput {
  readonly session: Session
  readonly id: number
  readonly params: unknown
  readonly clock: Clock
}

interface Change {
  /** Absent when the session is over. */
  readonly session?: Session
  readonly event?: SignEvent
}

const handlers = {
  /** A settlement of a session that stands is a copy whose answer got lost. */
  wc_sessionSettle: ({ session }) => ({ session }),

  wc_sessionUpdate({ session, id, params }) {
    const { namespaces } = update(params) ?? unreadable('invalidUpdateRequest')
    const problem = approvalProblem(namespaces)
    if (problem) throw problem
    // Messages may overtake each other; ids are times.
    if (id < session.lastUpdate) return { session }
    const { topic } = session
    return { session: { ...session, namespaces, lastUpdate: id }, event: { type: 'updated', topic } }
  },

  wc_sessionExtend({ session, params, clock }) {
    const { expiry } = extension(params) ?? unreadable('invalidExtendRequest')
    const latest = Math.floor(clock.now() / 1000) + signBounds.sessionLifetime
    const wanted = Math.min(expiry ?? latest, latest)
    // A wallet can make a session longer, never shorter; to end it there is another message.
    return { session: { ...session, expiry: Math.max(wanted, session.expiry) } }
  },

  wc_sessionEvent({ session, params }) {
    const { name, data, chainId } = walletEvent(params) ?? unreadable('invalidEvent')
    if (!approvedOn(session.namespaces, chainId).events.includes(name)) {
      throw signError('unauthorizedEvent', `${name} was not approved on ${chainId}`)
    }
    const { topic } = session
    return { session, event: { type: 'emitted', topic, chainId, name, data } }
  },

  wc_sessionDelete({ session, params }) {
    const { message } = deletion(params) ?? unreadable('malformedRequestParams')
    return { event: { type: 'deleted', topic: session.topic, reason: message } }
  },

  wc_sessionPing: ({ session }) => ({ session }),
} as const satisfies Partial<Record<SignMethod, (input: HandlerInput) => Change>>

type WalletMethod = keyof typeof handlers

export const isWalletMethod = (method: string): method is WalletMethod => Object.hasOwn(handlers, method)

function unreadable(refusal: Parameters<typeof signError>[0]): never {
  throw signError(refusal, 'The request is unreadable')
}
