/** A wallet a test can play: it asks, waits, refuses, forgets to answer, changes its mind and vanishes. */
import { asAddress, type Namespace, type NetworkId } from '@latchkey/spec/caip'
import type { Account, ConnectorType, Network } from '@latchkey/spec/entities'
import type { Connector, WalletSession, WalletSessionEvent } from '../connector.js'

export type FakePromptKind =
  | 'connect'
  | 'reconnect'
  | 'disconnect'
  | 'signMessage'
  | 'signTypedData'
  | 'signTransaction'
  | 'sendTransaction'
  | 'writeContract'
  | 'sendCalls'
  | 'switchNetwork'
  | 'addNetwork'
  | 'switchAccount'

/** What a fake wallet may be able to do beyond connecting. */
export type FakeCapability =
  | 'reconnect'
  | 'signMessage'
  | 'signTypedData'
  | 'signTransaction'
  | 'sendTransaction'
  | 'writeContract'
  | 'sendCalls'
  | 'getCallsStatus'
  | 'getCapabilities'
  | 'switchNetwork'
  | 'addNetwork'
  | 'switchAccount'

/** A question that the wallet has been asked and has not answered. */
export interface FakePrompt {
  readonly kind: FakePromptKind
  /** The page no longer waits. A wallet that cannot withdraw keeps the question on its screen. */
  readonly isAborted: boolean
  approve(): void
  reject(cause?: unknown): void
}

export interface CreateFakeWalletInput {
  readonly id?: string
  readonly name?: string
  readonly namespace?: Namespace
  readonly type?: ConnectorType
  readonly accounts?: readonly string[]
  readonly networkId?: NetworkId | undefined
  /** Which questions wait for `approve` or `reject`; the others are approved at once. */
  readonly asks?: readonly FakePromptKind[]
  /** What the wallet can do beyond connecting; a method that is not listed does not exist. */
  readonly can?: readonly FakeCapability[]
  /** Networks it knows; moving to another is refused with 4902 until it is added. */
  readonly knownNetworks?: readonly NetworkId[]
  /** Rejects a question whose signal aborts, as relays do; extensions cannot. */
  readonly canWithdraw?: boolean
}

export interface FakeWallet {
  readonly connector: Connector
  /** Unanswered questions, oldest first. */
  readonly prompts: readonly FakePrompt[]
  /** How many questions it was ever asked of which a person would have seen something. */
  readonly questions: number
  /** Answers the oldest question of a kind; throws when there is none. */
  approve(kind?: FakePromptKind): void
  reject(kind?: FakePromptKind, cause?: unknown): void
  /** Changes what the wallet says; `isSilent` leaves out the event that should come with it. */
  changeAccounts(accounts: readonly string[], options?: { readonly isSilent?: boolean }): void
  changeNetwork(networkId: NetworkId, options?: { readonly isSilent?: boolean }): void
  /** The wallet ends the connection by itself. */
  vanish(cause?: unknown): void
  /** The page that asked went away: its questions disappear without an answer. */
  pageLeft(): void
  /** The page may connect silently after a reload. */
  readonly isAuthorised: boolean
  /** Pages listening to sessions of this wallet: 0 after everything was closed. */
  readonly listeners: number
  /** The most questions of a person's attention that were ever open at once. */
  readonly peakPrompts: number
  /** The address behind each signature given so far. */
  readonly signers: readonly string[]
  /** The address it would sign with now. */
  readonly activeAddress: string | undefined
}

/** What wallets throw when the person says no. */
export const userRejection = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

const silent: readonly FakePromptKind[] = ['reconnect', 'disconnect']

export function createFakeWallet({
  id = 'fake',
  name = `Wallet ${id}`,
  namespace = 'eip155',
  type = 'INJECTED',
  accounts: given = ['0x00000000000000000000000000000000000000A1'],
  networkId: firstNetworkId = 'eip155:1',
  asks = [],
  can = [
    'reconnect',
    'signMessage',
    'signTypedData',
    'signTransaction',
    'sendTransaction',
    'writeContract',
    'sendCalls',
    'getCallsStatus',
    'getCapabilities',
    'switchNetwork',
    'addNetwork',
    'switchAccount',
  ],
  knownNetworks,
  canWithdraw = false,
}: CreateFakeWalletInput = {}): FakeWallet {
  let addresses = [...given]
  let networkId: NetworkId | undefined = firstNetworkId
  let known = knownNetworks
  let isAuthorised = false
  let questions = 0
  let peakPrompts = 0
  let prompts: FakePrompt[] = []
  const listeners = new Set<(event: WalletSessionEvent) => void>()
  const signers: string[] = []

  function ask<T>(kind: FakePromptKind, signal: AbortSignal | undefined, answer: () => T): Promise<T> {
    if (!silent.includes(kind)) questions += 1
    if (!asks.includes(kind)) return (async () => answer())()
    return new Promise((resolve, reject) => {
      const close = (end: () => void) => () => {
        prompts = prompts.filter((each) => each !== prompt)
        end()
      }
      const prompt = {
        kind,
        get isAborted() {
          return signal?.aborted ?? false
        },
        approve: close(() => {
          try {
            resolve(answer())
          } catch (cause) {
            reject(cause)
          }
        }),
        reject: (cause: unknown = userRejection()) => close(() => reject(cause))(),
      }
      prompts = [...prompts, prompt]
      const visible = prompts.filter((each) => !silent.includes(each.kind))
      // A withdrawn request is off the screen; a withdrawn connection is not, unless the wallet can take it back.
      const open = visible.filter((each) => !each.isAborted || (each.kind === 'connect' && !canWithdraw))
      peakPrompts = Math.max(peakPrompts, open.length)
      if (canWithdraw && kind !== 'disconnect') {
        signal?.addEventListener('abort', () =>
          prompt.reject(new DOMException('The question was withdrawn', 'AbortError')),
        )
      }
    })
  }

  const tell = (event: WalletSessionEvent) => {
    for (const listener of [...listeners]) listener(event)
  }

  const signature = (address: string, what: string) => {
    if (!addresses.includes(address)) throw Object.assign(new Error('Unknown account'), { code: 4100 })
    signers.push(address)
    return `${what} signed by ${address}`
  }

  const account = (address: string): Account => ({ namespace, address: asAddress(address), type: 'eoa' })

  const methods: Pick<Required<WalletSession>, Exclude<FakeCapability, 'reconnect'>> = {
    signMessage: ({ address, message, signal }) =>
      ask('signMessage', signal, () => signature(address, String(message))),
    signTypedData: ({ address, data, signal }) =>
      ask('signTypedData', signal, () => signature(address, data.primaryType)),
    signTransaction: ({ address, signal }) =>
      ask('signTransaction', signal, () => signature(address, 'transaction')),
    sendTransaction: ({ address, signal }) =>
      ask('sendTransaction', signal, () => signature(address, 'transaction')),
    writeContract: ({ address, call, signal }) =>
      ask('writeContract', signal, () => signature(address, call.functionName)),
    sendCalls: ({ address, calls, signal }) =>
      ask('sendCalls', signal, () => signature(address, `${calls.length} calls`)),
    getCallsStatus: async ({ id }) => ({ id, status: 'success', code: 200, isAtomic: true, receipts: [] }),
    getCapabilities: async () => ({ [networkId ?? `${namespace}:*`]: { atomic: { status: 'supported' } } }),
    switchNetwork: ({ network, signal }) => ask('switchNetwork', signal, () => move(network)),
    addNetwork: ({ network, signal }) =>
      ask('addNetwork', signal, () => {
        known = [...(known ?? []), network.caipNetworkId]
      }),
    switchAccount: ({ address, signal }) =>
      ask('switchAccount', signal, () => {
        addresses = [address, ...addresses.filter((each) => each !== address)]
        tell({ type: 'accounts' })
      }),
  }

  function move({ caipNetworkId }: Network) {
    if (known && !known.includes(caipNetworkId)) {
      throw Object.assign(new Error('Unrecognized chain ID'), { code: 4902 })
    }
    networkId = caipNetworkId
    tell({ type: 'network' })
  }

  function session(): WalletSession {
    isAuthorised = true
    return {
      accounts: () => addresses.map(account),
      networkId: () => networkId,
      subscribe(listener) {
        const entry = (event: WalletSessionEvent) => listener(event)
        listeners.add(entry)
        return () => listeners.delete(entry)
      },
      disconnect: () =>
        ask('disconnect', undefined, () => {
          isAuthorised = false
        }),
      ...Object.fromEntries(
        Object.entries(methods).filter(([method]) => can.some((each) => each === method)),
      ),
    }
  }

  const connector: Connector = {
    id,
    name,
    namespace,
    type,
    connect: ({ signal }) => ask('connect', signal, session),
    ...(can.includes('reconnect')
      ? {
          reconnect: ({ signal }) => ask('reconnect', signal, () => (isAuthorised ? session() : undefined)),
        }
      : {}),
  }

  const oldest = (kind: FakePromptKind | undefined) => {
    const found = prompts.find((prompt) => kind === undefined || prompt.kind === kind)
    if (!found) throw new Error(`${name} has not been asked: ${kind ?? 'anything'}`)
    return found
  }

  return {
    connector,
    get prompts() {
      return prompts
    },
    get questions() {
      return questions
    },
    approve: (kind) => oldest(kind).approve(),
    reject: (kind, cause) => oldest(kind).reject(cause),
    changeAccounts(next, { isSilent = false } = {}) {
      addresses = [...next]
      if (!isSilent) tell({ type: 'accounts' })
    },
    changeNetwork(next, { isSilent = false } = {}) {
      networkId = next
      if (!isSilent) tell({ type: 'network' })
    },
    vanish(cause) {
      isAuthorised = false
      tell(cause === undefined ? { type: 'disconnected' } : { type: 'disconnected', cause })
    },
    pageLeft() {
      prompts = []
    },
    get isAuthorised() {
      return isAuthorised
    },
    get listeners() {
      return listeners.size
    },
    get peakPrompts() {
      return peakPrompts
    },
    signers,
    get activeAddress() {
      return addresses[0]
    },
  }
}
