/** The kits that an app can come from. */
import { appKitPackages, moveAppKit } from './appkit.js'
import type { versions } from './manifest.js'
import type { Source } from './source.js'
import { moveWagmiKit, type WagmiKit } from './wagmiKits.js'

export type Package = keyof typeof versions

export interface Kit {
  readonly move: (source: Source) => void
  /** Whose imports it moves: what the app no longer installs. */
  readonly packages: RegExp
  /** What the app installs instead. */
  readonly adds: readonly Package[]
  /** What it installs beside that where it needs one of these entries. */
  readonly addsFor?: Readonly<Record<string, readonly Package[]>>
}

/** `$` stands for what `useModal` returned. */
const opens = (view: string) => `() => $.open({ view: '${view}' })`

const signInOfRainbow =
  'becomes siweConfig of createLatchkey: getNonce, createMessage and signOut stay, verify is verifyMessage, and getSession says who is signed in'
const signInOfConnect = 'becomes siweConfig of createLatchkey, which has the same methods'
const walletList =
  'has no counterpart: set featuredWalletIds, includeWalletIds and customWallets in createLatchkey'

const rainbowkit: WagmiKit = {
  packages: /^@rainbow-me\/rainbowkit(\/|$)/,
  provider: 'RainbowKitProvider',
  button: 'ConnectButton',
  makesConfig: true,
  advice: {
    AuthenticationStatus: 'has no counterpart: useSignIn of latchkey/react has the session',
    createAuthenticationAdapter: signInOfRainbow,
    RainbowKitAuthenticationProvider: signInOfRainbow,
    connectorsForWallets: walletList,
    getDefaultWallets: walletList,
    WalletButton:
      'has no counterpart: open the modal with useModal, or connect with useConnect of latchkey/react',
  },
  unneeded: ['darkTheme', 'lightTheme', 'midnightTheme'],
  hooks: {
    useConnectModal: { openConnectModal: opens('Connect'), connectModalOpen: '$.isOpen' },
    useAccountModal: { openAccountModal: opens('Account'), accountModalOpen: '$.isOpen' },
    useChainModal: { openChainModal: opens('Networks'), chainModalOpen: '$.isOpen' },
  },
}

const connectkit: WagmiKit = {
  packages: /^connectkit(\/|$)/,
  provider: 'ConnectKitProvider',
  button: 'ConnectKitButton',
  makesConfig: false,
  advice: {
    SIWEProvider: signInOfConnect,
    SIWEConfig: 'is SiweConfig of latchkey/signIn',
    SIWESession: 'is SiweSession of latchkey/signIn',
    SIWEButton: 'has no counterpart: a button of yours calls signIn of useSignIn, of latchkey/react',
    useSIWE: 'becomes useSignIn of latchkey/react: data is session, signOut and signIn are there',
    getDefaultConnectors: 'has no counterpart and needs none: wallets of the browser announce themselves',
  },
  unneeded: [],
  hooks: {
    useModal: {
      open: '$.isOpen',
      setOpen: '(isOpen: boolean) => (isOpen ? $.open() : $.close())',
      openSwitchNetworks: opens('Networks'),
      openProfile: opens('Account'),
    },
  },
}

export const kits: Readonly<Record<string, Kit>> = {
  appkit: {
    move: moveAppKit,
    packages: appKitPackages,
    adds: ['latchkey', 'viem'],
    addsFor: { 'latchkey/compat/appkit/wagmi': ['@wagmi/core'] },
  },
  rainbowkit: {
    move: (source) => moveWagmiKit(source, rainbowkit),
    packages: rainbowkit.packages,
    adds: ['latchkey', 'viem', 'wagmi', '@wagmi/core'],
  },
  connectkit: {
    move: (source) => moveWagmiKit(source, connectkit),
    packages: connectkit.packages,
    adds: ['latchkey', 'viem', 'wagmi', '@wagmi/core'],
  },
}
