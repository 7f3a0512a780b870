/** Solana lab wallets on demand: tests without one do not load its code. */
import type { BrowserTarget } from '../labBridge.js'
import type { SolanaLabWallet, SolanaWalletInput } from './createSolanaWallet.js'

/** A Solana wallet that a test plays; `installSolanaWallet` puts it into a page of a browser. */
export const createSolanaWallet = async (input: SolanaWalletInput = {}): Promise<SolanaLabWallet> =>
  (await import('./createSolanaWallet.js')).createSolanaWallet(input)

/** Puts a wallet into every page of a browser driven by Playwright from now on; a reload finds it as it was. */
export const installSolanaWallet = async (
  target: BrowserTarget,
  wallet: SolanaLabWallet | SolanaWalletInput,
): Promise<SolanaLabWallet> => (await import('./installSolanaWallet.js')).installSolanaWallet(target, wallet)
