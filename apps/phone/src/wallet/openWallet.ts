/** The wallet once its client is there: hears what apps ask, and answers. */

import { signErrors } from '@latchkey/spec/relay'
import type { IWalletKit } from '@reown/walletkit'
import type { Address } from 'viem'
import type { Ask } from '../asks/ask.js'
import type { ReadSignIn } from '../asks/readSignIn.js'
import { explain } from '../chain/explain.js'
import { type RelayWatch, watchRelay } from '../relay/watchRelay.js'
import { type Choice, reject } from './answer.js'
import { answerQuietly } from './answerQuietly.js'
import { carryOut, forgetAnswer } from './carryOut.js'
import type { Store } from './createStore.js'
import { createNodes, type Desk, rememberNetwork, say } from './desk.js'
import type { WalletNetwork } from './networks.js'
import { createPairing, type Pairing } from './pairing.js'
import { readAsks } from './readAsks.js'
import { connectedApps, goodbye, moveTo, showAccounts } from './sessions.js'
import type { ConnectedApp, WalletState } from './state.js'
import { type Memory, mostUsedLinks } from './storage.js'

export interface OpenWallet {
  readonly pairing: Pairing
  readonly relay: RelayWatch
  approve(ask: Ask, choice: Choice): Promise<void>
  reject(ask: Ask): Promise<void>
  tellAccount(account: Address): Promise<void>
  tellNetwork(network: WalletNetwork): Promise<void>
  disconnect(app: ConnectedApp): Promise<void>
  extend(app: ConnectedApp): Promise<void>
  close(): void
}

export function openWallet(options: {
  readonly client: IWalletKit
  readonly store: Store<WalletState>
  readonly memory: Memory
  readonly gateway: string
}): OpenWallet {
  const { client, store, memory } = options
  let signIns: ReadonlyMap<number, ReadSignIn> = new Map()
  /** Questions that are being answered without the person, so that each is answered once. */
  const underway = new Set<number>()
  const desk: Desk = {
    client,
    store,
    memory,
    nodeOf: createNodes(options.gateway),
    gateway: options.gateway,
    sync,
  }

  const relay = watchRelay(client, {
    tell(state) {
      const { status } = store.get().relay
      store.set({ relay: state })
      // What could not be told while the relay was away is told now.
      if (state.status === 'connected' && status !== 'connected') queueMicrotask(sync)
    },
    isWanted: () => store.get().pairing.status === 'joining',
  })
  const pairing = createPairing({
    client,
    tell(state) {
      store.set({ pairing: state })
      relay.look()
    },
    isUsed: (topic) => memory.get().usedLinks.includes(topic),
    hasAsk: (topic) => linkAsks().includes(topic),
    now: Date.now,
  })
  const linkAsks = () => store.get().asks.flatMap((ask) => ('pairingTopic' in ask ? [ask.pairingTopic] : []))

  function sync(): void {
    const { networks, facts } = store.get()
    const apps = connectedApps({ client, networks, remembered: memory.get().networks })
    const { tokens } = facts
    const read = readAsks({ client, networks, apps, memory: memory.get(), tokens, now: Date.now() })
    signIns = read.signIns
    store.set({ apps, asks: read.asks })
    for (const topic of linkAsks()) pairing.heard(topic)
    for (const ask of read.quiet) once(ask.id, () => answerQuietly(desk, ask))
    const reason = { code: signErrors.malformedRequestParams, message: 'The proposal cannot be read.' }
    for (const id of read.unreadable) once(id, () => client.rejectSession({ id, reason }))
    relay.look()
  }

  /** Nobody waits for these; what fails stays in the client's storage and is tried after the next start. */
  function once(id: number, run: () => Promise<void>): void {
    if (underway.has(id)) return
    underway.add(id)
    run().catch(() => underway.delete(id))
  }

  function wire(): void {
    client.on('session_proposal', sync)
    client.on('session_authenticate', sync)
    client.on('session_request', sync)
    client.on('proposal_expire', sync)
    client.on('session_request_expire', sync)
    client.on('session_delete', ({ topic }) => {
      const gone = store.get().apps.find((app) => app.topic === topic)
      sync()
      if (gone) say(desk, { tone: 'plain', title: `${gone.app.name} disconnected` })
    })
    client.engine.signClient.events.on('session_expire', sync)
  }

  /** One answer at a time; what goes wrong is said beside the question, which stays. */
  async function answering(ask: Ask, run: () => Promise<void>): Promise<void> {
    if (store.get().busy !== undefined) return
    store.set({ busy: ask.id, failure: undefined, notice: undefined })
    underway.add(ask.id)
    try {
      await run()
      if ('pairingTopic' in ask)
        memory.change({ usedLinks: [...memory.get().usedLinks, ask.pairingTopic].slice(-mostUsedLinks) })
    } catch (cause) {
      if (Object.hasOwn(memory.get().answers, ask.id))
        say(desk, {
          tone: 'plain',
          title: 'Done, but not told yet',
          text: `${ask.app.name} gets the answer as soon as the relay is back.`,
        })
      else store.set({ failure: { id: ask.id, text: whyNot(cause) } })
    } finally {
      underway.delete(ask.id)
      store.set({ busy: undefined })
      sync()
    }
  }

  const whyNot = (cause: unknown) =>
    store.get().relay.status === 'connected'
      ? explain(cause)
      : 'The relay does not answer, so the app could not be told. Try again when it is back.'

  /** To all of them; one that cannot be told does not keep the others from it. */
  async function tellAll(tell: (app: ConnectedApp) => Promise<void>): Promise<void> {
    const told = await Promise.allSettled(store.get().apps.map(tell))
    sync()
    if (told.some(({ status }) => status === 'rejected'))
      say(desk, {
        tone: 'bad',
        title: 'Not every app could be told',
        text: 'It will see the change when it next asks.',
      })
  }

  // Answers to questions that have run out meanwhile are of no use to anybody.
  const asked = new Set(client.getPendingSessionRequests().map(({ id }) => String(id)))
  const answers = Object.entries(memory.get().answers).filter(([id]) => asked.has(id))
  memory.change({ answers: Object.fromEntries(answers) })

  wire()
  sync()
  return {
    pairing,
    relay,
    approve: (ask, choice) =>
      answering(ask, () => carryOut({ ...desk, signIns: () => signIns }, ask, choice)),
    reject: (ask) =>
      answering(ask, async () => {
        await reject(client, ask)
        forgetAnswer(desk, ask.id)
        say(desk, { tone: 'plain', title: 'Rejected', text: `${ask.app.name} was told no.` })
      }),
    tellAccount: (account) =>
      tellAll(async (app) => {
        if (app.accounts[0] === account) return
        const others = app.accounts.filter((each) => each !== account)
        await showAccounts(client, { ...app, accounts: [account, ...others] })
      }),
    tellNetwork: (network) =>
      tellAll(async (app) => {
        if (app.networks.length === 0 || app.networkId === network.id) return
        await moveTo(client, app, network)
        rememberNetwork(desk, app.topic, network)
      }),
    async disconnect(app) {
      const { name } = app.app
      await client.disconnectSession({ topic: app.topic, reason: goodbye }).then(
        () => say(desk, { tone: 'plain', title: `Disconnected from ${name}` }),
        () =>
          say(desk, {
            tone: 'bad',
            title: `${name} could not be told`,
            text: 'It is still connected. Try again when the relay is back.',
          }),
      )
      sync()
    },
    async extend(app) {
      await client.extendSession({ topic: app.topic }).then(
        () => say(desk, { tone: 'good', title: 'Kept for another week' }),
        () => say(desk, { tone: 'bad', title: 'The app could not be told', text: 'Try again later.' }),
      )
      sync()
    },
    close() {
      relay.stop()
      client.core.heartbeat.stop()
      void client.core.relayer.transportClose()
    },
  }
}
