/** What apps hold of a Bitcoin wallet, whatever kind it is: its addresses with their purposes, and what it signs. */
import type { AdapterContext, SessionRequest } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
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

export function createProvider(input: CreateProviderInput): Bip122Provider {
  const { source, wallet, context, first, confirm, addresses } = input

  /** Nobody waits for a wallet longer than the kit itself would (D-10). */
  async function asked<T>(
    { networkId, signal }: ProviderRequest,
    run: (confirmed: Confirmed) => Promise<T>,
  ): Promise<T> {
    const ends = new AbortController()
    const end = () => ends.abort(signal?.reason)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      const give = () => reject(ends.signal.reason)
      ends.signal.addEventListener('abort', give)
      if (ends.signal.aborted) give()
      cancel = context.clock.after(limits.walletDeadline, () =>
        ends.abort(new LatchkeyError('connection.timeout', { wallet })),
      )
    })
    try {
      const work = confirm({ address: first(), networkId, signal: ends.signal }).then(run)
      return await Promise.race([work, late])
    } finally {
      cancel()
      signal?.removeEventListener('abort', end)
    }
  }

  return {
    native: source.native,
    async getAccountAddresses() {
      await (source.inquire ?? source.refresh)()
      return addresses()
    },
    ...(source.signMessage && {
      async signMessage({ networkId, signal, ...request }) {
        const { signMessage } = await import('./signMessage.js')
        return asked({ networkId, signal }, (confirmed) => signMessage(confirmed, request))
      },
    }),
    ...(source.signPsbt && {
      async signPsbt({ networkId, signal, ...request }) {
        const { signPsbt } = await import('./signPsbt.js')
        return asked({ networkId, signal }, (confirmed) => signPsbt(confirmed, request))
      },
    }),
    ...(source.sendTransfer && {
      async sendTransfer({ networkId, signal, ...transfer }) {
        const { sendTransaction } = await import('./sendTransaction.js')
        return asked({ networkId, signal }, (confirmed) => sendTransaction(confirmed, transfer))
      },
    }),
  }
}
