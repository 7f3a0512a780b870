/** One connection for many tabs: the tab that holds a lock has it, the others speak through that one. */
import { isLatchkeyError, LatchkeyError } from '@latchkey/spec/errors'
import { relayTimers } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'
import { randomHex } from './crypto.js'
import type { News, SharedListener, SharedTransport } from './signClient.js'
import { createTabGuests, tabLock } from './tabGuests.js'
import {
  readTabMessage,
  type TabCall,
  type TabFailure,
  type TabMessage,
  type TabWork,
} from './tabMessages.js'
import type { RelayStatus, RelayTransport, TransportListener } from './transport.js'

/** The part of `navigator.locks` that is used here. */
export interface Locks {
  request(name: string, options: { readonly steal?: boolean }, held: () => Promise<void>): Promise<unknown>
}

export interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

export interface TabsInput {
  /** The same for all tabs that share a vault and a relay. */
  readonly name: string
  readonly locks: Locks
  readonly openChannel: (name: string) => Channel
  readonly clock: Clock
  readonly listener: SharedListener
  readonly connect: (listener: TransportListener) => RelayTransport
}

interface Pending {
  readonly call: TabCall
  resolve(): void
  reject(cause: Error): void
  cancel: () => void
}

const tabIdBytes = 8

export function createTabs({
  name,
  locks,
  openChannel,
  clock,
  listener,
  connect,
}: TabsInput): SharedTransport {
  const tab = randomHex(tabIdBytes)
  const channel = openChannel(name)
  const topics = new Set<string>()
  const pending = new Map<number, Pending>()
  let lastId = 0
  let isClosed = false
  /** Here when this tab has the connection. */
  let connection: RelayTransport | undefined
  let status: RelayStatus = { status: 'idle' }
  let isStealing = false
  let letGo = () => {}
  let leave = () => {}
  const guests = createTabGuests(name, locks, forget)

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel ends at its own origin
  const post = (message: TabMessage) => channel.postMessage(message)

  function lead(): Promise<void> {
    isStealing = false
    if (isClosed || connection) return Promise.resolve()
    connection = connect({
      onPush(push) {
        post({ type: 'push', push })
        listener.onPush(push)
      },
      onStatus(next) {
        status = next
        post({ type: 'status', status })
        listener.onStatus(next)
      },
    })
    post({ type: 'leads' })
    for (const topic of topics) connection.subscribe(topic).catch(() => {})
    for (const each of pending.values()) runHere(each)
    return new Promise((resolve) => {
      letGo = resolve
    })
  }

  /** Another tab took over, because this one seemed asleep. */
  function stepDown() {
    const own = connection
    connection = undefined
    guests.clear()
    own?.close()
    letGo()
    // Its calls go to the new one.
    for (const each of pending.values()) ask(each)
  }

  function queue(steal = false) {
    if (isClosed) return
    // An async function, so that locks that throw are locks that refuse.
    const held = (async () => locks.request(name, steal ? { steal } : {}, lead))()
    held.catch((cause: unknown) => {
      if (isClosed) return
      if (isStolen(cause)) {
        stepDown()
        return queue()
      }
      // No locks here, as in a sandboxed frame: asking again would be refused again, so this tab is on its own.
      if (!connection) leadAlone()
    })
  }

  function leadAlone() {
    // Only a connection that cannot even be made throws; each call is then answered with the reason.
    try {
      void lead()
    } catch (cause) {
      for (const {
        call: { id },
      } of [...pending.values()])
        settle(id, toError(cause))
    }
  }

  function call(work: TabWork): Promise<void> {
    if (isClosed) return Promise.reject(new LatchkeyError('relay.not-initialized'))
    return new Promise((resolve, reject) => {
      lastId += 1
      const each: Pending = {
        call: { type: 'call', from: tab, id: lastId, ...work },
        resolve,
        reject,
        cancel: () => {},
      }
      pending.set(lastId, each)
      if (connection) runHere(each)
      else ask(each)
    })
  }

  function ask(each: Pending) {
    each.cancel()
    post(each.call)
    each.cancel = clock.after(relayTimers.tabAnswer, () => {
      // The lock is held by a tab that does not answer: phones put tabs to sleep without taking their locks.
      if (connection || isStealing) return
      isStealing = true
      queue(true)
    })
  }

  /** The other tab has its own deadline; when even that has passed, it fell asleep with the call in hand. */
  function awaitDone(each: Pending | undefined) {
    if (!each || connection) return
    each.cancel()
    each.cancel = clock.after(relayTimers.requestTotal + relayTimers.tabAnswer, () => ask(each))
  }

  function runHere(each: Pending) {
    each.cancel()
    const own = connection
    if (!own) return
    run(own, each.call).then(
      () => settle(each.call.id, undefined),
      // A connection that was given up says nothing about the call, which another has taken over.
      (cause: unknown) => own === connection && settle(each.call.id, toError(cause)),
    )
  }

  function settle(id: number, error: Error | undefined) {
    const each = pending.get(id)
    if (!each) return
    pending.delete(id)
    each.cancel()
    if (error) each.reject(error)
    else each.resolve()
  }

  /** Held for as long as this tab lives: the one with the connection waits for it, to forget what is left behind. */
  function stay() {
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    ;(async () => locks.request(tabLock(name, tab), {}, () => left))().catch(() => {})
  }

  /** Nobody here listens to it any more, unless another tab does. */
  function forget(topic: string) {
    if (!topics.has(topic) && !guests.want(topic)) connection?.unsubscribe(topic)
  }

  async function run(own: RelayTransport, work: TabWork): Promise<void> {
    switch (work.method) {
      case 'subscribe':
        return own.subscribe(work.params.topic)
      case 'publish':
        return own.publish(work.params)
      case 'unsubscribe':
        return forget(work.params.topic)
      case 'retry':
        return own.retry()
    }
  }

  function serve(asked: TabCall) {
    const own = connection
    if (!own) return
    const { from: to, id } = asked
    if (asked.method === 'subscribe') guests.subscribe(to, asked.params.topic)
    if (asked.method === 'unsubscribe') guests.unsubscribe(to, asked.params.topic)
    post({ type: 'taken', to, id })
    // A tab that was just opened does not know it yet.
    post({ type: 'status', status })
    run(own, asked).then(
      () => post({ type: 'done', to, id }),
      (cause: unknown) => own === connection && post({ type: 'done', to, id, error: carry(cause) }),
    )
  }

  channel.addEventListener('message', ({ data }) => {
    const message = readTabMessage(data)
    if (!message || isClosed) return
    switch (message.type) {
      case 'push':
        return listener.onPush(message.push)
      case 'status':
        return connection ? undefined : listener.onStatus(message.status)
      case 'news':
        return listener.onNews(message.news)
      case 'call':
        return serve(message)
      case 'taken':
        return message.to === tab ? awaitDone(pending.get(message.id)) : undefined
      case 'done':
        return message.to === tab ? settle(message.id, message.error && carried(message.error)) : undefined
      case 'leads':
        // The new one knows nothing of what the old one was asked.
        for (const topic of topics) call({ method: 'subscribe', params: { topic } }).catch(() => {})
        for (const each of [...pending.values()]) ask(each)
    }
  })
  stay()
  queue()

  return {
    get isAnswering() {
      return connection !== undefined
    },
    announce: (news: News) => post({ type: 'news', news }),
    subscribe(topic) {
      topics.add(topic)
      return call({ method: 'subscribe', params: { topic } })
    },
    unsubscribe(topic) {
      topics.delete(topic)
      call({ method: 'unsubscribe', params: { topic } }).catch(() => {})
    },
    publish: (publication) => call({ method: 'publish', params: publication }),
    retry: () => void call({ method: 'retry' }).catch(() => {}),
    close() {
      if (isClosed) return
      isClosed = true
      for (const each of [...pending.values()])
        settle(each.call.id, new LatchkeyError('relay.not-initialized'))
      connection?.close()
      connection = undefined
      letGo()
      leave()
      channel.close()
    },
  }
}

const isStolen = (cause: unknown) => cause instanceof Error && cause.name === 'AbortError'

const toError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

/** Errors lose their class on the way to another tab; these two are looked for there. */
function carry(cause: unknown): TabFailure {
  const { message } = toError(cause)
  if (isLatchkeyError(cause, 'relay.refused')) {
    return { message, code: cause.code, reason: String(cause.context.reason) }
  }
  return isLatchkeyError(cause) ? { message, code: cause.code } : { message }
}

function carried({ message, code, reason = '' }: TabFailure): Error {
  if (code === 'relay.unreachable') return new LatchkeyError('relay.unreachable')
  return code === 'relay.refused' ? new LatchkeyError('relay.refused', { reason }) : new Error(message)
}
