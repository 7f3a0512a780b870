/** Bitcoin lab wallets on demand: tests without one do not load their code. */
import type { BrowserTarget } from '../labBridge.js'
import type { BitcoinLabWallet, BitcoinWalletInput } from './createBitcoinWallet.js'
import type { BitcoinInstallOptions } from './installBitcoinWallet.js'

/** A Bitcoin wallet that a test plays; `injectBitcoinWallet` or `installBitcoinWallet` puts it into a page. */
export const createBitcoinWallet = async (input: BitcoinWalletInput): Promise<BitcoinLabWallet> =>
  (await import('./createBitcoinWallet.js')).createBitcoinWallet(input)

/** Puts a wallet into every page of a browser driven by Playwright from now on; a reload finds it as it was. */
export const installBitcoinWallet = async (
  target: BrowserTarget,
  wallet: BitcoinLabWallet | (BitcoinWalletInput & BitcoinInstallOptions),
  options?: BitcoinInstallOptions,
): Promise<BitcoinLabWallet> =>
  (await import('./installBitcoinWallet.js')).installBitcoinWallet(target, wallet, options)

/** Puts a wallet into this process, for tests without a browser. */
export const injectBitcoinWallet = async (
  wallet: BitcoinLabWallet,
  options: BitcoinInstallOptions & { readonly target: EventTarget },
): Promise<void> => (await import('./installBitcoinWallet.js')).injectBitcoinWallet(wallet, options)
