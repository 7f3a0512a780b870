/** The page's side of the sign protocol: pairs with wallets, keeps sessions, carries requests (D-41). */
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { relayLimits } from '@latchkey/spec/limits'
import { requestExpiry, type SignMethod, signErrors } from '@latchkey/spec/relay'
import { within } from '../within.js'
import { createExpiry } from './expiry.js'
import { applyQuestion, isWalletMethod } from './incoming.js'
import { approvedOn, proposalProblem } from './namespaces.js'
import { createPairing, type Settled } from './pairing.js'
import { signError } from './peerError.js'
import { pairUntilSettled } from './renewal.js'
import { hex32, type Session } from './schemas.js'
import type { PairInput, SignClient, SignClientInput } from './signClient.js'
import type { SignEvent } from './signEvent.js'
import { createWire, type Question } from './wire.js'

export function createSignClient(input: SignClientInput): SignClient {
  const { vault, clock, log, metadata } = input
  const listeners = new Set<{ readonly hear: (event: SignEvent) => void }>()
  const settling = new Map<string, (question: Question) => void>()
  /** Sessions this tab has told of; what another tab ends is told here too. */
  const known = new Set<string>()
  let isClosed = false
  let hasPaired = false
  let stopResuming = () => {}

  const wire = createWire({
    transport: () => transport,
    clock,
    openerOf: (topic) => vault.session(topic),
    onQuestion,
  })
  const transport = input.openTransport({
    onPush: (push) => wire.hear(push),
    onStatus: input.onStatus,
    onNews({ sessions, event }) {
      vault.receive(sessions)
      // The end of a session is told by the session that is missing.
      follow()
      if (event && event.type !== 'deleted') tell(event)
    },
  })
  const expiry = createExpiry({ clock, vault, onExpired: forget })

  function tell(event: SignEvent) {
    for (const { hear } of [...listeners]) {
      try {
        hear(event)
      } catch (cause) {
        log.error('A listener of the relay failed', cause)
      }
    }
  }

  /** Tells this tab and the others. */
  function spread(event: SignEvent) {
    tell(event)
    announce(event)
  }

  const announce = (event?: SignEvent) => transport.announce({ sessions: vault.text(), event })

  function onQuestion(question: Question) {
    const { topic, id, method } = question
    const settle = settling.get(topic)
    if (settle && method === 'wc_sessionSettle') return settle(question)
    const session = vault.session(topic)
    if (!session || !transport.isAnswering) return
    const outcome = applyQuestion({ vault, clock, tell: spread }, question)
    if (!vault.session(topic)) {
      known.delete(topic)
      transport.unsubscribe(topic)
    }
    expiry.watch()
    if (!outcome) return
    wire
      .answer({ topic, id, key: session.key, method: answerMethod(method), outcome })
      .catch((cause: unknown) => log.info('A wallet was not answered', cause))
  }

  /** Sees to every session in the vault: another tab may have made or ended some. */
  function follow() {
    const topics = vault.sessions().map(({ topic }) => topic)
    for (const topic of topics) listen(topic)
    for (const topic of [...known].filter((each) => !topics.includes(each))) forget(topic)
    expiry.watch()
    wire.hearAgain()
  }

  function listen(topic: string) {
    if (known.has(topic)) return
    known.add(topic)
    // The state says when the relay is away; the subscription holds and is made when it is back.
    transport.subscribe(topic).catch((cause: unknown) => log.info('A session waits for the relay', cause))
  }

  function forget(topic: string, reason?: string) {
    vault.remove(topic)
    if (!known.delete(topic)) return
    transport.unsubscribe(topic)
    tell({ type: 'deleted', topic, reason })
  }

  function need(topic: string): Session {
    if (isClosed) throw new LatchkeyError('relay.not-initialized')
    if (!hex32(topic)) throw new LatchkeyError('topic.invalid', { topic })
    const session = vault.session(topic)
    // S8-17: gone and expired are told apart by what this tab has seen.
    if (!session)
      throw new LatchkeyError(expiry.hasEnded(topic) ? 'topic.expired' : 'topic.no-key', { topic })
    return session
  }

  async function ask(
    { topic, key, wallet }: Session,
    method: SignMethod,
    params: unknown,
    { seconds, signal }: { readonly seconds?: number; readonly signal?: AbortSignal | undefined },
  ): Promise<unknown> {
    const id = wire.nextId()
    const { answer, stop } = wire.expect(topic, id)
    const gone = goneWith(topic)
    try {
      const sent = wire.send({ topic, key, method, params, id, ...(seconds ? { ttl: seconds } : {}) })
      // A wallet may answer before the relay confirms; a message that was not sent has no answer.
      const answered = Promise.race([sent.then(() => answer), answer, gone.promise])
      return await within(answered, {
        clock,
        ms: (seconds ?? requestExpiry.min) * 1000,
        signal,
        timeout: () => new LatchkeyError('relay.request-expired', { wallet: wallet.name }),
      })
    } finally {
      stop()
      gone.stop()
    }
  }

  /** Rejects when the session ends: its wallet answers no more. */
  function goneWith(topic: string): { readonly promise: Promise<never>; stop(): void } {
    let stop = () => {}
    const promise = new Promise<never>((_, reject) => {
      stop = subscribe((event) => {
        if (event.type !== 'deleted' || event.topic !== topic) return
        reject(new LatchkeyError('topic.expired', { topic }))
      })
    })
    promise.catch(() => {})
    return { promise, stop: () => stop() }
  }

  function subscribe(hear: (event: SignEvent) => void) {
    const entry = { hear }
    listeners.add(entry)
    return () => void listeners.delete(entry)
  }

  const onSettle = (topic: string, listener: (question: Question) => void) => {
    settling.set(topic, listener)
    return () => void settling.delete(topic)
  }
  const peers = { wire, transport, clock, metadata, onSettle }

  function keep(settled: Settled, usedBy: NonNullable<PairInput['usedBy']>): Settled {
    const session = { ...settled.session, usedBy: [...usedBy(settled.session)] }
    known.add(session.topic)
    vault.save(session)
    expiry.watch()
    spread({ type: 'settled', topic: session.topic })
    return { ...settled, session }
  }

  /** What a wallet signed did not hold: it is told that there is no session. */
  function giveUp({ session: { topic, key } }: Settled, cause: unknown): never {
    transport.unsubscribe(topic)
    leave(topic, key).catch((failure: unknown) => log.info('A wallet did not hear that it was left', failure))
    throw cause
  }

  const leave = (topic: string, key: string) =>
    wire.send({ topic, key, method: 'wc_sessionDelete', params: farewell, id: wire.nextId() })

  follow()
  // A code that nobody can scan any more leaves its key behind.
  if (!vault.pairing()) vault.dropPairing()
  return {
    sessions: () => vault.sessions(),
    session: (topic) => vault.session(topic),
    async pair({ required = {}, optional = {}, auth, signal, onUri, usedBy = () => [] }) {
      if (isClosed) throw new LatchkeyError('relay.not-initialized')
      const problem = proposalProblem(required) ?? proposalProblem(optional)
      if (problem) throw problem
      hasPaired = true
      stopResuming()
      try {
        const settled = await pairUntilSettled({
          clock,
          signal,
          create: () => createPairing({ ...peers, required, optional, auth }),
          onUri(pairing) {
            vault.keepPairing(pairing.saved)
            onUri(pairing.uri)
          },
        })
        return keep(settled, usedBy)
      } finally {
        vault.dropPairing()
      }
    },
    async resume({ usedBy, readAuth, keepSignIn }) {
      const saved = vault.pairing()
      if (!saved || isClosed) return
      const reader = saved.auth && (await readAuth(saved.auth.question))
      // Meanwhile the person may have asked for a code of this page.
      if (isClosed || hasPaired) return
      const pairing = createPairing({ ...peers, required: {}, optional: {}, saved, reader })
      pairing.listen().catch(() => {})
      stopResuming = () => {
        cancel()
        pairing.stop()
        stopResuming = () => {}
      }
      const end = () => {
        stopResuming()
        vault.dropPairing()
      }
      const cancel = clock.after(saved.expiry * 1000 - clock.now(), end)
      pairing.settled
        .then(async (settled) => {
          // Signed in before it is shown, or the person would be asked once more.
          if (settled.cacaos)
            await keepSignIn(settled.cacaos).catch((cause: unknown) => giveUp(settled, cause))
          keep(settled, usedBy)
        })
        .catch((cause: unknown) => log.info('A wallet did not take the code of an earlier page', cause))
        .finally(end)
    },
    async request({ topic, chainId, method, params, signal }) {
      const session = need(topic)
      const { methods, accounts } = approvedOn(session.namespaces, chainId)
      if (accounts.length === 0) throw signError('unauthorizedChain', `${chainId} was not approved`)
      if (!methods.includes(method)) throw signError('unauthorizedMethod', `${method} was not approved`)
      const seconds = relayLimits.walletDeadline / 1000
      const expiryTimestamp = Math.floor(clock.now() / 1000) + seconds
      const request = { method, params, expiryTimestamp }
      return ask(session, 'wc_sessionRequest', { request, chainId }, { seconds, signal })
    },
    async ping(topic, signal) {
      await ask(need(topic), 'wc_sessionPing', {}, { signal })
    },
    use(topic, usedBy) {
      const session = vault.session(topic)
      if (session) vault.save({ ...session, usedBy: [...usedBy] })
    },
    async disconnect(topic) {
      const { key } = need(topic)
      const sent = leave(topic, key)
      // The page forgets at once; the relay hands the farewell over when the wallet next listens.
      forget(topic)
      expiry.watch()
      announce()
      await sent
    },
    subscribe,
    retry: () => transport.retry(),
    close() {
      isClosed = true
      stopResuming()
      expiry.stop()
      listeners.clear()
      transport.close()
    },
  }
}

const farewell = { code: signErrors.userDisconnected, message: 'User disconnected.' }

/** A question that nobody knows is answered like a request. */
const answerMethod = (method: string): SignMethod => (isWalletMethod(method) ? method : 'wc_sessionRequest')
