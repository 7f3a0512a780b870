/** The cases of the conformance suite: one behaviour each, told from the page's side. */
import { type Kit, selectAccount, selectNetwork, selectStatus } from '@latchkey/core'
import type { FakeClock } from '@latchkey/core/testing'
import type { Address, Namespace } from '@latchkey/spec/caip'
import { isLatchkeyError, isUserRejection } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { ConformanceOptions, ConformanceWorld } from './conformance.js'

export interface Stage extends ConformanceWorld {
  readonly kit: Kit
  readonly clock: FakeClock
  readonly namespace: Namespace
  /** A kit on the same storage and wallet, as after a reload. */
  reload(): Kit
}

interface Case {
  readonly title: string
  readonly options?: Partial<ConformanceOptions>
  readonly play: (stage: Stage) => Promise<void>
}

const connect = ({ kit, wallet }: Stage) => kit.connect({ connectorId: wallet.connectorId })
const shown = (kit: Kit) => selectAccount(kit.store.get())?.address
const status = (kit: Kit) => selectStatus(kit.store.get())

/** By the person in the wallet, or on the page where wallets have no chosen account. */
async function chooseAccount({ kit, wallet }: Stage, address: Address): Promise<void> {
  if (wallet.switchAccount) wallet.switchAccount(address)
  else await kit.switchAccount({ address })
  await until(kit, () => shown(kit) === address)
}

export const cases: readonly Case[] = [
  {
    title: 'connect: the account and the network of the wallet are shown once it has answered',
    options: { asks: ['connect'] },
    async play(stage) {
      const { kit, wallet, networks } = stage
      await until(kit, () => kit.store.get().connectors.some(({ id }) => id === wallet.connectorId))
      const connected = connect(stage)
      await wallet.asked('connect')
      equal(status(kit), 'connecting', 'the status while the wallet asks')
      wallet.approve('connect')
      const { accounts } = await connected
      equal(accounts[0]?.address, wallet.addresses[0], 'the account of the answer')
      equal(shown(kit), wallet.addresses[0], 'the account shown')
      equal(selectNetwork(kit.store.get())?.caipNetworkId, networks[0].caipNetworkId, 'the network shown')
    },
  },
  {
    title: 'reject: a refusal ends disconnected, is told apart, and can be tried again',
    options: { asks: ['connect'] },
    async play(stage) {
      const { kit, wallet } = stage
      const refused = connect(stage)
      await Promise.all([
        rejects(refused, 'connection.rejected'),
        wallet.asked('connect').then(() => wallet.reject('connect')),
      ])
      equal(status(kit), 'disconnected', 'the status after a refusal')
      const again = connect(stage)
      await wallet.asked('connect')
      wallet.approve('connect')
      await again
      equal(status(kit), 'connected', 'the status after the second try')
    },
  },
  {
    title: 'hang: a wallet that never answers is given up at the deadline; its late yes changes nothing',
    options: { asks: ['connect'] },
    async play(stage) {
      const { kit, wallet, clock, patience = limits.connectDeadline } = stage
      const given = rejects(connect(stage), 'connection.timeout')
      await wallet.asked('connect')
      await clock.advanceAsync(patience)
      await given
      equal(status(kit), 'disconnected', 'the status after the deadline')
      wallet.approve('connect')
      await clock.advanceAsync(limits.disconnectDeadline)
      equal(status(kit), 'disconnected', 'the status after a late yes')
      equal(shown(kit), undefined, 'the account after a late yes')
    },
  },
  {
    title: 'hang: a signature that never comes is given up at the deadline, and the next one is asked for',
    options: { asks: ['signMessage'] },
    async play(stage) {
      const { kit, wallet, clock } = stage
      await connect(stage)
      const given = rejects(kit.signMessage({ message: 'hello' }), 'connection.timeout')
      await wallet.asked('signMessage')
      await clock.advanceAsync(limits.walletDeadline)
      await given
      wallet.reject('signMessage')
      const signed = kit.signMessage({ message: 'hello' })
      await wallet.asked('signMessage')
      wallet.approve('signMessage')
      const [address] = wallet.addresses
      const isOwn = await wallet.verify({ address, message: 'hello', signature: await signed })
      equal(isOwn, true, 'the signature verifies')
    },
  },
  {
    title: 'reconnect: a reload restores the wallet without asking, and without a wallet asks nobody',
    async play(stage) {
      await connect(stage)
      stage.kit.destroy()
      const kit = stage.reload()
      await kit.ready
      equal(status(kit), 'connected', 'the status after a reload')
      equal(shown(kit), stage.wallet.addresses[0], 'the account after a reload')
      await kit.disconnect()
      kit.destroy()
      const third = stage.reload()
      await third.ready
      equal(status(third), 'disconnected', 'the status after a reload that follows a disconnect')
      third.destroy()
    },
  },
  {
    title: 'account change: the account chosen in the wallet is shown, and signs',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      const [, second] = wallet.addresses
      await chooseAccount(stage, second)
      const signature = await kit.signMessage({ message: 'who am I' })
      const isOwn = await wallet.verify({ address: second, message: 'who am I', signature })
      equal(isOwn, true, 'the signature is of the account shown')
    },
  },
  {
    title: 'account change: a request for the account of before is refused (D-11)',
    async play(stage) {
      const { kit, wallet } = stage
      const [first, second] = wallet.addresses
      await connect(stage)
      await chooseAccount(stage, second)
      await rejects(kit.signMessage({ message: 'm', address: first }), 'connection.account-changed')
    },
  },
  {
    title: 'account change: an account chosen on the page signs',
    async play(stage) {
      const { kit, wallet } = stage
      const { session } = await connect(stage)
      if (!session.switchAccount) return
      const [, second] = wallet.addresses
      await kit.switchAccount({ address: second })
      equal(shown(kit), second, 'the account shown')
      const signature = await kit.signMessage({ message: 'who am I' })
      const isOwn = await wallet.verify({ address: second, message: 'who am I', signature })
      equal(isOwn, true, 'the signature is of the account shown')
    },
  },
  {
    title: 'sign: the signature is of the address shown, and a refusal is the person’s',
    options: { asks: ['signMessage'] },
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      const signed = kit.signMessage({ message: 'hello' })
      await wallet.asked('signMessage')
      wallet.approve('signMessage')
      const isOwn = await wallet.verify({
        address: wallet.addresses[0],
        message: 'hello',
        signature: await signed,
      })
      equal(isOwn, true, 'the signature verifies')
      const refused = kit.signMessage({ message: 'hello' }).catch((cause: unknown) => cause)
      await wallet.asked('signMessage')
      wallet.reject('signMessage')
      equal(isUserRejection(await refused), true, 'the refusal is recognised')
    },
  },
  {
    title: 'sign: a signature of another key is never handed on (D-11)',
    async play(stage) {
      const { kit, wallet } = stage
      if (!wallet.signWrongly) return
      await connect(stage)
      wallet.signWrongly()
      await rejects(kit.signMessage({ message: 'hello' }), 'signature.wrong-signer')
    },
  },
  {
    title: 'network change: the network chosen on the page or in the wallet is the one shown',
    async play(stage) {
      const { kit, wallet, networks } = stage
      await connect(stage)
      const [first, second] = networks.map(({ caipNetworkId }) => caipNetworkId)
      if (!second || !first) return
      await kit.switchNetwork({ networkId: second })
      equal(selectNetwork(kit.store.get())?.caipNetworkId, second, 'the network after a switch on the page')
      if (!wallet.switchNetwork) return
      wallet.switchNetwork(networks[0])
      await until(kit, () => selectNetwork(kit.store.get())?.caipNetworkId === first)
    },
  },
  {
    title: 'network change: a refusal leaves the network as it was',
    options: { asks: ['switchNetwork'] },
    async play(stage) {
      const { kit, wallet, networks } = stage
      if (!wallet.switchNetwork) return
      await connect(stage)
      const refused = kit
        .switchNetwork({ networkId: networks[1].caipNetworkId })
        .catch((cause: unknown) => cause)
      await wallet.asked('switchNetwork')
      wallet.reject('switchNetwork')
      equal(isUserRejection(await refused), true, 'the refusal is recognised')
      equal(selectNetwork(kit.store.get())?.caipNetworkId, networks[0].caipNetworkId, 'the network')
    },
  },
  {
    title: 'disconnect by the page: the wallet’s session ends and nothing keeps listening',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      await kit.disconnect()
      equal(status(kit), 'disconnected', 'the status')
      equal(wallet.isAuthorised ?? false, false, 'the permission of the page')
      equal(wallet.listeners, 0, 'the listeners left on the wallet')
    },
  },
  {
    title: 'disconnect by the wallet: the page shows it at once',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      wallet.leave()
      await until(kit, () => status(kit) === 'disconnected')
      equal(shown(kit), undefined, 'the account shown')
      equal(wallet.listeners, 0, 'the listeners left on the wallet')
    },
  },
  {
    title: 'absence: what the wallet cannot do is refused as such, not as a failure',
    options: { lacks: 'sendCalls' },
    async play(stage) {
      await connect(stage)
      const [to] = stage.wallet.addresses
      await rejects(stage.kit.sendCalls({ calls: [{ to }] }), 'connection.unsupported')
    },
  },
  {
    title: 'destroy: nothing of the kit stays behind',
    async play(stage) {
      const { kit, wallet, clock } = stage
      await connect(stage)
      kit.destroy()
      equal(wallet.listeners, 0, 'the listeners left on the wallet')
      equal(clock.pending, 0, 'the timers left')
    },
  },
]

function equal(actual: unknown, expected: unknown, what: string): void {
  if (Object.is(actual, expected)) return
  throw new Error(`${what} should be ${String(expected)} and is ${String(actual)}`)
}

async function rejects(
  work: Promise<unknown>,
  code: Parameters<typeof isLatchkeyError>[1] & string,
): Promise<void> {
  const outcome = await work.then(
    () => ({ isRefused: false, cause: undefined }),
    (cause: unknown) => ({ isRefused: true, cause }),
  )
  if (!outcome.isRefused) throw new Error(`It should have been refused with ${code}`)
  if (!isLatchkeyError(outcome.cause, code)) {
    throw new Error(`It should have been refused with ${code}`, { cause: outcome.cause })
  }
}

/** A wait for what never comes ends with the runner's own time limit. */
function until(kit: Kit, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = kit.subscribe(look)
    function look() {
      if (!isTrue()) return
      stop()
      resolve()
    }
    look()
  })
}
