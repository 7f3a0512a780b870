/** `latchkey/compat/appkit`: the API of AppKit 1.8 on a kit of ours, so that an app can move without being rewritten. */
'use client'

export {
  AppKitAccountButton,
  AppKitButton,
  AppKitConnectButton,
  AppKitNetworkButton,
  AppKitProvider,
  type AppKitProviderProps,
} from './appkit/components.js'
export { useAppKitConnection, useAppKitConnections } from './appkit/connectionHooks.js'
export type { Connection, Connections } from './appkit/connections.js'
export {
  type AppKit,
  type AppKitOpenInput,
  createAppKit,
} from './appkit/createAppKit.js'
export type { AppKitEvent } from './appkit/events.js'
export {
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from './appkit/hooks.js'
export type { AppKitElementProps } from './appkit/jsx.js'
export type {
  AppKitFeatures,
  AppKitNetwork,
  AppKitOptions,
  AppKitThemeVariables,
} from './appkit/options.js'
export {
  type AppKitPayment,
  type AppKitPaymentAsset,
  baseETH,
  baseSepoliaETH,
  baseUSDC,
} from './appkit/payment.js'
export type {
  AppKitAccount,
  AppKitAuthProvider,
  AppKitEmbeddedWalletInfo,
  AppKitListedAccount,
  AppKitState,
  AppKitWalletInfo,
} from './appkit/read.js'
export {
  createSIWEConfig,
  formatMessage,
  type SIWEConfig,
  type SIWECreateMessageArgs,
  type SIWEMessageArgs,
  type SIWESession,
  type SIWEVerifyMessageArgs,
} from './appkit/siwe.js'
export type { ConnectionChange } from './appkit/switchConnection.js'
export type { UpdatedEmail } from './appkit/updateEmail.js'
export {
  type AppKitConnectedAccount,
  useAppKitUpdateEmail,
  useAppKitWallet,
  usePay,
} from './appkit/walletHooks.js'
