/** Puts lab wallets into a page, the way extensions do. */
import type { LabWallet, LabWalletInfo } from './createLabWallet.js'

export interface AnnounceOptions {
  /** `window` unless given. */
  readonly target?: EventTarget
  /** Another name for the same provider: two entries that share one wallet. */
  readonly info?: Partial<LabWalletInfo>
}

/** Announces by EIP-6963, now and whenever a page asks. The returned function uninstalls it for pages to come. */
export function announceWallet(
  { provider, info: own }: LabWallet,
  { target = window, info }: AnnounceOptions = {},
): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...own, ...info }), provider })
  const announce = () => target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}

/** Sets `window.ethereum`. The returned function puts back what was there. */
export function injectWallet(
  { provider }: LabWallet,
  { target = window }: { target?: object } = {},
): () => void {
  const before = Object.getOwnPropertyDescriptor(target, 'ethereum')
  Object.defineProperty(target, 'ethereum', {
    value: provider,
    configurable: true,
    writable: true,
    enumerable: true,
  })
  return () => {
    if (before) Object.defineProperty(target, 'ethereum', before)
    else Reflect.deleteProperty(target, 'ethereum')
  }
}
