/** A programmable polkadot extension with real keys: it asks, refuses, forgets, lies and vanishes on command. */
import type { PolkadotPayload } from '../../polkadot/payload.js'
import type { LabLine } from '../labBridge.js'
import { createLabDesk, type LabAnswerOptions, type LabControls, type LabRequest } from '../labDesk.js'
import { createLabEmitter } from '../labEmitter.js'
import type { PolkadotLabAccount } from './labAccounts.js'
import { type PolkadotLabKey, polkadotLabKeys, polkadotStrangerKey } from './labKeys.js'

export interface PolkadotLabInput {
  /** Under `window.injectedWeb3`. */
  readonly key?: string
  readonly uuid?: string
  /** The accounts it shares, in its order. */
  readonly keys?: readonly PolkadotLabKey[]
  /** What it writes its addresses with; 42 unless given. */
  readonly prefix?: number
  /** `enable`, `signRaw`, `signPayload` wait for `approve()` or `reject()`; `true`: all of them. */
  readonly asks?: readonly string[] | true
  /** Methods it does not have. */
  readonly lacks?: readonly string[]
  /** The page was let in before. */
  readonly isAuthorised?: boolean
  /** Does not say which kind of key an account has. */
  readonly isTacit?: boolean
}

export interface PolkadotLabWallet extends LabControls, LabLine {
  readonly key: string
  /** As the wallet writes them, in its order. */
  readonly addresses: readonly string[]
  readonly accounts: readonly PolkadotLabAccount[]
  readonly isAuthorised: boolean
  /** How many listeners pages have left. */
  readonly listeners: number
  /** The line that `presentExtension` makes an extension of. */
  readonly line: {
    request(request: LabRequest): Promise<unknown>
    on(event: string, listener: (value: unknown) => void): void
    off(event: string, listener: (value: unknown) => void): void
  }
  /** The person moves an account to the top of the wallet's list. */
  putFirst(address: string): void
  /** The person takes back the page's permission. */
  revoke(): void
  lock(): void
  unlock(): void
  /** The extension is removed or crashes: nothing is answered any more. */
  vanish(): void
  /** Names accounts of a kind that other networks use beside its own. */
  alsoLists(accounts: readonly object[]): void
}

const generalPrefix = 42
const prompts = ['enable', 'signRaw', 'signPayload']

/** A polkadot extension that a test plays; `injectPolkadotWallet` or `installPolkadotWallet` puts it into a page. */
export async function createPolkadotLabWallet({
  key = 'lab',
  uuid = crypto.randomUUID(),
  keys = polkadotLabKeys,
  prefix = generalPrefix,
  asks = [],
  lacks = [],
  isAuthorised: wasAuthorised = false,
  isTacit = false,
}: PolkadotLabInput = {}): Promise<PolkadotLabWallet> {
  // Three curves, for those who make a wallet and nobody else.
  const { createPolkadotLabAccount, signPayload, signRaw } = await import('./labAccounts.js')
  const stranger = createPolkadotLabAccount(polkadotStrangerKey)
  const desk = createLabDesk({ name: key, asks, lacks })
  const emitter = createLabEmitter()
  let accounts = keys.map(createPolkadotLabAccount)
  let others: readonly object[] = []
  let isAuthorised = wasAuthorised
  let isLocked = false

  const listed = () =>
    isAuthorised && !isLocked
      ? [
          ...accounts.map((each) => ({
            address: each.address(prefix),
            ...(isTacit ? {} : { type: each.kind }),
          })),
          ...others,
        ]
      : []
  const tell = () => emitter.emit('accounts', listed())

  function signer(address: unknown, { signsWrongly }: LabAnswerOptions): PolkadotLabAccount {
    if (signsWrongly) return stranger
    const found = isAuthorised ? accounts.find((each) => each.address(prefix) === address) : undefined
    // What the polkadot-js extension says.
    if (!found) throw new Error('Unable to find keypair')
    return found
  }

  const methods: Readonly<Record<string, (params: unknown, how: LabAnswerOptions) => unknown>> = {
    enable() {
      isAuthorised = true
      return null
    },
    accounts: listed,
    signRaw(params, how) {
      const { address, data } = params as { address: string; data: string } // as the adapter asks it
      return { id: 1, signature: signRaw(signer(address, how), data) }
    },
    signPayload(params, how) {
      const payload = params as PolkadotPayload // as above
      return { id: 1, signature: signPayload(signer(payload.address, how), payload) }
    },
  }

  const request = ({ method, params }: LabRequest) =>
    desk.ask({
      method,
      params,
      // An extension that let a page in before does not ask again.
      isPrompt: prompts.includes(method) && !(method === 'enable' && isAuthorised),
      isSingle: method === 'enable',
      locked: [],
      answer: (how) => methods[method]?.(params, how),
    })

  return {
    key,
    uuid,
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
      return accounts.map((each) => each.address(prefix))
    },
    get accounts() {
      return accounts
    },
    get isAuthorised() {
      return isAuthorised
    },
    get listeners() {
      return emitter.size
    },
    putFirst(address) {
      const first = accounts.filter((each) => each.address(prefix) === address)
      accounts = [...first, ...accounts.filter((each) => !first.includes(each))]
      tell()
    },
    revoke() {
      isAuthorised = false
      tell()
    },
    lock() {
      isLocked = true
      tell()
    },
    unlock() {
      isLocked = false
      tell()
    },
    vanish: desk.vanish,
    alsoLists(more) {
      others = more
      tell()
    },
  }
}
