/** A world of the conformance suite in which the wallet is an unmodified one at the other end of the relay. */
import type {
  ConformanceOptions,
  ConformanceQuestion,
  ConformanceWorld,
} from '@latchkey/adapters/conformance'
import { type Adapter, defineAdapter, type Kit, type Network, type RelayLink } from '@latchkey/core'
import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { until } from '../harness/until.js'
import type { Family, FamilyRequest } from './families.js'
import { connectorId } from './kit.js'
import { openWallet } from './wallet.js'

interface Asked {
  approve(): Promise<unknown>
  reject(): Promise<unknown>
}

const rejected = { code: 5000, message: 'User rejected.' }

export interface RelayWorldInput extends ConformanceOptions {
  readonly relayUrl: string
  readonly family: Family
}

export async function createRelayWorld({
  asks,
  relayUrl,
  family,
}: RelayWorldInput): Promise<ConformanceWorld> {
  const { namespace, networks, questions, events } = family
  const { kit, pair, close } = await openWallet({ relayUrl })
  const asked = new Map<ConformanceQuestion, Asked>()
  const page = watchedPage(family.adapter)
  /** Where wallets have a network, it starts on one and approves the other when it is asked to go there. */
  const hasPlace = Object.values(questions).includes('switchNetwork')
  let approved: readonly Network[] = hasPlace ? [networks[0]] : networks
  let isTurned = false
  let isWrong = false
  let seen = 0
  const topic = () => Object.keys(kit.getActiveSessions())[0] ?? ''
  const later = (work: Promise<unknown>) => void work.catch(() => {})

  function namespaces() {
    const accounts = approved.flatMap(({ caipNetworkId }) => {
      const list = family.addresses(caipNetworkId).map((address) => `${caipNetworkId}:${address}`)
      return isTurned ? list.reverse() : list
    })
    const chains = approved.map(({ caipNetworkId }) => caipNetworkId as string)
    return { [namespace]: { chains, accounts, methods: Object.keys(questions), events: [...events] } }
  }

  function ask(question: ConformanceQuestion, answer: Asked) {
    seen += 1
    if (asks.includes(question)) asked.set(question, answer)
    else later(answer.approve())
  }
  function take(question: ConformanceQuestion): Asked {
    const answer = asked.get(question)
    if (!answer) throw new Error(`the wallet was not asked to ${question}`)
    asked.delete(question)
    return answer
  }

  kit.on('session_proposal', ({ id }) =>
    ask('connect', {
      approve: () => kit.approveSession({ id, namespaces: namespaces() }),
      reject: () => kit.rejectSession({ id, reason: rejected }),
    }),
  )
  kit.on('session_request', ({ topic: on, id, params: { request } }) => {
    const respond = (outcome: { result: unknown } | { error: typeof rejected }) =>
      kit.respondSessionRequest({ topic: on, response: { id, jsonrpc: '2.0', ...outcome } as never })
    const question = questions[request.method]
    if (!question) return later(respond({ error: { code: -32601, message: 'No such method' } }))
    ask(question, {
      approve: async () => respond({ result: await answer(question, request) }),
      reject: () => respond({ error: rejected }),
    })
  })

  const answer = (question: ConformanceQuestion, request: FamilyRequest): Promise<unknown> =>
    question === 'switchNetwork' ? moveTo(networks[1]) : family.signMessage(request, { isWrong })

  const update = () => kit.updateSession({ topic: topic(), namespaces: namespaces() })
  const emit = (name: string, data: unknown, chainId: string) =>
    kit.emitSessionEvent({ topic: topic(), event: { name, data }, chainId })

  async function moveTo({ caipNetworkId, id }: Network): Promise<null> {
    approved = networks
    await update()
    await emit('chainChanged', Number(id), caipNetworkId)
    return null
  }

  const [first, second] = family.addresses(networks[0].caipNetworkId)

  /** By the event, where the namespace has one; otherwise the session lists the accounts in another order. */
  function switchAccount(address: string): Promise<unknown> {
    isTurned = address === second
    if (!events.includes('accountsChanged')) return update()
    return emit('accountsChanged', [address], networks[0].caipNetworkId)
  }

  return {
    adapter: page.adapter,
    networks,
    options: { relayUrl },
    patience: limits.pairingDeadline,
    follow(own: Kit) {
      own.watch(
        (state) => state.connections[namespace]?.attempt?.uri,
        (uri) => uri && later(pair(uri)),
      )
    },
    wallet: {
      connectorId,
      addresses: [asAddress(first), asAddress(second)],
      asked: (question) => until(() => asked.has(question), { what: `the wallet shows ${question}` }),
      approve: (question) => later(take(question).approve()),
      reject: (question) => later(take(question).reject()),
      switchAccount: (address) => later(switchAccount(address)),
      ...(hasPlace && { switchNetwork: (network) => later(moveTo(network)) }),
      leave: () => later(kit.disconnectSession({ topic: topic(), reason: { code: 6000, message: 'Bye' } })),
      signWrongly: () => {
        isWrong = true
      },
      verify: family.verify,
      get isAuthorised() {
        return page.link()?.accounts().length !== 0
      },
      get questions() {
        return seen
      },
      get listeners() {
        return page.listeners()
      },
    },
    close: () => close(),
  }
}

/** The adapter, with what it leaves on its link counted. */
function watchedPage(adapter: Adapter): {
  adapter: Adapter
  link(): RelayLink | undefined
  listeners(): number
} {
  let current: RelayLink | undefined
  let listeners = 0
  const watched = (link: RelayLink): RelayLink => ({
    ...link,
    subscribe(listener) {
      listeners += 1
      const stop = link.subscribe(listener)
      return () => {
        listeners -= 1
        stop()
      }
    },
  })
  return {
    adapter: defineAdapter({
      namespace: adapter.namespace,
      start(context) {
        const handle = adapter.start(context)
        return {
          ...handle,
          async openRelaySession(link) {
            current = watched(link)
            const session = await handle.openRelaySession?.(current)
            if (!session) throw new Error('the adapter opens sessions over a relay')
            return session
          },
        }
      },
    }),
    link: () => current,
    listeners: () => listeners,
  }
}
