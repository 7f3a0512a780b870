/** A programmable Bitcoin wallet with real keys: it asks, refuses, forgets, lies and vanishes on command. */
import type { BitcoinNetwork } from '../../bip122/networks.js'
import type { MessageProtocol } from '../../bip122/source.js'
import { labIcon } from '../createLabWallet.js'
import type { LabLine } from '../labBridge.js'
import { createLabDesk, type LabAnswerOptions, type LabControls, type LabRequest } from '../labDesk.js'
import { createLabEmitter } from '../labEmitter.js'
import { labErrors } from '../labErrors.js'
import type { BitcoinLabAddress, BitcoinLabKey } from './bitcoinAccounts.js'
import { bitcoinLabKeys, bitcoinStrangerKey } from './bitcoinKeys.js'
import type { PsbtHabit, PsbtQuestion } from './bitcoinMethods.js'

export interface BitcoinWalletInput {
  readonly name?: string
  readonly uuid?: string
  /** Image data; a plain square unless given. */
  readonly icon?: string
  /** Its accounts, the active one first; each with its addresses. */
  readonly accounts?: readonly (readonly BitcoinLabKey[])[]
  /** Networks it knows, the active one first. */
  readonly networks: readonly [BitcoinNetwork, ...BitcoinNetwork[]]
  /** Where each network's Esplora is, for transfers. */
  readonly urls?: Readonly<Partial<Record<BitcoinNetwork, string>>>
  /** `connect`, `signMessage`, `signPsbt`, `sendTransfer`, `switchNetwork` wait for `approve()` or `reject()`; `true`: all. */
  readonly asks?: readonly string[] | true
  readonly lacks?: readonly string[]
  /** The page was let in before. */
  readonly isAuthorised?: boolean
  readonly fetch?: typeof globalThis.fetch
}

export interface BitcoinLabWallet extends LabControls, LabLine {
  readonly name: string
  readonly icon: string
  readonly networks: readonly BitcoinNetwork[]
  /** Of the active account, on the network where the wallet is. */
  readonly addresses: readonly BitcoinLabAddress[]
  /** Of every account, the active one first. */
  readonly accounts: readonly (readonly BitcoinLabAddress[])[]
  readonly network: BitcoinNetwork
  readonly isAuthorised: boolean
  /** How many listeners pages have left. */
  readonly listeners: number
  /** The line that the faces of the wallet are made of. */
  readonly line: {
    request(request: LabRequest): Promise<unknown>
    on(event: string, listener: (value: unknown) => void): void
    off(event: string, listener: (value: unknown) => void): void
  }
  /** The person chooses the account that holds an address. */
  switchAccount(address: string): void
  switchNetwork(network: BitcoinNetwork): void
  /** What it does with PSBTs from now on; nothing strange without a habit. */
  misbehave(habit: PsbtHabit | undefined): void
  revoke(): void
  lock(): void
  unlock(): void
  /** The extension is removed or crashes: nothing is answered any more. */
  vanish(): void
}

/** What the faces are told: JSON only. */
export interface BitcoinLabState {
  readonly network: BitcoinNetwork
  /** Of the active account; empty while the page is not let in. */
  readonly addresses: readonly BitcoinLabShown[]
  /** Of all accounts on all networks, for wallets that share everything. */
  readonly everywhere: readonly (BitcoinLabShown & { readonly network: BitcoinNetwork })[]
}

export interface BitcoinLabShown {
  readonly address: string
  readonly publicKey: string
  readonly purpose: string
}

const questions = ['connect', 'signMessage', 'signPsbt', 'sendTransfer', 'switchNetwork']

export async function createBitcoinWallet({
  name = 'Lab Bitcoin Wallet',
  uuid = crypto.randomUUID(),
  icon = labIcon,
  accounts: keys = bitcoinLabKeys,
  networks,
  urls = {},
  asks = [],
  lacks = [],
  isAuthorised: wasAuthorised = false,
  fetch = globalThis.fetch.bind(globalThis),
}: BitcoinWalletInput): Promise<BitcoinLabWallet> {
  // A library that signs, for those who make a wallet and nobody else.
  const [{ addressOf }, methodsOf] = await Promise.all([
    import('./bitcoinAccounts.js'),
    import('./bitcoinMethods.js'),
  ])
  const desk = createLabDesk({ name, asks, lacks })
  const emitter = createLabEmitter()
  let order = keys
  let network = networks[0]
  let isAuthorised = wasAuthorised
  let isLocked = false
  let habit: PsbtHabit | undefined

  // Keys are multiplied out once.
  const made = new Map(keys.flat().map((key) => [key, networks.map((on) => addressOf(key, on))] as const))
  const accountsOn = (on: BitcoinNetwork) =>
    order.map((account) => account.flatMap((key) => made.get(key)?.[networks.indexOf(on)] ?? []))
  const active = () => accountsOn(network)[0] ?? []
  const isOpen = () => isAuthorised && !isLocked
  const shown = ({ address, publicKey, purpose }: BitcoinLabAddress): BitcoinLabShown => ({
    address,
    publicKey,
    purpose,
  })
  const state = (): BitcoinLabState => ({
    network,
    addresses: isOpen() ? active().map(shown) : [],
    everywhere: isOpen()
      ? networks.flatMap((on) =>
          accountsOn(on)
            .flat()
            .map((each) => ({ ...shown(each), network: on })),
        )
      : [],
  })
  const tell = (event: 'accounts' | 'network') => emitter.emit(event, state())

  function signer(address: unknown, { signsWrongly }: LabAnswerOptions): BitcoinLabAddress {
    if (!isOpen()) throw labErrors.unauthorised()
    const all = networks.flatMap((on) => accountsOn(on).flat())
    const found = address === undefined ? active()[0] : all.find((each) => each.address === address)
    if (!found) throw labErrors.unauthorised()
    if (!signsWrongly) return found
    const kind = found.publicKey.length === 64 ? 'p2tr' : 'p2wpkh'
    return addressOf({ privateKey: bitcoinStrangerKey, purpose: found.purpose, kind }, network)
  }

  const methods: Readonly<Record<string, (params: never, how: LabAnswerOptions) => unknown>> = {
    connect() {
      isAuthorised = true
      return state()
    },
    accounts: state,
    signMessage: (params: { message: string; protocol: MessageProtocol; address?: string }, how) =>
      methodsOf.signMessage(params, signer(params.address, how)),
    signPsbt: (params: PsbtQuestion, how) => ({
      psbt: methodsOf.signPsbt(params, (address) => signer(address, how), habit),
    }),
    async sendTransfer({ to, amount, feeRate = 2 }: { to: string; amount: string; feeRate?: number }, how) {
      const url = urls[network]
      if (!url) throw labErrors.custom({ code: -32603, message: `${name} knows no server of ${network}` })
      const from = signer(undefined, how)
      return {
        txid: await methodsOf.sendTransfer({
          from,
          to,
          amount: BigInt(amount),
          feeRate,
          network,
          url,
          fetch,
        }),
      }
    },
    switchNetwork({ name: wanted }: { name: BitcoinNetwork }) {
      if (!networks.includes(wanted)) throw labErrors.unknownChain()
      network = wanted
      tell('network')
      return state()
    },
    disconnect() {
      isAuthorised = false
      return null
    },
  }

  const request = ({ method, params }: LabRequest) =>
    desk.ask({
      method,
      params,
      // A wallet that let a page in before does not ask again.
      isPrompt: questions.includes(method) && !(method === 'connect' && isOpen()),
      isSingle: method === 'connect',
      locked: { network, addresses: [], everywhere: [] } satisfies BitcoinLabState,
      answer(how) {
        const answer = methods[method]
        if (!answer) throw labErrors.missing(method)
        return answer((params ?? {}) as never, how) // each method knows what it is asked with
      },
    })

  return {
    name,
    uuid,
    icon,
    networks,
    request,
    line: { request, on: emitter.on, off: emitter.off },
    onEvent: emitter.onAny,
    next: desk.next,
    requests: desk.requests,
    seen: desk.seen,
    get prompts() {
      return desk.prompts
    },
    asked: desk.asked,
    approve: desk.approve,
    reject: desk.reject,
    pageLeft: desk.pageLeft,
    get addresses() {
      return active()
    },
    get accounts() {
      return accountsOn(network)
    },
    get network() {
      return network
    },
    get isAuthorised() {
      return isAuthorised
    },
    get listeners() {
      return emitter.size
    },
    switchAccount(wanted) {
      const at = networks
        .map((on) => accountsOn(on).findIndex((account) => account.some(({ address }) => address === wanted)))
        .find((index) => index >= 0)
      const chosen = order[at ?? -1]
      if (!chosen) throw new Error(`${name} has no account ${wanted}`)
      order = [chosen, ...order.filter((each) => each !== chosen)]
      tell('accounts')
    },
    switchNetwork(wanted) {
      network = wanted
      tell('network')
    },
    misbehave(next) {
      habit = next
    },
    revoke() {
      isAuthorised = false
      emitter.emit('disconnect', null)
      tell('accounts')
    },
    lock() {
      isLocked = true
      tell('accounts')
    },
    unlock() {
      isLocked = false
      tell('accounts')
    },
    vanish: desk.vanish,
  }
}
