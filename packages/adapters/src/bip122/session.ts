/** A Bitcoin wallet in the words of the kit. What it shows is what its source says, and what signs is what it shows (D-11). */
import type { AdapterContext, SessionRequest, WalletSession } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress } from '@latchkey/spec/validation'
import { createListeners } from '../listeners.js'
import { offer } from '../offer.js'
import { createProvider } from './provider.js'
import type { Reads } from './reads.js'
import type { BitcoinSource, WalletAddress } from './source.js'
import { networkOfAddress } from './walletAddresses.js'

export interface CreateSessionInput {
  readonly source: BitcoinSource
  readonly wallet: string
  readonly context: AdapterContext
  readonly reads: () => Promise<Reads>
}

/** What a request works on, once it is sure who signs and where. */
export interface Confirmed extends CreateSessionInput {
  readonly signal: AbortSignal
  readonly account: WalletAddress
  readonly networkId: NetworkId | undefined
}

export function createSession(input: CreateSessionInput): WalletSession {
  const { source, wallet, context } = input
  const { add, tell } = createListeners()
  /** Chosen on the page; holds until the person chooses in the wallet. */
  let chosen: Address | undefined
  let selected = source.addresses()[0]?.address

  /** The one that signs first; unless somebody chose another, the one that pays (S4-08). */
  function addresses(): readonly WalletAddress[] {
    const list = source.addresses()
    if (list[0]?.address !== selected) {
      selected = list[0]?.address
      chosen = undefined
    }
    const first = list.find(({ address }) => address === chosen)
    return first ? [first, ...list.filter((each) => each !== first)] : list
  }

  function networkId(): NetworkId | undefined {
    const [first] = addresses()
    return source.networkId() ?? (first && networkOfAddress(first.address, context.networks))
  }

  /** Refuses unless `address` is the account that signs now, and on the network asked for, by the wallet's own word. */
  async function confirm({ address, networkId: wanted, signal }: SessionRequest): Promise<Confirmed> {
    await source.refresh()
    signal.throwIfAborted()
    const [account] = addresses()
    if (!account || !isSameAddress('bip122', account.address, address)) {
      throw new LatchkeyError('connection.account-changed', { wallet })
    }
    const actual = networkId()
    if (wanted !== undefined && wanted !== actual) {
      throw new LatchkeyError('network.mismatch', {
        wallet,
        expected: wanted,
        actual: actual ?? 'no network',
      })
    }
    return { ...input, signal, account, networkId: actual }
  }

  const first = () => addresses()[0]?.address ?? ('' as Address) // a wallet without addresses is refused by `confirm`
  const { switchNetwork } = source
  const { provider, takeAbilities: takeForApps } = createProvider({
    source,
    wallet,
    context,
    first,
    confirm,
    addresses,
  })

  const abilities: Required<Optional> = {
    async signMessage({ message, ...request }) {
      const [{ signMessage }, confirmed] = await Promise.all([import('./signMessage.js'), confirm(request)])
      return (await signMessage(confirmed, { message })).signature
    },
    async signTransaction({ transaction, ...request }) {
      const [{ signPsbt }, confirmed] = await Promise.all([import('./signPsbt.js'), confirm(request)])
      return signPsbt(confirmed, transaction)
    },
    async sendTransaction({ transaction, ...request }) {
      const [{ sendTransaction }, confirmed] = await Promise.all([
        import('./sendTransaction.js'),
        confirm(request),
      ])
      return sendTransaction(confirmed, transaction)
    },
    async switchAccount({ address }) {
      if (!source.addresses().some((each) => each.address === address)) {
        throw new LatchkeyError('account.not-found', { address })
      }
      chosen = address
      tell({ type: 'accounts' })
    },
  }

  const session: WalletSession = {
    provider,
    accounts: () =>
      addresses().map(
        ({ address, purpose, publicKey, path }): Account => ({
          namespace: 'bip122',
          address,
          // S3-02 has no type of its own for where inscriptions are kept; the provider tells purposes by name.
          type: purpose === 'payment' ? 'payment' : 'eoa',
          publicKey,
          path,
        }),
      ),
    networkId,
    ...(source.networks && { networks: () => source.networks?.() }),
    subscribe(listener) {
      const stop = source.subscribe((event) => {
        takeAbilities()
        listener(event)
      })
      const removals = [add(listener), stop]
      return () => {
        for (const remove of removals) remove()
      }
    },
    disconnect: () => source.disconnect(),
    ...(switchNetwork && { switchNetwork: (wanted) => switchNetwork(wanted) }),
  }

  function takeAbilities() {
    takeForApps()
    const canSign = source.signPsbt !== undefined
    offer<Required<Optional>>(session, abilities, {
      signMessage: source.signMessage !== undefined,
      signTransaction: canSign,
      sendTransaction: canSign || source.sendTransfer !== undefined,
      // A wallet with one address has nothing to choose from, unless it may tell of more.
      switchAccount: source.addresses().length > 1 || source.inquire !== undefined,
    })
  }
  takeAbilities()
  return session
}

/** What wallets may or may not be able to do. */
type Optional = Pick<WalletSession, 'signMessage' | 'signTransaction' | 'sendTransaction' | 'switchAccount'>
