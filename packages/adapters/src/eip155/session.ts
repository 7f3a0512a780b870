/** An eip155 wallet in the words of the kit. What it shows is what its source says, and what signs is what it shows (D-11). */
import type { AdapterContext, WalletSession } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import type { Account, AccountType } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress } from '@latchkey/spec/validation'
import { getCallsStatus, getCapabilities, sendCalls } from './calls.js'
import { addNetwork, switchNetwork } from './networks.js'
import { ask } from './provider.js'
import { eip155NetworkId } from './quantity.js'
import type { Reads } from './reads.js'
import { createListeners, type WalletSource } from './source.js'
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

  /** Refuses unless `address` is the account that signs now, by the wallet's own word. */
  async function confirm(address: Address, signal: AbortSignal) {
    await source.refresh()
    signal.throwIfAborted()
    if (!isSameAddress('eip155', addresses()[0] ?? '', address)) {
      throw new LatchkeyError('connection.account-changed', { wallet })
    }
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

    async signMessage({ address, message, signal }) {
      const [verify] = await Promise.all([import('./verify.js'), confirm(address, signal)])
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const data = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as const
      const signature = await ask(provider, { method: 'personal_sign', params: [data, address] })
      return verify.checkSigner({ ...input, address, hash: verify.messageHash(bytes), signature })
    },

    async signTypedData({ address, data, signal }) {
      const [verify] = await Promise.all([import('./verify.js'), confirm(address, signal)])
      const text = verify.typedDataText(data)
      const signature = await ask(provider, { method: 'eth_signTypedData_v4', params: [address, text] })
      return verify.checkSigner({ ...input, address, hash: verify.typedDataHash(data), signature })
    },

    async sendTransaction({ address, transaction, signal }) {
      await confirm(address, signal)
      return sendTransaction(provider, { from: address, chainId: source.chainId(), transaction })
    },

    async writeContract({ address, call, signal }) {
      const { contractTransaction } = await import('./contracts.js')
      const transaction = contractTransaction(call)
      await confirm(address, signal)
      return sendTransaction(provider, { from: address, chainId: source.chainId(), transaction })
    },

    async sendCalls({ address, signal, ...request }) {
      await confirm(address, signal)
      return sendCalls(provider, { from: address, chainId: source.chainId(), ...request })
    },
    getCallsStatus: ({ id }) => getCallsStatus(provider, id),
    getCapabilities: ({ address }) => getCapabilities(provider, address),

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
