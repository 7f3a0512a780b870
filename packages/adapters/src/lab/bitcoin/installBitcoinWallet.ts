/** Puts Bitcoin lab wallets where extensions are: into a page, or into the stand-in of a test. */
import { type BrowserTarget, installBridge } from '../labBridge.js'
import { type BitcoinDialect, bitcoinPath } from './bitcoinDialect.js'
import { type FaceInput, presentSats, presentStandard, presentUnisat } from './bitcoinFaces.js'
import { type BitcoinLabWallet, type BitcoinWalletInput, createBitcoinWallet } from './createBitcoinWallet.js'

export interface BitcoinInstallOptions {
  readonly by?: BitcoinDialect
}

const faces: Readonly<Record<BitcoinDialect, (input: FaceInput) => void>> = {
  standard: presentStandard,
  sats: presentSats,
  unisat: presentUnisat,
}

/** In a browser driven by Playwright; the wallet lives in the test, as an extension lives outside the page. */
export async function installBitcoinWallet(
  target: BrowserTarget,
  wallet: BitcoinLabWallet | (BitcoinWalletInput & BitcoinInstallOptions),
  { by = 'sats' }: BitcoinInstallOptions = 'line' in wallet ? {} : wallet,
): Promise<BitcoinLabWallet> {
  const lab = 'line' in wallet ? wallet : await createBitcoinWallet(wallet)
  const { name, icon, networks } = lab
  await installBridge(target, lab, faces[by], { name, icon, networks, path: bitcoinPath(lab, by) })
  return lab
}

/** In this process, for tests without a browser. */
export function injectBitcoinWallet(
  lab: BitcoinLabWallet,
  { by = 'sats', target }: BitcoinInstallOptions & { readonly target: EventTarget },
): void {
  const { name, icon, networks, uuid } = lab
  const line = `line_${uuid.replaceAll('-', '')}`
  const place = Object.assign(target, { [line]: lab.line })
  faces[by]({ name, icon, networks, path: bitcoinPath(lab, by), line, place })
}
