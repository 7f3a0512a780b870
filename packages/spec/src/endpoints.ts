/** Every HTTP call of the product. A client imports the one endpoint it needs; the whole table is for servers and tests. */
import { history } from './endpoints/activity.js'
import { analyticsBatch, analyticsConfig, analyticsEvent } from './endpoints/analytics.js'
import { balance, price } from './endpoints/balances.js'
import { assetImage, currencyImage, tokenImage, walletImage, wallets } from './endpoints/directory.js'
import type { AnswerOf, Endpoint, InputOf, OutputOf, RequestOf } from './endpoints/endpoint.js'
import { fontFile, fontStylesheet } from './endpoints/fonts.js'
import { apiPage, healthz, metrics, openApi, readyz } from './endpoints/health.js'
import { identity } from './endpoints/identity.js'
import {
  ccipRead,
  ccipReadPost,
  name,
  nameNonce,
  nameSuggestions,
  namesOfAddress,
  registerName,
  updateNameAddress,
  updateNameAttributes,
} from './endpoints/names.js'
import { nftImage, nfts } from './endpoints/nfts.js'
import {
  onrampBuyOptions,
  onrampBuyQuotes,
  onrampMultiQuotes,
  onrampOptions,
  onrampQuote,
  onrampUrl,
  onrampWidget,
} from './endpoints/onramp.js'
import { onrampOrder, onrampSandboxPage, onrampSandboxPay, onrampWebhook } from './endpoints/onrampOrders.js'
import { onrampProviderProperties, onrampProviders } from './endpoints/onrampProviders.js'
import { appConfig, origins, projectLimits } from './endpoints/projects.js'
import { chainRpc, supportedChains } from './endpoints/rpc.js'
import {
  activateSession,
  createSession,
  revokeSession,
  sessionContext,
  sessions,
  signWithSession,
} from './endpoints/sessions.js'
import {
  authenticate,
  authKeys,
  authMetadata,
  authNonce,
  authRefresh,
  authSession,
  authSignOut,
} from './endpoints/signIn.js'
import {
  swapAllowance,
  swapApproval,
  swapGasPrice,
  swapQuotes,
  swapTokens,
  swapTransaction,
} from './endpoints/swap.js'
import { attest, attestation, verifyPage, verifyScript } from './endpoints/verify.js'
import { bundler, jsonRpc, walletRpc } from './endpoints/walletRpc.js'

export * from './endpoints/activity.js'
export * from './endpoints/analytics.js'
export * from './endpoints/balances.js'
export * from './endpoints/bounds.js'
export * from './endpoints/directory.js'
export * from './endpoints/endpoint.js'
export * from './endpoints/endpointUrl.js'
export * from './endpoints/failures.js'
export { fitsBounds } from './endpoints/fields.js'
export * from './endpoints/fonts.js'
export * from './endpoints/health.js'
export * from './endpoints/identity.js'
export * from './endpoints/names.js'
export * from './endpoints/nfts.js'
export * from './endpoints/onramp.js'
export * from './endpoints/onrampOrders.js'
export * from './endpoints/onrampProviders.js'
export * from './endpoints/projects.js'
export * from './endpoints/rpc.js'
export * from './endpoints/sessions.js'
export * from './endpoints/signIn.js'
export * from './endpoints/swap.js'
export * from './endpoints/verify.js'
export * from './endpoints/walletRpc.js'

/** In the order a server mounts them: a fixed path stands before one with a parameter in the same place. */
export const endpoints = {
  healthz,
  readyz,
  metrics,
  openApi,
  apiPage,
  supportedChains,
  chainRpc,
  bundler,
  walletRpc,
  jsonRpc,
  identity,
  history,
  balance,
  nfts,
  nftImage,
  price,
  swapTokens,
  swapQuotes,
  swapAllowance,
  swapGasPrice,
  swapTransaction,
  swapApproval,
  nameNonce,
  nameSuggestions,
  namesOfAddress,
  name,
  registerName,
  updateNameAttributes,
  updateNameAddress,
  ccipRead,
  ccipReadPost,
  onrampUrl,
  onrampOptions,
  onrampBuyOptions,
  onrampQuote,
  onrampBuyQuotes,
  onrampProviderProperties,
  onrampProviders,
  onrampMultiQuotes,
  onrampWidget,
  onrampOrder,
  onrampWebhook,
  onrampSandboxPage,
  onrampSandboxPay,
  sessions,
  createSession,
  activateSession,
  sessionContext,
  signWithSession,
  revokeSession,
  wallets,
  walletImage,
  assetImage,
  currencyImage,
  tokenImage,
  origins,
  appConfig,
  projectLimits,
  analyticsConfig,
  analyticsEvent,
  analyticsBatch,
  authNonce,
  authRefresh,
  authenticate,
  authSession,
  authKeys,
  authMetadata,
  authSignOut,
  verifyScript,
  attestation,
  attest,
  verifyPage,
  fontStylesheet,
  fontFile,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
/** What a caller hands in: `{ params, query, headers, body }`, as far as the endpoint has them. */
export type EndpointInput<name extends EndpointName> = InputOf<(typeof endpoints)[name]>
/** What a handler is given after parsing. */
export type EndpointRequest<name extends EndpointName> = RequestOf<(typeof endpoints)[name]>
/** What a handler returns. */
export type EndpointOutput<name extends EndpointName> = OutputOf<(typeof endpoints)[name]>
/** What a caller gets back. */
export type EndpointAnswer<name extends EndpointName> = AnswerOf<(typeof endpoints)[name]>
