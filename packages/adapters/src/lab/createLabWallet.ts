/** A programmable eip155 wallet with real keys: it asks, refuses, forgets, lies and vanishes on command. */
import type { Address } from 'viem'
import type { Eip1193Provider, RequestArguments } from '../eip155/provider.js'
import { type Hex, toHex } from '../eip155/quantity.js'
import { createLabAccount, type LabAccount } from './labAccounts.js'
import type { LabChain } from './labChain.js'
import { createLabDesk, type LabControls } from './labDesk.js'
import { createLabEmitter } from './labEmitter.js'
import { labErrors } from './labErrors.js'
import { labKeys, strangerKey } from './labKeys.js'
import { answerRequest, isPromptMethod } from './labMethods.js'

export interface LabWalletInput {
  readonly name?: string
  readonly rdns?: string
  readonly uuid?: string
  /** Image data; a plain square unless given. */
  readonly icon?: string
  /** The accounts it shares, the active one first. */
  readonly privateKeys?: readonly Hex[]
  /** Accounts of another making, such as contracts; before those of the keys. */
  readonly accounts?: readonly LabAccount[]
  /** Chains it knows, the active one first; moving to another is refused with 4902 until it is added. */
  readonly chains: readonly [LabChain, ...LabChain[]]
  /** Methods that wait for `approve()` or `reject()`, or `true` for every question a person would see. */
  readonly asks?: readonly string[] | true
  /** Methods it does not have, such as `wallet_revokePermissions` or `wallet_sendCalls`. */
  readonly lacks?: readonly string[]
  /** Takes bundles of calls all or nothing; without it, one transaction after the other. */
  readonly isAtomic?: boolean
  /** The page was let in before. */
  readonly isAuthorised?: boolean
  readonly fetch?: typeof globalThis.fetch
}

export interface LabWalletInfo {
  readonly uuid: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}

export interface LabWallet extends LabControls {
  readonly info: LabWalletInfo
  readonly provider: Eip1193Provider
  /** The active one first. */
  readonly addresses: readonly Address[]
  readonly chainId: number
  readonly isAuthorised: boolean
  readonly isLocked: boolean
  /** How many listeners pages have left on the provider. */
  readonly listeners: number
  /** The person chooses another account; `isSilent` leaves out the event that should come with it. */
  switchAccount(account: Address | number, options?: LabChange): void
  switchChain(chainId: number, options?: LabChange): void
  lock(): void
  unlock(): void
  /** The person takes back the page's permission. */
  revoke(): void
  /** The extension is removed or crashes: `disconnect` is heard, unless silent, and nothing is answered any more. */
  vanish(options?: LabChange): void
  /** Hears every event the provider emits; for bridges. */
  onEvent(listener: (event: string, value: unknown) => void): () => void
}

export interface LabChange {
  readonly isSilent?: boolean
}

/** The plain square that lab wallets show unless they are given another. */
export const labIcon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5NiIgaGVpZ2h0PSI5NiI+PHJlY3Qgd2lkdGg9Ijk2IiBoZWlnaHQ9Ijk2IiByeD0iMjAiIGZpbGw9IiM0YjVjNmIiLz48L3N2Zz4='

/** What the methods of a wallet work on. */
export interface LabState {
  accounts: readonly LabAccount[]
  chains: readonly LabChain[]
  chainId: number
  isAuthorised: boolean
  isLocked: boolean
  readonly isAtomic: boolean
  readonly stranger: LabAccount
  /** Bundles by id, as the hashes of their transactions. */
  readonly bundles: Map<string, readonly Hex[]>
  readonly fetch: typeof globalThis.fetch
  emit(event: string, value: unknown): void
}

export async function createLabWallet({
  name = 'Lab Wallet',
  rdns = 'dev.latchkey.lab',
  uuid = crypto.randomUUID(),
  icon = labIcon,
  privateKeys = labKeys,
  accounts: given = [],
  chains,
  asks = [],
  lacks = [],
  isAtomic = false,
  isAuthorised = false,
  fetch = globalThis.fetch.bind(globalThis),
}: LabWalletInput): Promise<LabWallet> {
  const [stranger, ...keyed] = await Promise.all(
    [strangerKey, ...privateKeys].map((key) => createLabAccount(key, fetch)),
  )
  if (!stranger) throw new Error('A wallet needs a key')
  const emitter = createLabEmitter()
  const desk = createLabDesk({ name, asks, lacks })
  const state: LabState = {
    accounts: [...given, ...keyed],
    chains,
    chainId: chains[0].id,
    isAuthorised,
    isLocked: false,
    isAtomic,
    stranger,
    bundles: new Map(),
    fetch,
    emit: emitter.emit,
  }
  const shared = () =>
    state.isAuthorised && !state.isLocked ? state.accounts.map(({ address }) => address) : []
  const tellAccounts = ({ isSilent }: LabChange = {}) => {
    if (!isSilent) emitter.emit('accountsChanged', shared())
  }

  const request = (asked: RequestArguments) =>
    desk.ask({
      ...asked,
      isPrompt: isPromptMethod(state, asked),
      isSingle: asked.method === 'eth_requestAccounts',
      locked: [],
      answer: (how) => answerRequest(state, asked, how),
    })

  return {
    info: { uuid, name, icon, rdns },
    provider: { request, on: emitter.on, removeListener: emitter.off },
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
      return state.accounts.map(({ address }) => address)
    },
    get chainId() {
      return state.chainId
    },
    get isAuthorised() {
      return state.isAuthorised
    },
    get isLocked() {
      return state.isLocked
    },
    get listeners() {
      return emitter.size
    },
    switchAccount(wanted, options) {
      const chosen = state.accounts.find(({ address }, i) => i === wanted || address === wanted)
      if (!chosen) throw new Error(`${name} has no account ${wanted}`)
      state.accounts = [chosen, ...state.accounts.filter((each) => each !== chosen)]
      tellAccounts(options)
    },
    switchChain(chainId, { isSilent = false } = {}) {
      state.chainId = chainId
      if (!isSilent) emitter.emit('chainChanged', toHex(chainId))
    },
    lock() {
      state.isLocked = true
      tellAccounts()
    },
    unlock() {
      state.isLocked = false
      tellAccounts()
    },
    revoke() {
      state.isAuthorised = false
      tellAccounts()
    },
    vanish({ isSilent = false } = {}) {
      desk.vanish()
      if (!isSilent) emitter.emit('disconnect', labErrors.gone())
    },
    onEvent: emitter.onAny,
  }
}
