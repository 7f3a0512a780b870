/** Makes a session of a wallet that was asked for its addresses. */
import type { WalletSession } from '@latchkey/core'
import type { NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { asked } from '../walletErrors.js'
import type { FoundWallet, Shared } from './connectors.js'
import { askedSats, isMissing } from './satsAnswers.js'
import { createSession } from './session.js'
import type { BitcoinSource } from './source.js'

export interface Opening extends Pick<FoundWallet, 'wallet' | 'name'> {
  /** What the wallet will answer. */
  readonly answer: Promise<unknown>
  readonly isSilent: boolean
  readonly networkId: NetworkId | undefined
}

/** `undefined` where a silent try finds that the page is not let in. */
export async function openSession({
  context,
  reads,
  name,
  wallet,
  answer,
  isSilent,
  networkId,
}: Opening & Shared): Promise<WalletSession | undefined> {
  const { clock } = context
  let source: BitcoinSource | undefined
  try {
    source = await open()
  } catch (cause) {
    if (!isSilent) throw cause
    // A wallet that is not to be asked says no by an error.
    return undefined
  }
  if (source.addresses().length > 0) return createSession({ source, wallet: name, context, reads })
  if (isSilent) return undefined
  throw new LatchkeyError('connection.no-accounts', { wallet: name })

  async function open(): Promise<BitcoinSource> {
    if (wallet.dialect === 'standard') {
      const [{ createStandardSource }, given] = await Promise.all([
        import('./standardSource.js'),
        asked(() => answer),
      ])
      return createStandardSource({ wallet: wallet.provider, answer: given, preferred: networkId, clock })
    }
    if (wallet.dialect === 'unisat') {
      const [{ createUnisatSource }, given] = await Promise.all([
        import('./unisatSource.js'),
        asked(() => answer),
      ])
      return createUnisatSource({ provider: wallet.provider, answer: given, clock })
    }
    const { provider } = wallet
    const [{ createSatsSource }, given] = await Promise.all([
      import('./satsSource.js'),
      askedSats(() => answer).catch((cause: unknown) => {
        // Wallets from before `wallet_connect` know the older question.
        if (isSilent || !isMissing(cause)) throw cause
        const purposes = ['payment', 'ordinals']
        return askedSats(() => provider.request('getAccounts', { purposes, message: 'Connect this page' }))
      }),
    ])
    return createSatsSource({ provider, answer: given, clock })
  }
}
