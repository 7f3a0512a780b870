/** The cases of the conformance suite: one behaviour each, told from the page's side. */
import { isUserRejection } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import {
  type Case,
  chooseAccount,
  connect,
  equal,
  network,
  rejects,
  shown,
  signsAs,
  status,
  until,
} from './conformanceStage.js'

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
      equal(network(kit), networks[0].caipNetworkId, 'the network shown')
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
    title: 'reconnect: a reload restores the wallet without asking',
    async play(stage) {
      const { wallet } = stage
      await connect(stage)
      stage.kit.destroy()
      const asked = wallet.questions
      equal(asked > 0, true, 'that the first connection asked somebody')
      const kit = stage.reload()
      await kit.ready
      equal(status(kit), 'connected', 'the status after a reload')
      equal(shown(kit), wallet.addresses[0], 'the account after a reload')
      equal(wallet.questions, asked, 'the questions that the person has seen')
      await signsAs({ ...stage, kit }, wallet.addresses[0])
      kit.destroy()
    },
  },
  {
    title: 'reconnect: a reload after a disconnect connects nobody, and asks nobody',
    async play(stage) {
      await connect(stage)
      await stage.kit.disconnect()
      stage.kit.destroy()
      const asked = stage.wallet.questions
      const kit = stage.reload()
      await kit.ready
      equal(status(kit), 'disconnected', 'the status after a reload')
      equal(stage.wallet.questions, asked, 'the questions that the person has seen')
      kit.destroy()
    },
  },
  {
    title: 'reconnect: a reload after the wallet took its permission back connects nobody, and asks nobody',
    needs: 'isAuthorised',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      wallet.leave()
      await until(kit, () => status(kit) === 'disconnected')
      kit.destroy()
      const asked = wallet.questions
      const next = stage.reload()
      await next.ready
      equal(status(next), 'disconnected', 'the status after a reload')
      equal(wallet.questions, asked, 'the questions that the person has seen')
      next.destroy()
    },
  },
  {
    title: 'account change: the account chosen in the wallet is shown, and signs',
    needs: 'switchAccount',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      const [, second] = wallet.addresses
      wallet.switchAccount?.(second)
      await until(kit, () => shown(kit) === second)
      await signsAs(stage, second)
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
    title: 'account change: an account chosen on the page is shown, and signs',
    needs: 'switchAccountOnPage',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      const [, second] = wallet.addresses
      await kit.switchAccount({ address: second })
      equal(shown(kit), second, 'the account shown')
      await signsAs(stage, second)
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
    needs: 'signWrongly',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      wallet.signWrongly?.()
      await rejects(kit.signMessage({ message: 'hello' }), 'signature.wrong-signer')
    },
  },
  {
    title: 'network change: the network chosen on the page is shown, and the wallet goes on signing',
    async play(stage) {
      const { kit, networks } = stage
      await connect(stage)
      const { caipNetworkId: networkId } = networks[1]
      await kit.switchNetwork({ networkId })
      equal(network(kit), networkId, 'the network after a switch on the page')
      // In some namespaces an account has another address on each network.
      const address = shown(kit)
      if (address === undefined) throw new Error('an account should be shown')
      await signsAs(stage, address)
    },
  },
  {
    title: 'network change: the network that the wallet moves to is shown',
    needs: 'switchNetwork',
    async play(stage) {
      const { kit, wallet, networks } = stage
      await connect(stage)
      const [first, second] = networks
      await kit.switchNetwork({ networkId: second.caipNetworkId })
      wallet.switchNetwork?.(first)
      await until(kit, () => network(kit) === first.caipNetworkId)
    },
  },
  {
    title: 'network change: a refusal leaves the network as it was',
    options: { asks: ['switchNetwork'] },
    needs: 'switchNetwork',
    async play(stage) {
      const { kit, wallet, networks } = stage
      await connect(stage)
      const [first, second] = networks
      const refused = kit.switchNetwork({ networkId: second.caipNetworkId }).catch((cause: unknown) => cause)
      await wallet.asked('switchNetwork')
      wallet.reject('switchNetwork')
      equal(isUserRejection(await refused), true, 'the refusal is recognised')
      equal(network(kit), first.caipNetworkId, 'the network')
    },
  },
  {
    title: 'disconnect by the page: nothing is shown, and nothing keeps listening',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      await kit.disconnect()
      equal(status(kit), 'disconnected', 'the status')
      equal(shown(kit), undefined, 'the account shown')
      equal(wallet.listeners, 0, 'the listeners left on the wallet')
    },
  },
  {
    title: 'disconnect by the page: the permission of the page ends in the wallet',
    needs: 'isAuthorised',
    async play(stage) {
      const { kit, wallet } = stage
      await connect(stage)
      equal(wallet.isAuthorised, true, 'the permission of the page while it is connected')
      await kit.disconnect()
      equal(wallet.isAuthorised, false, 'the permission of the page')
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
