/** Solana lab wallets in a browser driven by Playwright: the wallet lives in the test, as an extension lives outside the page. */
import { type BrowserTarget, installBridge } from '../labBridge.js'
import { createSolanaWallet, type SolanaLabWallet, type SolanaWalletInput } from './createSolanaWallet.js'
import { presentSolana } from './solanaFace.js'

/** Puts a wallet into every page from now on; a reload finds it as it was. */
export async function installSolanaWallet(
  target: BrowserTarget,
  wallet: SolanaLabWallet | SolanaWalletInput,
): Promise<SolanaLabWallet> {
  const lab = 'face' in wallet ? wallet : await createSolanaWallet(wallet)
  await installBridge(target, lab.line, presentSolana, lab.input)
  return lab
}
