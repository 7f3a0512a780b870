/** For what draws a kit: the context behind it, and the actions that move its views. Apps need `@latchkey/core` only. */
export { dismissAlert, showAlert } from './actions/alert.js'
export { cancelSignIn } from './actions/cancelSignIn.js'
export type { NavigateInput } from './actions/navigate.js'
export { back, push, replace } from './actions/navigate.js'
export { reportProviderError } from './actions/reportProviderError.js'
export { retryRelay } from './actions/retryRelay.js'
export { shake } from './actions/shake.js'
export type { SignInReady } from './actions/signInReady.js'
export { signInReady } from './actions/signInReady.js'
export type { ToastInput } from './actions/toast.js'
export { hideToast, showToast } from './actions/toast.js'
export { beginTransaction, endTransaction } from './actions/transaction.js'
export type { Api, CallOptions } from './api.js'
export { contextOf, type KitContext } from './context.js'
export type { Embedded } from './embedded/start.js'
export type { EmailUpdate, EmbeddedLogin, EmbeddedState, EmbeddedUser } from './embedded/state.js'
export type { Events } from './events.js'
export type { Feature } from './feature.js'
export { defineFeature, startFeature } from './feature.js'
export type { Activity, ActivityItem, ActivityList, ActivityTransfer } from './features/activity/activity.js'
export type { Directory, WalletPage, WalletQuery } from './features/directory/directory.js'
export type { DirectoryWallet } from './features/directory/wallet.js'
export type { Identity } from './features/identity/identity.js'
export { balances, embedded, pay, signIn, transactions } from './features/index.js'
export type { NameCheck, NameProblem, Names, NamesState } from './features/names/names.js'
export { type NftQuery, nftsKey } from './features/nfts/nftQuery.js'
export type { HeldNft, NftList, Nfts } from './features/nfts/nfts.js'
export {
  activity,
  directory,
  identity,
  names,
  nfts,
  onramp,
  send,
  swaps,
  tokens,
} from './features/onDemand.js'
export type { BuyWish } from './features/onramp/choice.js'
export type { Onramp, OnrampState } from './features/onramp/onrampHandle.js'
export type { ProviderPage } from './features/onramp/openProvider.js'
export type { BuyOptions, BuyProblem, BuyToken, Fiat, PaymentMethod } from './features/onramp/options.js'
export type { Purchase } from './features/onramp/purchase.js'
export type { BuyQuote, BuyQuotes } from './features/onramp/quotes.js'
export type { PagedList, PagedLists } from './features/pagedLists.js'
export type { Pay } from './features/pay/pay.js'
export type {
  PayAsset,
  PayProblem,
  PaySource,
  PayStage,
  PayState,
  PayStep,
  PayWay,
} from './features/pay/payState.js'
export type { Send } from './features/send/sendHandle.js'
export {
  otherText,
  type Recipient,
  type RecipientProblem,
  type SendFormState,
  type SendNeed,
  type SendPrefill,
  type SendProblem,
  type SendToken,
  type Sent,
  sendNeed,
  unitsOf,
} from './features/send/sendState.js'
export type { SignIn, SignInProgress } from './features/signIn/signIn.js'
export { type Subject, subjectKey, subjectOf } from './features/subject.js'
export type { QuoteState } from './features/swaps/quoteLoop.js'
export type {
  PlanState,
  SwapNeed,
  SwapsState,
  SwapTokenList,
  UnfinishedState,
} from './features/swaps/state.js'
export type { Swaps } from './features/swaps/swaps.js'
export type {
  SwapChoice,
  SwapPlan,
  SwapProblem,
  SwapProblemCode,
  SwapProgress,
  SwapQuestion,
  SwapQuote,
  SwapStep,
  SwapToken,
} from './features/swaps/types.js'
export type { TokenList, Tokens, TokensState } from './features/tokens/tokens.js'
export { explorerHash, transactionId } from './features/transactions/followed.js'
export { type BrowseLinkInput, browseLink } from './links/browseLink.js'
export { type LadderInput, linkLadder, type Rung } from './links/ladder.js'
export {
  makePaymentLink,
  type PaymentAmount,
  type PaymentLink,
  parsePaymentLink,
} from './links/payment.js'
export {
  detectPlatform,
  type InAppBrowser,
  type Platform,
  reachesOtherWallets,
  readSurroundings,
  type Surroundings,
  telegramPlatform,
} from './links/platform.js'
export {
  type LinkKind,
  linkTarget,
  opensApp,
  storeLink,
  type WalletLinkInput,
  type WalletLinks,
  walletLink,
} from './links/walletLink.js'
export { firstWay, type WayToWallet, waysToWallet } from './links/ways.js'
export {
  type AmountReading,
  exactText,
  fiatText,
  priceOf,
  quantityText,
  readAmount,
  sumDecimals,
  typedDecimal,
  type Unit,
  unitsWorth,
  worthOf,
} from './money.js'
export type { Queries, QueryInput, QueryKind } from './queries.js'
export type { Services } from './services.js'
export type { KitStorage, StorageKey, Stored } from './storage.js'
export type { Store } from './store.js'
export { chooseRelayWallet, type RelayChoice } from './wallets/chooseRelayWallet.js'
export { recentWallets } from './wallets/recent.js'
