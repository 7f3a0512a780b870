/** Puts polkadot lab wallets where extensions are: into a page, or into the stand-in of a test. */
import type { Extension } from '../../polkadot/extension.js'
import { type BrowserTarget, installBridge, type PageLine } from '../labBridge.js'
import {
  createPolkadotLabWallet,
  type PolkadotLabInput,
  type PolkadotLabWallet,
} from './createPolkadotLabWallet.js'

/** In a browser driven by Playwright; the wallet lives in the test, as an extension lives outside the page. */
export async function installPolkadotWallet(
  target: BrowserTarget,
  wallet: PolkadotLabWallet | PolkadotLabInput = {},
): Promise<PolkadotLabWallet> {
  const lab = 'line' in wallet ? wallet : await createPolkadotLabWallet(wallet)
  await installBridge(target, lab, presentExtension, { key: lab.key })
  return lab
}

/** In this process, for tests without a browser. */
export function injectPolkadotWallet(
  { key, line }: PolkadotLabWallet,
  target: { injectedWeb3?: Record<string, Extension> },
): void {
  presentExtension({ key, line: 'line', place: Object.assign(target, { line }) })
}

interface PresentInput {
  readonly key: string
  readonly line: string
  /** `window` unless given. */
  readonly place?: object
}

/** Runs in the page, on its own: it may use nothing from this file. */
function presentExtension({ key, line, place = window }: PresentInput): void {
  const page = place as Record<string, unknown> // the line lives under a made-up name
  const { request, on, off } = page[line] as PageLine
  const accounts = () => request({ method: 'accounts' })
  const injected = {
    accounts: {
      get: accounts,
      subscribe(listener: (accounts: unknown) => void) {
        const hear = (value: unknown) => listener(value)
        on('accounts', hear)
        void accounts().then(hear)
        return () => off('accounts', hear)
      },
    },
    signer: {
      signRaw: (params: unknown) => request({ method: 'signRaw', params }),
      signPayload: (params: unknown) => request({ method: 'signPayload', params }),
    },
  }
  const extension = {
    version: '1.0.0',
    async enable(origin: string) {
      await request({ method: 'enable', params: [origin] })
      return injected
    },
  }
  page['injectedWeb3'] = Object.assign(page['injectedWeb3'] ?? {}, { [key]: extension })
}
