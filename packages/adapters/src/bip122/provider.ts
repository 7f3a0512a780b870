/** What apps hold of a Bitcoin wallet, whatever kind it is: its addresses with their purposes, and what it signs. */
import type { AdapterContext, SessionRequest } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import { askedInTime } from '../askedInTime.js'
import { offer } from '../offer.js'
import type { Transfer } from './sendTransaction.js'
import type { Confirmed } from './session.js'
import type { SignedMessage } from './signMessage.js'
import type { PsbtRequest, SignedPsbt } from './signPsbt.js'
import type { BitcoinSource, MessageProtocol, WalletAddress } from './source.js'

export interface ProviderRequest {
  /** Refuses while the wallet is on any other network. */
  readonly networkId?: NetworkId | undefined
  readonly signal?: AbortSignal | undefined
}

/** A method that is absent is something the wallet cannot do. */
export interface Bip122Provider {
  /** The one that signs first. Asks the wallet, and never the person. */
  getAccountAddresses(): Promise<readonly WalletAddress[]>
  /** Without `protocol`, BIP-322 for the kinds of address that have nothing else, the older way for others. */
  signMessage?(
    input: ProviderRequest & {
      readonly message: string
      readonly protocol?: MessageProtocol | undefined
      /** One of the wallet's addresses; without it, the one that signs first. */
      readonly address?: string | undefined
    },
  ): Promise<SignedMessage>
  signPsbt?(input: ProviderRequest & PsbtRequest): Promise<SignedPsbt>
  /** Answers with the id of the transaction. */
  sendTransfer?(input: ProviderRequest & Transfer): Promise<string>
  /** The wallet's own object, as it put it into the page; `undefined` behind a relay. */
  readonly native: unknown
}

export interface CreateProviderInput {
  readonly source: BitcoinSource
  readonly wallet: string
  readonly context: AdapterContext
  readonly first: () => Address
  readonly confirm: (request: SessionRequest) => Promise<Confirmed>
  readonly addresses: () => readonly WalletAddress[]
}

/** `takeAbilities` is called whenever the wallet may have learned or forgotten something. */
export function createProvider(input: CreateProviderInput): {
  readonly provider: Bip122Provider
  takeAbilities(): void
} {
  const { source, wallet, context, first, confirm, addresses } = input

  const asked = <T>(
    { networkId, signal }: ProviderRequest,
    run: (confirmed: Confirmed) => Promise<T>,
  ): Promise<T> =>
    askedInTime({ clock: context.clock, wallet, signal }, async (ends) =>
      run(await confirm({ address: first(), networkId, signal: ends })),
    )

  const abilities: Required<Pick<Bip122Provider, 'signMessage' | 'signPsbt' | 'sendTransfer'>> = {
    async signMessage({ networkId, signal, ...request }) {
      const { signMessage } = await import('./signMessage.js')
      return asked({ networkId, signal }, (confirmed) => signMessage(confirmed, request))
    },
    async signPsbt({ networkId, signal, ...request }) {
      const { signPsbt } = await import('./signPsbt.js')
      return asked({ networkId, signal }, (confirmed) => signPsbt(confirmed, request))
    },
    async sendTransfer({ networkId, signal, ...transfer }) {
      const { sendTransaction } = await import('./sendTransaction.js')
      return asked({ networkId, signal }, (confirmed) => sendTransaction(confirmed, transfer))
    },
  }
  const provider: Bip122Provider = {
    native: source.native,
    async getAccountAddresses() {
      await (source.inquire ?? source.refresh)()
      return addresses()
    },
  }
  return {
    provider,
    takeAbilities: () =>
      offer<typeof abilities>(provider, abilities, {
        signMessage: source.signMessage !== undefined,
        signPsbt: source.signPsbt !== undefined,
        sendTransfer: source.sendTransfer !== undefined,
      }),
  }
}
