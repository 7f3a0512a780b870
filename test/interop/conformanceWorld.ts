/** A world of the conformance suite in which the wallet is an unmodified one at the other end of the relay. */
import type {
  ConformanceOptions,
  ConformanceQuestion,
  ConformanceWorld,
} from '@latchkey/adapters/conformance'
import { eip155 } from '@latchkey/adapters/eip155'
import { type Adapter, defineAdapter, type Kit, type Network, type RelayLink } from '@latchkey/core'
import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { type Hex, recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { until } from '../harness/until.js'
import { connectorId } from './kit.js'
import { openWallet } from './wallet.js'

interface Asked {
  approve(): Promise<unknown>
  reject(): Promise<unknown>
}

const questions: Readonly<Record<string, ConformanceQuestion>> = {
  personal_sign: 'signMessage',
  wallet_switchEthereumChain: 'switchNetwork',
}
const rejected = { code: 5000, message: 'User rejected.' }

export interface RelayWorldInput extends ConformanceOptions {
  readonly relayUrl: string
  readonly networks: readonly [Network, Network]
}

export async function createRelayWorld({
  asks,
  relayUrl,
  networks,
}: RelayWorldInput): Promise<ConformanceWorld> {
  // It starts on one network and approves the other when it is asked to go there.
  const wallet = await openWallet({ relayUrl, chains: [networks[0].caipNetworkId] })
  const [first, second] = wallet.accounts
  if (!first || !second) throw new Error('the wallet has two accounts')
  const { kit } = wallet
  const asked = new Map<ConformanceQuestion, Asked>()
  const page = watchedPage()
  let isWrong = false
  const topic = () => Object.keys(kit.getActiveSessions())[0] ?? ''
  const later = (work: Promise<unknown>) => void work.catch(() => {})

  function ask(question: ConformanceQuestion, answer: Asked) {
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
      approve: () => kit.approveSession({ id, namespaces: wallet.namespaces() }),
      reject: () => kit.rejectSession({ id, reason: rejected }),
    }),
  )
  kit.on('session_request', ({ topic: on, id, params: { request } }) => {
    const respond = (outcome: { result: unknown } | { error: typeof rejected }) =>
      kit.respondSessionRequest({ topic: on, response: { id, jsonrpc: '2.0', ...outcome } as never })
    const question = questions[request.method]
    if (!question) return later(respond({ error: { code: -32601, message: 'No such method' } }))
    ask(question, {
      approve: async () => respond({ result: await answer(request, on) }),
      reject: () => respond({ error: rejected }),
    })
  })

  async function answer(request: { method: string; params: unknown }, on: string): Promise<unknown> {
    if (request.method !== 'personal_sign') return moveTo(networks[1], on)
    const [raw, address] = request.params as [Hex, string] // what `personal_sign` takes
    const signer = wallet.accounts.find((each) => each.address === address) ?? wallet.account
    const stranger = isWrong ? privateKeyToAccount(generatePrivateKey()) : signer
    return stranger.signMessage({ message: { raw } })
  }

  async function moveTo({ caipNetworkId, id }: Network, on: string): Promise<null> {
    const chains = networks.map((network) => network.caipNetworkId)
    await kit.updateSession({ topic: on, namespaces: wallet.namespaces(chains) })
    await emit('chainChanged', Number(id), caipNetworkId)
    return null
  }
  const emit = (name: string, data: unknown, chainId: string = networks[0].caipNetworkId) =>
    kit.emitSessionEvent({ topic: topic(), event: { name, data }, chainId })

  return {
    adapter: page.adapter,
    networks,
    options: { relayUrl },
    patience: limits.pairingDeadline,
    follow(own: Kit) {
      own.watch(
        (state) => state.connections.eip155?.attempt?.uri,
        (uri) => uri && later(wallet.pair(uri)),
      )
    },
    wallet: {
      connectorId,
      addresses: [asAddress(first.address), asAddress(second.address)],
      asked: (question) => until(() => asked.has(question), { what: `the wallet shows ${question}` }),
      approve: (question) => later(take(question).approve()),
      reject: (question) => later(take(question).reject()),
      switchAccount: (address) => later(emit('accountsChanged', [address])),
      switchNetwork: (network) => later(moveTo(network, topic())),
      leave: () => later(kit.disconnectSession({ topic: topic(), reason: { code: 6000, message: 'Bye' } })),
      signWrongly: () => {
        isWrong = true
      },
      async verify({ address, message, signature }) {
        return (await recoverMessageAddress({ message, signature: signature as Hex })) === address
      },
      get isAuthorised() {
        return page.link()?.accounts().length !== 0
      },
      get listeners() {
        return page.listeners()
      },
    },
    close: () => wallet.close(),
  }
}

/** The adapter, with what it leaves on its link counted. */
function watchedPage(): { adapter: Adapter; link(): RelayLink | undefined; listeners(): number } {
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
  const adapter = defineAdapter({
    namespace: 'eip155',
    start(context) {
      const handle = eip155({ target: new EventTarget() }).start(context)
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
  })
  return { adapter, link: () => current, listeners: () => listeners }
}
