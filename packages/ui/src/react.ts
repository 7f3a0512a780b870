/** React bindings: the kit as context, its state and actions as hooks, its buttons as components. */
'use client'

import type { Kit } from '@latchkey/core'
import { createElement, type ReactNode } from 'react'
import { CurrentKit } from './context.js'

export { useKit, useSelect } from './context.js'
export type { LatchkeyElementProps } from './jsx.js'
export {
  type ActionState,
  useConnect,
  useDisconnect,
  usePayInModal,
  useSendTransaction,
  useSignMessage,
  useSignTransaction,
  useSignTypedData,
  useSwitchAccount,
  useSwitchNetwork,
} from './react/actions.js'
export {
  AccountButton,
  type AccountButtonProps,
  type ButtonProps,
  ConnectButton,
  type ConnectButtonProps,
  CustomButton,
  type CustomButtonProps,
  type CustomButtonState,
  LatchkeyButton,
  NetworkButton,
  type NetworkButtonProps,
} from './react/buttons.js'
export { type EmbeddedFlow, useEmbeddedWallet } from './react/embedded.js'
export type { Flow } from './react/flow.js'
export {
  type BalancesState,
  type ListState,
  type ListStatus,
  type PagedState,
  type UseNftsInput,
  useActivity,
  useBalances,
  useNfts,
} from './react/holdings.js'
export { type NamesFlow, useNames } from './react/names.js'
export { type OnrampFlow, useOnramp } from './react/onramp.js'
export { type PayFlow, usePay } from './react/pay.js'
export { type SendFlow, useSend } from './react/send.js'
export { SignedIn, type SignedInProps, useSignIn } from './react/signIn.js'
export {
  type InNamespace,
  useAccount,
  useBalance,
  useEvents,
  useModal,
  useNetwork,
  useProvider,
  useTheme,
  useWallet,
  type WalletInfo,
} from './react/state.js'
export { type SwapFlow, useSwap } from './react/swap.js'
export { type TransactionsState, type UseTransactionsInput, useTransactions } from './react/transactions.js'

/** Gives every hook and button below it the kit. */
export function LatchkeyProvider({ kit, children }: { readonly kit: Kit; readonly children?: ReactNode }) {
  return createElement(CurrentKit.Provider, { value: kit }, children)
}
