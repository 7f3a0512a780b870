/** Types of AppKit's elements in JSX. */
import type { LatchkeyElementProps } from '@latchkey/ui/react'

type Renamed<props> = Omit<props, 'loading-label' | 'chars-start' | 'chars-end'> & {
  readonly loadingLabel?: string
  readonly charsStart?: number
  readonly charsEnd?: number
}

export interface AppKitElementProps {
  'appkit-modal': LatchkeyElementProps['latchkey-modal']
  'appkit-button': Renamed<LatchkeyElementProps['latchkey-button']>
  'appkit-connect-button': Renamed<LatchkeyElementProps['latchkey-connect-button']>
  'appkit-account-button': Renamed<LatchkeyElementProps['latchkey-account-button']>
  'appkit-network-button': Renamed<LatchkeyElementProps['latchkey-network-button']>
  /** `wallet` is AppKit's name of it: `metamask`, `walletConnect`, `email`, `google`. */
  'appkit-wallet-button': AppKitElementProps['appkit-connect-button'] & { readonly wallet: string }
  'w3m-modal': AppKitElementProps['appkit-modal']
  'w3m-button': AppKitElementProps['appkit-button']
  'w3m-connect-button': AppKitElementProps['appkit-connect-button']
  'w3m-account-button': AppKitElementProps['appkit-account-button']
  'w3m-network-button': AppKitElementProps['appkit-network-button']
  'w3m-wallet-button': AppKitElementProps['appkit-wallet-button']
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElementProps {}
  }
}
