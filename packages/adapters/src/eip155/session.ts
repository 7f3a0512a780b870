/** An eip155 wallet in the words of the kit. What it shows is what its source says, and what signs is what it shows (D-11). */
import type { AdapterContext, SessionRequest, WalletSession } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import type { Account, AccountType } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress } from '@latchkey/spec/validation'
import { createListeners } from '../listeners.js'
import { getCallsStatus, getCapabilities, sendCalls } from './calls.js'
import { addNetwork, switchNetwork } from './networks.js'
import { checkChainId, checkNetworkId, type Place } from './place.js'
import { ask } from './provider.js'
import { eip155NetworkId } from './quantity.js'
import type { Reads } from './reads.js'
import type { WalletSource } from './source.js'
import { sendTransaction } from './transactions.js'

export interface CreateSessionInput {
  readonly source: WalletSource
  readonly wallet: string
  readonly accountType: AccountType
  readonly context: AdapterContext
  readonly reads: () => Promise<Reads>
}

export function createSession(input: CreateSessionInput): WalletSession {
  const { source, wallet, accountType, context } = input
  const { provider } = source
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

  /** Refuses unless `address` is the account that signs now, and on the network asked for, by the wallet's own word. */
  async function confirm({ address, networkId, signal }: SessionRequest): Promise<Place> {
    await source.refresh()
    signal.throwIfAborted()
    if (!isSameAddress('eip155', addresses()[0] ?? '', address)) {
      throw new LatchkeyError('connection.account-changed', { wallet })
    }
    const place = { wallet, from: address, chainId: source.chainId() }
    checkNetworkId(networkId, place)
    return place
  }

  const session: WalletSession = {
    provider,
    accounts: () =>
      addresses().map((address): Account => ({ namespace: 'eip155', address, type: accountType })),
    networkId: () => eip155NetworkId(source.chainId()),
    subscribe(listener) {
      const remove = add(listener)
      const stop = source.subscribe(listener)
      return () => {
        stop()
        remove()
      }
    },
    disconnect: () => source.disconnect(),

    async signMessage({ message, ...request }) {
      const { address } = request
      const [verify] = await Promise.all([import('./verify.js'), confirm(request)])
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const data = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as const
      const signature = await ask(provider, { method: 'personal_sign', params: [data, address] })
      return verify.checkSigner({ ...input, address, hash: verify.messageHash(bytes), signature })
    },

    async signTypedData({ data, ...request }) {
      const { address } = request
      const [verify, place] = await Promise.all([import('./verify.js'), confirm(request)])
      // EIP-712: data for another chain than the active one is not signed.
      checkChainId(data.domain.chainId, place)
      const text = verify.typedDataText(data)
      const signature = await ask(provider, { method: 'eth_signTypedData_v4', params: [address, text] })
      return verify.checkSigner({ ...input, address, hash: verify.typedDataHash(data), signature })
    },

    async sendTransaction({ transaction, ...request }) {
      return sendTransaction(provider, transaction, await confirm(request))
    },

    async writeContract({ call, ...request }) {
      const { contractTransaction } = await import('./contracts.js')
      const transaction = contractTransaction(call)
      return sendTransaction(provider, transaction, await confirm(request))
    },

    async sendCalls({ address, networkId, signal, ...bundle }) {
      return sendCalls(provider, bundle, await confirm({ address, networkId, signal }))
    },
    getCallsStatus: ({ id }) => getCallsStatus(provider, id),
    getCapabilities: ({ address }) => getCapabilities(provider, address),

    async getTransaction(question) {
      const { getTransaction } = await import('./transaction.js')
      // By the wallet's own word: it may have moved to another network meanwhile.
      await source.refresh()
      checkNetworkId(question.network.caipNetworkId, { wallet, chainId: source.chainId() })
      return getTransaction((method, params) => ask(provider, { method, params }), question)
    },

    switchNetwork: ({ network, signal }) => switchNetwork(source, { network, signal, clock: context.clock }),
    addNetwork: ({ network }) => addNetwork(provider, network),

    async switchAccount({ address }) {
      if (!source.accounts().includes(address)) throw new LatchkeyError('account.not-found', { address })
      chosen = address
      tell({ type: 'accounts' })
    },
  }
  return session
}
