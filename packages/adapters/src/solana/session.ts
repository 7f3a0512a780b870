/** A Solana wallet in the words of the kit. What it shows is what its source says, and what signs is what it shows (D-11). */
import type { Clock, SessionRequest, WalletSession } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { createListeners } from '../listeners.js'
import { offer } from '../offer.js'
import { base58 } from './base58.js'
import { createProvider } from './provider.js'
import type { Reads } from './reads.js'
import type { SolanaAbilities, SolanaSource } from './source.js'

export interface CreateSessionInput {
  readonly source: SolanaSource
  readonly reads: () => Promise<Reads>
  readonly clock: Clock
}

/** A request after it was checked: this account, on this network. */
export interface Place extends SessionRequest {
  readonly networkId: NetworkId
  readonly wallet: string
  readonly abilities: SolanaAbilities
}

type Writable<T> = { -readonly [key in keyof T]: T[key] }
/** What wallets may or may not be able to do. */
type Optional = Pick<WalletSession, 'signMessage' | 'signIn' | 'signTransaction' | 'sendTransaction'>

export function createSession({ source, reads, clock }: CreateSessionInput): WalletSession {
  const { wallet } = source
  const { add, tell } = createListeners()
  /** Chosen on the page; holds until the person chooses in the wallet. */
  let chosen: Address | undefined
  let selected = source.accounts()[0]

  function addresses(): readonly Address[] {
    const list = source.accounts()
    if (list[0] !== selected) {
      selected = list[0]
      chosen = undefined
    }
    return chosen && list.includes(chosen) ? [chosen, ...list.filter((each) => each !== chosen)] : list
  }

  /** Refuses unless `address` is the account that signs now, on a network that the wallet takes. */
  function confirm(request: SessionRequest): Place {
    const { address, signal } = request
    signal.throwIfAborted()
    if (addresses()[0] !== address) throw new LatchkeyError('connection.account-changed', { wallet })
    const own = source.networkId()
    const networkId = request.networkId ?? own
    if (networkId === undefined) throw new LatchkeyError('network.undefined')
    if (own !== undefined && own !== networkId) {
      throw new LatchkeyError('network.mismatch', { wallet, expected: networkId, actual: own })
    }
    return { address, signal, networkId, wallet, abilities: source.abilities() }
  }

  const abilities: Required<Optional> = {
    async signMessage({ message, ...request }) {
      const { signMessage } = await import('./sign.js')
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      return base58(await signMessage(confirm(request), bytes))
    },
    async signIn({ data, ...request }) {
      const { signIn } = await import('./sign.js')
      return signIn(confirm(request), data)
    },
    async signTransaction({ transaction, ...request }) {
      const { signRequest } = await import('./sign.js')
      return signRequest(confirm(request), transaction, await reads())
    },
    async sendTransaction({ transaction, ...request }) {
      const { sendRequest } = await import('./sign.js')
      return sendRequest(confirm(request), transaction, await reads())
    },
  }

  const session: Writable<WalletSession> = {
    provider: createProvider({ source, addresses, confirm, reads, clock }),
    accounts: () => addresses().map((address): Account => ({ namespace: 'solana', address, type: 'eoa' })),
    networkId: () => source.networkId(),
    networks: () => source.networks(),
    subscribe(listener) {
      const remove = add(listener)
      const stop = source.subscribe((event) => {
        takeAbilities()
        listener(event)
      })
      return () => {
        stop()
        remove()
      }
    },
    disconnect: () => source.disconnect(),
    async switchAccount({ address }) {
      if (!source.accounts().includes(address)) throw new LatchkeyError('account.not-found', { address })
      chosen = address
      tell({ type: 'accounts' })
    },
  }
  const { moveTo } = source
  if (moveTo) {
    session.switchNetwork = async ({ network: { caipNetworkId } }) => {
      if (!source.networks()?.includes(caipNetworkId)) {
        throw new LatchkeyError('relay.no-provider', { chain: caipNetworkId })
      }
      moveTo(caipNetworkId)
    }
  }

  function takeAbilities() {
    const can = source.abilities()
    const canSign = can.signTransactions !== undefined
    offer<Required<Optional>>(session, abilities, {
      signMessage: can.signMessage !== undefined,
      signIn: can.signIn !== undefined,
      signTransaction: canSign,
      sendTransaction: canSign || can.sendTransaction !== undefined,
    })
  }
  takeAbilities()
  return session
}

export type Confirm = (request: SessionRequest) => Place
