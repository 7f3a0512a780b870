/** What is known of views beyond their guards: for tests and tools, and so apart from what pages carry. */
import type { ViewId } from './views.js'

/** The part of the product a view belongs to; the same noun names its files in every room. */
export type ViewArea =
  | 'connect'
  | 'account'
  | 'networks'
  | 'signIn'
  | 'approve'
  | 'email'
  | 'social'
  | 'send'
  | 'receive'
  | 'swap'
  | 'onramp'
  | 'activity'
  | 'names'
  | 'pay'
  | 'help'
  | 'sessions'

interface ViewFacts {
  readonly rule: string
  readonly area: ViewArea
  /** Screens one view walks through without leaving it. */
  readonly steps?: readonly string[]
}

export const viewFacts: { readonly [view in ViewId]: ViewFacts } = {
  // S2-02
  Connect: { rule: 'S2-02', area: 'connect' },
  Account: { rule: 'S2-02', area: 'account' },
  AllWallets: { rule: 'S2-02', area: 'connect' },
  ConnectingWalletConnectBasic: { rule: 'S2-02', area: 'connect' },
  ConnectingWalletConnect: { rule: 'S2-02', area: 'connect' },
  ConnectingExternal: { rule: 'S2-02', area: 'connect' },
  ConnectingSiwe: { rule: 'S2-02', area: 'signIn' },
  ConnectingFarcaster: { rule: 'S2-02', area: 'social' },
  UnsupportedChain: { rule: 'S2-02', area: 'networks' },
  ApproveTransaction: { rule: 'S2-02', area: 'approve' },
  SIWXSignMessage: { rule: 'S2-02', area: 'signIn' },
  Swap: { rule: 'S2-02', area: 'swap' },
  RegisterAccountName: { rule: 'S2-02', area: 'names' },
  RegisterAccountNameSuccess: { rule: 'S2-02', area: 'names' },
  // D-04
  Networks: { rule: 'D-04', area: 'networks' },
  SwitchNetwork: { rule: 'D-04', area: 'networks' },
  WalletSend: { rule: 'D-04', area: 'send' },
  WalletSendSelectToken: { rule: 'D-04', area: 'send' },
  WalletSendPreview: { rule: 'D-04', area: 'send' },
  WalletReceive: { rule: 'D-04', area: 'receive' },
  SwapSelectToken: { rule: 'D-04', area: 'swap' },
  SwapPreview: { rule: 'D-04', area: 'swap' },
  OnRampProviders: { rule: 'D-04', area: 'onramp', steps: ['amount', 'quote', 'progress'] },
  Transactions: { rule: 'D-04', area: 'activity' },
  EmailVerifyOtp: { rule: 'D-04', area: 'email' },
  EmailVerifyDevice: { rule: 'D-04', area: 'email' },
  UpdateEmail: { rule: 'D-04', area: 'email', steps: ['email', 'primary-otp', 'secondary-otp'] },
  ConnectingSocial: { rule: 'D-04', area: 'social' },
  ConnectSocials: { rule: 'D-04', area: 'social' },
  GetWallet: { rule: 'D-04', area: 'help' },
  WhatIsAWallet: { rule: 'D-04', area: 'help' },
  WhatIsANetwork: { rule: 'D-04', area: 'help' },
  Downloads: { rule: 'D-04', area: 'help' },
  ProfileWallets: { rule: 'D-04', area: 'account' },
  AccountSettings: { rule: 'D-04', area: 'account' },
  Pay: { rule: 'D-04', area: 'pay' },
  SmartSessions: { rule: 'D-04', area: 'sessions' },
  ConnectingMultiChain: { rule: 'D-04', area: 'connect' },
}
