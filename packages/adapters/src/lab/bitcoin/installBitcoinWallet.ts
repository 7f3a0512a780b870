/** Puts Bitcoin lab wallets where extensions are: into a page, or into the stand-in of a test. */
import { type BrowserTarget, installBridge } from '../labBridge.js'
import { type FaceInput, presentSats, presentStandard, presentUnisat } from './bitcoinFaces.js'
import { type BitcoinLabWallet, type BitcoinWalletInput, createBitcoinWallet } from './createBitcoinWallet.js'

/** How the wallet shows itself: by the Wallet Standard, as sats-connect wallets do, or as UniSat does. */
export type BitcoinDialect = 'standard' | 'sats' | 'unisat'

export interface BitcoinInstallOptions {
  readonly by?: BitcoinDialect
}

const faces: Readonly<Record<BitcoinDialect, (input: FaceInput) => void>> = {
  standard: presentStandard,
  sats: presentSats,
  unisat: presentUnisat,
}

/** Where it stands in the page, and with that the id of its connector; by the Wallet Standard its name is. */
const pathOf = (by: BitcoinDialect, { uuid }: Pick<BitcoinLabWallet, 'uuid'>): string =>
  by === 'unisat' ? 'unisat' : `lab_${uuid.replaceAll('-', '')}.BitcoinProvider`

/** What a kit knows the wallet by. */
export const bitcoinConnectorId = (wallet: BitcoinLabWallet, by: BitcoinDialect): string =>
  by === 'standard' ? wallet.name : pathOf(by, wallet)

/** In a browser driven by Playwright; the wallet lives in the test, as an extension lives outside the page. */
export async function installBitcoinWallet(
  target: BrowserTarget,
  wallet: BitcoinLabWallet | (BitcoinWalletInput & BitcoinInstallOptions),
  { by = 'sats' }: BitcoinInstallOptions = 'line' in wallet ? {} : wallet,
): Promise<BitcoinLabWallet> {
  const lab = 'line' in wallet ? wallet : await createBitcoinWallet(wallet)
  const { name, icon, networks } = lab
  await installBridge(target, lab, faces[by], { name, icon, networks, path: pathOf(by, lab) })
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
  faces[by]({ name, icon, networks, path: pathOf(by, lab), line, place })
}
