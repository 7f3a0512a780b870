/** What clients ask of the relay, method by method. */
import { hash } from 'node:crypto'
import {
  type RelayErrorTag,
  type RelayMethod,
  type RelayParams,
  type RelayResult,
  relayBounds,
  relayMethods,
  relayTags,
} from '@latchkey/spec/relay'
import * as v from 'valibot'
import type { Hub } from './hub.js'
import { digestOf, Failure, isPlainText, isStorable, type Letter, type Mailbox } from './mailbox/mailbox.js'
import type { Outbox } from './outbox.js'
import { RelayRefusal, tagOfIssue } from './refusal.js'
import type { Tally } from './tally.js'

/** Who asks. */
export interface Asker {
  readonly client: string
  readonly outbox: Outbox
  /** Resolves once what was written before is mostly out: at once for who reads. */
  hasRoom(): Promise<void>
}

export interface MethodsInput {
  readonly mailbox: Mailbox
  readonly hub: Hub
  readonly tally: Tally
  /** Answers wallets that nobody attests the origin, so that they do not ask a server elsewhere. */
  readonly skipsAttestation: boolean
  /** Called with each topic that a message was stored on, and who published it. */
  readonly onPublished?: ((topic: string, client: string) => void) | undefined
}

export type ClientMethod = {
  [method in RelayMethod]: (typeof relayMethods)[method]['from'] extends 'client' ? method : never
}[RelayMethod]

type Methods = {
  readonly [method in ClientMethod]: (
    params: RelayParams<method>,
    asker: Asker,
  ) => Promise<RelayResult<method>>
}

/** Messages of one answer to a fetch. */
const fetchPage = 100
/** Characters of messages that wait to be stored, of all clients together. A mailbox that stands still fills no memory. */
const mostWaiting = 64 * 1024 * 1024
/** Topics of a batch that are named in one turn of the event loop. */
const topicsPerTurn = 50

export interface Answering {
  /** Parses and carries out; throws a `RelayRefusal` where the request is at fault, at once or later. */
  ask(method: ClientMethod, params: unknown, asker: Asker): Promise<unknown>
  /** Carries out a publication that was parsed elsewhere, and says at the end why it failed, if it did. */
  publish(draft: Draft, asker: Asker, over: (failure: Failure | undefined) => void): void
}

/** What they bring comes behind their answer: before it a client takes no message of a topic that it asks for. */
export const subscribing: ReadonlySet<RelayMethod | undefined> = new Set<RelayMethod>([
  'irn_subscribe',
  'irn_subscribeBlocking',
  'irn_batchSubscribe',
  'irn_batchSubscribeBlocking',
  'wc_proposeSession',
  'wc_approveSession',
])

export function isClientMethod(method: RelayMethod): method is ClientMethod {
  return relayMethods[method].from === 'client'
}

export function createMethods({
  mailbox,
  hub,
  tally,
  skipsAttestation,
  onPublished,
}: MethodsInput): Answering {
  let waiting = 0
  /** The last fetch of each connection. */
  const fetching = new WeakMap<Asker, Promise<void>>()

  /** On the way of every message, so without a promise. */
  function publish(input: Draft, { client }: Asker, over: (failure: Failure | undefined) => void): void {
    const { topic, message, tag, ttl, attestation } = input
    const fault = faultOf(input)
    if (fault) return over(new Failure(new RelayRefusal(fault)))
    const publication = {
      topic,
      message,
      digest: input.digest ?? digestOf(message),
      isPlain: input.isPlain ?? isPlainText(message),
      tag,
      ttl,
      attestation: attestation ?? (skipsAttestation ? '' : undefined),
      sender: client,
    }
    waiting += message.length
    mailbox.publish(publication, (outcome) => {
      waiting -= message.length
      if (outcome instanceof Failure) return over(outcome)
      tally.published[outcome]++
      if (outcome === 'full' || outcome === 'crowded')
        return over(new Failure(new RelayRefusal('MailboxLimitExceeded')))
      onPublished?.(topic, client)
      over(undefined)
    })
  }

  function faultOf({ message, ttl, attestation, isPlain }: Draft): RelayErrorTag | undefined {
    if (ttl < relayBounds.ttlMin) return 'TtlTooShort'
    if (ttl > relayBounds.ttlMax) return 'TtlTooLong'
    if (!(isPlain || isStorable(message)) || (attestation && !isStorable(attestation))) return 'InvalidParams'
    return waiting + message.length > mostWaiting ? 'TooManyRequests' : undefined
  }

  async function publishOne(draft: Draft, asker: Asker): Promise<true> {
    const failure = await new Promise<Failure | undefined>((resolve) => publish(draft, asker, resolve))
    if (failure) throw failure.cause
    return true
  }

  async function subscribe(topics: readonly string[], { outbox }: Asker): Promise<void> {
    const fresh = new Set(topics.filter((topic) => !outbox.has(topic)))
    if (outbox.size + fresh.size > relayBounds.topicsPerClient)
      throw new RelayRefusal('SubscriberLimitExceeded')
    if (!(await hub.subscribe(outbox, topics))) throw new RelayRefusal('SubscriberLimitExceeded')
  }

  async function subscribeOne(topic: string, asker: Asker): Promise<string> {
    await subscribe([topic], asker)
    return subscriptionId(topic, asker.client)
  }

  /** What so many subscriptions are called takes its time: others come in between. */
  async function subscribeAll(topics: readonly string[], asker: Asker): Promise<string[]> {
    await subscribe(topics, asker)
    const ids: string[] = []
    for (const topic of topics) {
      if (ids.length % topicsPerTurn === topicsPerTurn - 1) await nextTurn()
      ids.push(subscriptionId(topic, asker.client))
    }
    return ids
  }

  /** One at a time for each connection: a page may be as large as a mailbox, and a slow reader has only so much room. */
  async function fetchMessages(topics: readonly string[], asker: Asker) {
    const before = fetching.get(asker)
    const page = Promise.resolve(before).then(async () => {
      await asker.hasRoom()
      return readPage(topics, asker)
    })
    const settled = page.then(
      () => {},
      () => {},
    )
    fetching.set(asker, settled)
    return page
  }

  async function readPage(topics: readonly string[], { client }: Asker) {
    const asked = [...new Set(topics)].map((topic) => ({ topic, after: 0 }))
    const { letters, hasMore } = await mailbox.read({ client, topics: asked, limit: fetchPage })
    return { messages: letters.map(toData), hasMore }
  }

  const methods: Methods = {
    irn_publish: publishOne,
    async irn_batchPublish({ messages }, asker) {
      // All are on their way before the first is stored, so they share a commit and keep their order.
      const outcomes = await Promise.allSettled(messages.map((message) => publishOne(message, asker)))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      return true
    },
    irn_subscribe: ({ topic }, asker) => subscribeOne(topic, asker),
    irn_subscribeBlocking: ({ topic }, asker) => subscribeOne(topic, asker),
    irn_batchSubscribe: ({ topics }, asker) => subscribeAll(topics, asker),
    async irn_batchSubscribeBlocking({ topics }, asker) {
      return (await subscribeAll(topics, asker)).map((id) => ({ id }))
    },
    async irn_unsubscribe({ topic }, { outbox }) {
      hub.unsubscribe(outbox, [topic])
      return true
    },
    async irn_batchUnsubscribe({ subscriptions }, { outbox }) {
      hub.unsubscribe(
        outbox,
        subscriptions.map(({ topic }) => topic),
      )
      return true
    },
    irn_fetchMessages: ({ topic }, asker) => fetchMessages([topic], asker),
    irn_batchFetchMessages: ({ topics }, asker) => fetchMessages(topics, asker),
    async irn_batchReceive({ receipts }, { client }) {
      for (const { topic, messageId: digest } of receipts) {
        if (isDigest(digest)) mailbox.receive({ topic, digest, client })
      }
      return true
    },
    // Topics come into being by being used.
    wc_createTopic: async () => true,
    async wc_proposeSession({ pairingTopic, sessionProposal, ttl, attestation }, asker) {
      const { request } = relayTags.wc_sessionPropose
      const draft = { topic: pairingTopic, message: sessionProposal, attestation }
      await subscribe([pairingTopic], asker)
      return publishOne({ ...draft, tag: request.tag, ttl: ttl ?? request.ttl }, asker)
    },
    async wc_approveSession(params, asker) {
      const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest } = params
      const { request } = relayTags.wc_sessionSettle
      const { response } = relayTags.wc_sessionPropose
      await subscribe([sessionTopic], asker)
      // The settlement must be there when the other side, told by the response, subscribes.
      const settlement = { topic: sessionTopic, message: sessionSettlementRequest, tag: request.tag }
      await publishOne({ ...settlement, ttl: params.ttl ?? request.ttl }, asker)
      const answer = { topic: pairingTopic, message: sessionProposalResponse, tag: response.tag }
      return publishOne({ ...answer, ttl: params.ttl ?? response.ttl }, asker)
    },
  }

  return {
    publish,
    ask(method, params, asker) {
      const read = v.safeParse(relayMethods[method].params, params, { abortEarly: true })
      if (!read.success) throw new RelayRefusal(tagOfIssue(read.issues[0]))
      // The params were parsed by this method's own schema.
      const answer = methods[method] as (params: unknown, asker: Asker) => Promise<unknown>
      return answer(read.output, asker)
    },
  }
}

/** What a client wants published; who has its digest already, or knows that it is plain, says so. */
export interface Draft {
  readonly topic: string
  readonly message: string
  readonly digest?: string
  readonly isPlain?: true
  readonly tag: number
  readonly ttl: number
  readonly attestation?: string | null | undefined
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** What the client computes itself. */
export function subscriptionId(topic: string, client: string): string {
  return hash('sha256', topic + client)
}

/** A message as clients see it. */
function toData({ topic, message, publishedAt, tag, attestation }: Letter) {
  return { topic, message, publishedAt, tag, ...(attestation === undefined ? {} : { attestation }) }
}

function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
