/** A polkadot wallet in the words of the kit. What it shows is what its source says, and what signs is what it shows (D-11). */
import type { SessionRequest, WalletSession } from '@latchkey/core'
import type { NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { createListeners } from '../listeners.js'
import { offer } from '../offer.js'
import { accountsOn, isSameAccount, type PolkadotAccount, shownAccount } from './accounts.js'
import type { AccountMemory } from './chosenAccount.js'
import type { Shared } from './connectors.js'
import { prefixOf } from './prefixes.js'
import { createProvider } from './provider.js'
import type { PolkadotSource } from './source.js'
import { decodeSs58 } from './ss58.js'

export interface CreateSessionInput {
  readonly shared: Shared
  readonly wallet: string
  readonly source: PolkadotSource
  readonly memory: AccountMemory
}

type Writable<T> = { -readonly [key in keyof T]: T[key] }
/** What wallets may or may not be able to do. */
type Optional = Pick<WalletSession, 'signMessage' | 'signTransaction'>

export function createSession(input: CreateSessionInput): WalletSession {
  const { wallet, source, memory } = input
  const { context, prefixes, extensions } = input.shared
  const { place } = source
  const own = createListeners()
  /** Where the page said it is when it looked last. */
  let page: NetworkId | undefined

  const networkOf = (on: NetworkId | undefined) => place?.networkId() ?? on

  /** The one chosen on the page first, then the wallet's order. */
  function accountsShown(on: NetworkId | undefined): readonly PolkadotAccount[] {
    const list = accountsOn(source.accounts(), networkOf(on))
    const chosen = list.find(({ id }) => memory.isChosen(id))
    return chosen ? [chosen, ...list.filter((each) => each !== chosen)] : list
  }

  function find(address: string): PolkadotAccount | undefined {
    const read = decodeSs58(address)
    if (typeof read !== 'object') return undefined
    return source.accounts().find(({ id }) => isSameAccount(id, read.account))
  }

  /** Refuses unless `address` is the account that signs now, by the wallet's own word. */
  async function confirm({ address, networkId, signal }: SessionRequest): Promise<PolkadotAccount> {
    await source.refresh()
    signal.throwIfAborted()
    const account = find(address)
    // Which of the accounts is the first depends on the network.
    const [first] = accountsShown(networkId ?? page)
    if (account && first && isSameAccount(account.id, first.id)) return account
    throw new LatchkeyError('connection.account-changed', { wallet })
  }

  const abilities: Required<Optional> = {
    async signMessage({ message, ...request }) {
      const [{ checkMessage }, account] = await Promise.all([import('./checkSigner.js'), confirm(request)])
      const { signMessage } = source.abilities()
      if (!signMessage) throw cannot('sign messages')
      const { address, signal } = request
      const answer = await signMessage({ account, message, signal })
      return checkMessage({ wallet, address, account, message, answer })
    },
    async signTransaction({ transaction, ...request }) {
      const [{ checkPayload, readPayload }, account] = await Promise.all([
        import('./payload.js'),
        confirm(request),
      ])
      const { signPayload } = source.abilities()
      if (!signPayload) throw cannot('sign transactions')
      const { address, signal, networkId } = request
      const payload = readPayload(transaction, {
        wallet,
        account,
        extensions,
        networks: context.networks,
        networkId: networkOf(networkId ?? page),
      })
      const answer = await signPayload({ account, payload, signal })
      return checkPayload({ wallet, address, account, payload, extensions, answer })
    },
  }

  const session: Writable<WalletSession> = {
    provider: createProvider({
      native: source.native,
      wallet,
      clock: context.clock,
      address: () => session.accounts(page)[0]?.address,
      session: () => session,
    }),
    accounts(on) {
      page = on
      const prefix = prefixOf(networkOf(on), prefixes)
      return accountsShown(on).map((account) => shownAccount(account, prefix))
    },
    networkId: () => place?.networkId(),
    ...(place && { networks: () => place.networks() }),
    subscribe(listener) {
      const stop = source.subscribe((event) => {
        takeAbilities()
        listener(event)
      })
      const removals = [own.add(listener), stop]
      return () => {
        for (const remove of removals) remove()
      }
    },
    async disconnect() {
      memory.forget()
      await source.disconnect()
    },

    async switchAccount({ address }) {
      const account = find(address)
      if (!account) throw new LatchkeyError('account.not-found', { address })
      memory.choose(account.id)
      own.tell({ type: 'accounts' })
    },

    ...(place && {
      async switchNetwork({ network: { caipNetworkId } }) {
        if (!place.networks().includes(caipNetworkId)) {
          throw new LatchkeyError('relay.no-provider', { chain: caipNetworkId })
        }
        place.moveTo(caipNetworkId)
        own.tell({ type: 'network' })
      },
    }),
  }

  /** What a wallet behind a relay approves may change. */
  function takeAbilities() {
    const can = source.abilities()
    offer<Required<Optional>>(session, abilities, {
      signMessage: can.signMessage !== undefined,
      signTransaction: can.signPayload !== undefined,
    })
  }
  takeAbilities()
  return session
}

const cannot = (action: string) => new LatchkeyError('connection.unsupported', { action })
