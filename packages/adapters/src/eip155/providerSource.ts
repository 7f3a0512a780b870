/** A wallet's own provider as a source: its events, and its answers when events are late or missing. */
import type { Clock } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { leave } from '../leave.js'
import { createListeners } from '../listeners.js'
import { readAccounts } from './addresses.js'
import { ask, type Eip1193Provider } from './provider.js'
import { parseChainId } from './quantity.js'
import type { SourceEvent, WalletSource } from './source.js'

/** MetaMask lost its node for a moment and tries again by itself; the connection stands. */
const tryAgainLater = 1013

export interface CreateProviderSourceInput {
  readonly provider: Eip1193Provider
  /** What `eth_requestAccounts` or `eth_accounts` answered. */
  readonly accounts: unknown
  readonly clock: Clock
}

export async function createProviderSource({
  provider,
  accounts: answered,
  clock,
}: CreateProviderSourceInput): Promise<WalletSource> {
  let accounts = readAccounts(answered)
  let chainId = await readChainId(provider)
  let reads = 0
  const { add, tell } = createListeners<SourceEvent>(listen)

  function setAccounts(next: readonly Address[]) {
    if (next.length === accounts.length && next.every((address, i) => address === accounts[i])) return
    accounts = next
    tell({ type: 'accounts' })
  }
  function setChainId(next: number) {
    if (next === chainId) return
    chainId = next
    tell({ type: 'network' })
  }

  /** Only the newest answer counts: answers may overtake each other and the events between them. */
  async function refresh() {
    reads += 1
    const read = reads
    const [list, id] = await Promise.all([ask(provider, { method: 'eth_accounts' }), readChainId(provider)])
    if (read !== reads) return
    setAccounts(readAccounts(list))
    setChainId(id)
  }

  const heard = {
    accountsChanged: (list: unknown) => {
      reads += 1
      setAccounts(readAccounts(list))
    },
    chainChanged: (value: unknown) => {
      reads += 1
      const id = parseChainId(value)
      if (id !== undefined) setChainId(id)
    },
    disconnect: (cause: unknown) => {
      if (cause instanceof Object && 'code' in cause && cause.code === tryAgainLater) return
      tell({ type: 'disconnected', cause })
    },
  }

  function listen() {
    for (const [event, hear] of Object.entries(heard)) provider.on?.(event, hear)
    return () => {
      for (const [event, hear] of Object.entries(heard)) provider.removeListener?.(event, hear)
    }
  }

  return {
    provider,
    accounts: () => accounts,
    chainId: () => chainId,
    subscribe: add,
    refresh,
    disconnect: () =>
      leave(clock, () =>
        ask(provider, { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
      ),
  }
}

async function readChainId(provider: Eip1193Provider): Promise<number> {
  const answer = await ask(provider, { method: 'eth_chainId' })
  const id = parseChainId(answer)
  if (id === undefined) throw new LatchkeyError('network.not-found', { answer })
  return id
}
