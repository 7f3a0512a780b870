/** One namespace of one session, as adapters see it. */
import { type Namespace, type NetworkId, parseAccountId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { permissionOf } from '@latchkey/spec/permissions'
import type { WatchQuestion } from './absence.js'
import type { RelayLink, RelayLinkEvent, RelayRequest } from './link.js'
import { approvedOn, namespaceOf } from './namespaces.js'
import type { Session } from './schemas.js'
import type { SignClient } from './signClient.js'
import type { SignEvent } from './signEvent.js'

export interface CreateLinkInput {
  readonly client: SignClient
  readonly session: Session
  readonly namespace: Namespace
  readonly preferredNetworkId: NetworkId | undefined
  /** Called when a question for the person goes to the wallet: phones switch to its app. */
  readonly onAsked: (session: Session) => void
  /** Watches over a question until it is answered. */
  readonly watch: WatchQuestion
  readonly leave: () => Promise<void>
}

export function createLink(input: CreateLinkInput): RelayLink {
  const { client, session, namespace, preferredNetworkId } = input
  const { topic, wallet } = session
  const approved = () => approvedOn(client.session(topic)?.namespaces ?? {}, namespace)

  const accounts = () =>
    approved().accounts.flatMap((text) => {
      const account = parseAccountId(text)
      return account ? [{ networkId: account.networkId, address: account.address }] : []
    })

  function toLinkEvent(event: SignEvent): RelayLinkEvent | undefined {
    if (event.topic !== topic) return undefined
    if (event.type === 'updated') return { type: 'updated' }
    if (event.type === 'deleted') return { type: 'deleted', cause: event.reason }
    if (event.type !== 'emitted' || namespaceOf(event.chainId) !== namespace) return undefined
    const { name, data, chainId } = event
    // It was approved for this chain, so it is one.
    return { type: 'emitted', name, data, networkId: chainId as NetworkId }
  }

  async function request({ networkId, method, params, signal }: RelayRequest) {
    const current = client.session(topic)
    if (!current) throw new LatchkeyError('relay.not-connected')
    if (accounts().length === 0) throw new LatchkeyError('relay.namespace-missing', { ns: namespace })
    const answer = input.watch(client.request({ topic, chainId: networkId, method, params, signal }))
    if (permissionOf(method) !== 'safe') input.onAsked(current)
    return answer
  }

  return {
    id: topic,
    wallet: {
      name: wallet.name,
      description: wallet.description,
      url: wallet.url,
      icons: wallet.icons,
      ...(wallet.redirect ? { redirect: present(wallet.redirect) } : {}),
    },
    preferredNetworkId,
    accounts,
    networks: () => [...new Set(accounts().map((account) => account.networkId))],
    methods: () => approved().methods,
    events: () => approved().events,
    request,
    subscribe: (listener) =>
      client.subscribe((event) => {
        const own = toLinkEvent(event)
        if (own) listener(own)
      }),
    disconnect: input.leave,
  }
}

const present = ({ native, universal }: { native?: string | undefined; universal?: string | undefined }) => ({
  ...(native === undefined ? {} : { native }),
  ...(universal === undefined ? {} : { universal }),
})
