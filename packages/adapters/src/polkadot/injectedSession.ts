/** Makes a session of an extension that let the page in. */
import type { WalletSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { createListeners } from '../listeners.js'
import { asked } from '../walletErrors.js'
import { type PolkadotAccount, readAccounts } from './accounts.js'
import { rememberedAccount } from './chosenAccount.js'
import type { Shared } from './connectors.js'
import { type Injected, isInjected } from './extension.js'
import { createSession } from './session.js'
import type { PolkadotAbilities, PolkadotSource } from './source.js'

export interface OpenInjectedInput {
  readonly shared: Shared
  readonly key: string
  readonly wallet: string
  /** What `enable` answers. */
  readonly enabled: Promise<unknown>
}

export async function openInjectedSession(input: OpenInjectedInput): Promise<WalletSession> {
  const { shared, key, wallet, enabled } = input
  const injected = await asked(() => enabled)
  if (!isInjected(injected)) throw new LatchkeyError('connection.failed', { wallet })
  const source = await createInjectedSource(injected)
  return createSession({ shared, wallet, source, memory: rememberedAccount(shared.context.storage, key) })
}

async function createInjectedSource(injected: Injected): Promise<PolkadotSource> {
  const { signer } = injected
  // Some list only what they name the kind of, unless they are asked for all.
  const read = async () => readAccounts(await asked(() => injected.accounts.get(true)))
  let accounts = await read()
  let reads = 0
  const { add, tell } = createListeners(listen)

  function setAccounts(next: readonly PolkadotAccount[]) {
    const isSame =
      next.length === accounts.length && next.every(({ spelled }, i) => spelled === accounts[i]?.spelled)
    if (isSame) return
    accounts = next
    tell({ type: 'accounts' })
  }

  /** Only the newest answer counts: answers may overtake each other and what is heard between them. */
  async function refresh() {
    reads += 1
    const own = reads
    const next = await read()
    if (own === reads) setAccounts(next)
  }

  /** What is heard may leave out accounts that the list has, so the list is read; that it is empty is believed at once. */
  function hear(heard: unknown) {
    const given = readAccounts(heard)
    if (given.length === 0) {
      reads += 1
      return setAccounts([])
    }
    refresh().catch(() => setAccounts(given))
  }

  function listen() {
    let isListening = true
    const stop = injected.accounts.subscribe?.((heard) => {
      if (isListening) hear(heard)
    })
    return () => {
      // Not every extension can be told to stop.
      isListening = false
      if (typeof stop === 'function') stop()
    }
  }

  const signRaw = signer.signRaw?.bind(signer)
  const signPayload = signer.signPayload?.bind(signer)
  const abilities: PolkadotAbilities = {
    ...(signRaw && {
      signMessage: ({ account, message }) => {
        const bytes = typeof message === 'string' ? utf8ToBytes(message) : message
        const data = `0x${bytesToHex(bytes)}`
        return asked(() => signRaw({ address: account.spelled, data, type: 'bytes' }))
      },
    }),
    ...(signPayload && { signPayload: ({ payload }) => asked(() => signPayload(payload)) }),
  }
  return {
    native: injected,
    accounts: () => accounts,
    refresh,
    subscribe: add,
    // The interface has no way to give a permission back: the person does so in the wallet.
    disconnect: async () => {},
    abilities: () => abilities,
  }
}
