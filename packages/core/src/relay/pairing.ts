/** One code to scan: a pairing, what is proposed over it, and the session that a wallet makes of it. */
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { formatPairingUri, relayTimers, signBounds } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'
import type { Shaped } from '../shape.js'
import { within } from '../within.js'
import { publicKeyOf, randomHex, sharedKey, topicOf } from './crypto.js'
import { approvalProblem, type ProposalNamespaces } from './namespaces.js'
import { type RelayPeerError, signError } from './peerError.js'
import {
  type AuthQuestion,
  type Cacao,
  proposalResult,
  type SavedPairing,
  type Session,
  type SessionNamespaces,
  type SessionWallet,
  settlement,
} from './schemas.js'
import type { RelayTransport } from './transport.js'
import type { Question, Wire } from './wire.js'

export interface Metadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

export interface Settled {
  readonly session: Session
  /** What the wallet signed while it connected, where that was asked for. */
  readonly cacaos?: readonly Cacao[]
}

/** A sign-in while connecting. It comes from a chunk of its own, because most pages ask for none. */
export interface PairingAuth extends AuthReader {
  readonly payload: object
  /** What it asks for, as it is kept for a page that is loaded again. */
  readonly question: AuthQuestion
}

/** Knows the answer to a sign-in from any other. */
export interface AuthReader {
  /** What the wallet's answer says, or why it is none. */
  read(answer: unknown):
    | { readonly problem: string; readonly wallet?: SessionWallet }
    | {
        readonly cacaos: readonly Cacao[]
        readonly wallet: SessionWallet
        readonly publicKey: string
        readonly namespaces: SessionNamespaces
      }
}

export interface PairingInput {
  readonly wire: Wire
  readonly transport: RelayTransport
  readonly clock: Clock
  readonly metadata: Metadata
  readonly required: ProposalNamespaces
  readonly optional: ProposalNamespaces
  readonly auth?: PairingAuth | undefined
  /** Takes up a code that an earlier page has shown. */
  readonly saved?: SavedPairing
  /** For a sign-in that was asked for with that code. */
  readonly reader?: AuthReader | undefined
  /** Hands over questions on a topic that is no session yet, until the returned function is called. */
  readonly onSettle: (topic: string, listener: (question: Question) => void) => () => void
}

export interface Pairing {
  readonly uri: string
  readonly saved: SavedPairing
  /** Hears what wallets answer. */
  listen(): Promise<unknown>
  /** Resolves once the relay keeps the proposal: from then on a wallet that scans the code finds it. */
  publish(): Promise<void>
  /** Rejects with the wallet's refusal. Never settles when nobody scans the code. */
  readonly settled: Promise<Settled>
  stop(): void
}

export function createPairing(input: PairingInput): Pairing {
  const { wire, transport, clock, metadata, required, optional, auth, reader = auth } = input
  const saved = input.saved ?? {
    topic: randomHex(32),
    key: randomHex(32),
    privateKey: randomHex(32),
    id: wire.nextId(),
    expiry: Math.floor(clock.now() / 1000) + signBounds.proposalLifetime,
    ...(auth && { auth: { privateKey: randomHex(32), id: wire.nextId(), question: auth.question } }),
  }
  const { topic, key, privateKey, expiry: expiryTimestamp } = saved
  let isSettled = false
  const cleanups: (() => void)[] = [wire.open(topic, { key }), () => transport.unsubscribe(topic)]
  const proposal = ask(topic, saved.id)
  const authentication = reader && saved.auth && prepareAuth(reader, saved.auth)

  function ask(on: string, id: number) {
    const { answer, stop } = wire.expect(on, id)
    cleanups.push(stop)
    return { id, answer }
  }

  function prepareAuth({ read }: AuthReader, { privateKey: own, id }: NonNullable<SavedPairing['auth']>) {
    const requester = { privateKey: own, publicKey: publicKeyOf(own) }
    const responseTopic = topicOf(requester.publicKey)
    cleanups.push(wire.open(responseTopic, { privateKey: own }), () => transport.unsubscribe(responseTopic))
    return { read, requester, responseTopic, ...ask(responseTopic, id) }
  }

  const listen = () =>
    Promise.all([
      transport.subscribe(topic),
      ...(authentication ? [transport.subscribe(authentication.responseTopic)] : []),
    ])

  async function publish() {
    const send = { topic, key }
    await Promise.all([
      listen(),
      ...(authentication && auth
        ? [
            wire.send({
              ...send,
              id: authentication.id,
              method: 'wc_sessionAuthenticate',
              params: {
                authPayload: auth.payload,
                requester: { publicKey: authentication.requester.publicKey, metadata },
                expiryTimestamp,
              },
              ttl: signBounds.proposalLifetime,
            }),
          ]
        : []),
      // Beside a request to sign in it is what wallets that cannot do that fall back to.
      wire.send({
        ...send,
        id: proposal.id,
        method: 'wc_sessionPropose',
        params: {
          requiredNamespaces: required,
          optionalNamespaces: optional,
          relays: [{ protocol: 'irn' }],
          pairingTopic: topic,
          proposer: { publicKey: publicKeyOf(privateKey), metadata },
          expiryTimestamp,
        },
      }),
    ])
  }

  async function settleProposal(): Promise<Settled> {
    const answer = proposalResult(await proposal.answer)
    if (!answer) throw invalid('Wallet', 'the answer to the proposal is unreadable')
    const sessionKey = sharedKey(privateKey, answer.responderPublicKey)
    const sessionTopic = topicOf(sessionKey)
    cleanups.push(wire.open(sessionTopic, { key: sessionKey }), () => {
      if (!isSettled) transport.unsubscribe(sessionTopic)
    })
    const settling = new Promise<Question>((resolve) => {
      cleanups.push(input.onSettle(sessionTopic, resolve))
    })
    transport.subscribe(sessionTopic).catch(() => {})
    const question = await within(settling, {
      clock,
      ms: relayTimers.requestTotal,
      timeout: () => invalid('Wallet', 'it approved and then said nothing more'),
    })
    return { session: await accept(question, sessionKey, answer.responderPublicKey) }
  }

  async function accept(question: Question, sessionKey: string, responder: string): Promise<Session> {
    const respond = (outcome: { result: true } | { error: RelayPeerError }) =>
      wire
        .answer({ ...question, key: sessionKey, method: 'wc_sessionSettle', outcome })
        // A wallet that hears nothing asks again, and then hears it.
        .catch(() => {})
    const settled = settlement(question.params)
    const problem = settled && settlementProblem(settled, responder)
    if (problem || !settled) {
      const error = problem ?? signError('invalidSessionSettleRequest', 'The settlement is unreadable')
      void respond({ error })
      transport.unsubscribe(question.topic)
      throw invalid(settled?.controller.metadata.name ?? 'Wallet', error.message, error)
    }
    const { namespaces, controller, expiry } = settled
    isSettled = true
    void respond({ result: true })
    return {
      topic: question.topic,
      key: sessionKey,
      wallet: controller.metadata,
      namespaces,
      expiry: Math.min(expiry, longestExpiry(clock)),
      lastUpdate: 0,
      usedBy: [],
      seen: [question.id],
    }
  }

  function settlementProblem(
    { namespaces, controller, expiry }: Shaped<typeof settlement>,
    responder: string,
  ): RelayPeerError | undefined {
    if (controller.publicKey !== responder) {
      return signError('invalidSessionSettleRequest', 'Another key settles than the one that approved')
    }
    if (expiry * 1000 <= clock.now()) {
      return signError('invalidSessionSettleRequest', 'The session is over before it begins')
    }
    return approvalProblem(namespaces, required)
  }

  async function settleAuth(): Promise<Settled> {
    if (!authentication) return new Promise(() => {})
    const answer = authentication.read(await authentication.answer)
    if ('problem' in answer) throw invalid(answer.wallet?.name ?? 'Wallet', answer.problem)
    const { cacaos, wallet, publicKey, namespaces } = answer
    const sessionKey = sharedKey(authentication.requester.privateKey, publicKey)
    const session: Session = {
      topic: topicOf(sessionKey),
      key: sessionKey,
      wallet,
      namespaces,
      expiry: longestExpiry(clock),
      lastUpdate: 0,
      usedBy: [],
      seen: [],
    }
    transport.subscribe(session.topic).catch(() => {})
    return { session, cacaos }
  }

  const settled = Promise.race([settleProposal(), settleAuth()])
  // Whoever scans twice, or refuses one of two questions, is heard once.
  settled.catch(() => {})
  return {
    saved,
    listen,
    uri: formatPairingUri({
      topic,
      symKey: key,
      relayProtocol: 'irn',
      expiryTimestamp,
      ...(saved.auth ? { methods: ['wc_sessionAuthenticate'] } : {}),
    }),
    publish,
    settled,
    stop() {
      for (const cleanup of cleanups.splice(0)) cleanup()
    },
  }
}

const longestExpiry = (clock: Clock): number => Math.floor(clock.now() / 1000) + signBounds.sessionLifetime

const invalid = (wallet: string, reason: string, cause?: unknown) =>
  new LatchkeyError('relay.settlement-invalid', { wallet, reason }, { cause })
