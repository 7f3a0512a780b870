/** Lab wallets in a browser driven by Playwright: the wallet lives in the test, as an extension lives outside the page. */
import {
  createLabWallet,
  type LabWallet,
  type LabWalletInfo,
  type LabWalletInput,
} from './createLabWallet.js'
import { type BrowserTarget, installBridge, type LineInput, type PageLine } from './labBridge.js'

export interface InstallOptions {
  /** By EIP-6963 (the default), as `window.ethereum`, or both. */
  readonly by?: 'announcement' | 'injection' | 'both'
  /** More announcements that share the wallet's one provider. */
  readonly alsoAs?: readonly Partial<LabWalletInfo>[]
}

export async function installWallet(
  target: BrowserTarget,
  wallet: LabWallet | (LabWalletInput & InstallOptions),
  options: InstallOptions = 'provider' in wallet ? {} : wallet,
): Promise<LabWallet> {
  const lab = 'provider' in wallet ? wallet : await createLabWallet(wallet)
  const { by = 'announcement', alsoAs = [] } = options
  const infos = by === 'injection' ? [] : [lab.info, ...alsoAs.map((info) => ({ ...lab.info, ...info }))]
  const line = { uuid: lab.info.uuid, request: lab.provider.request, onEvent: lab.onEvent }
  await installBridge(target, line, present, { infos, isInjected: by !== 'announcement' })
  return lab
}

interface PresentInput extends LineInput {
  readonly infos: readonly LabWalletInfo[]
  readonly isInjected: boolean
}

/** Runs in the page, on its own: it may use nothing from this file. */
function present({ line, infos, isInjected }: PresentInput): void {
  const page = window as unknown as Record<string, unknown> // the line lives under a made-up name
  const { request, on, off } = page[line] as PageLine
  const provider = {
    request,
    on(event: string, listener: (value: unknown) => void) {
      on(event, listener)
      return provider
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      off(event, listener)
      return provider
    },
  }
  if (isInjected) page['ethereum'] = provider
  const announce = () => {
    for (const info of infos) {
      const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
