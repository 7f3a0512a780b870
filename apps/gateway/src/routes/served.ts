/** Every endpoint that the gateway serves, by its name in the contract, with the roles of a process that serves it. */
import { type Endpoint, type EndpointName, endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Role } from '../config/parse.js'
import { refuse } from '../http/refusal.js'
import { refuseOtherMethods } from '../http/route.js'
import { type Feature, isFeatureOn } from '../projects/features.js'
import { analyticsBatch, analyticsConfig, analyticsEvent } from './analytics.js'
import { balance } from './balance.js'
import { bundler } from './bundler.js'
import { ccipRead, ccipReadPost } from './ccip.js'
import { chainRpc } from './chainRpc.js'
import {
  swapAllowance,
  swapApproval,
  swapGasPrice,
  swapQuotes,
  swapTokens,
  swapTransaction,
} from './convert.js'
import { assetImage, currencyImage, tokenImage, walletImage, wallets } from './directory.js'
import { esplora } from './esplora.js'
import { fontFile, fontStylesheet } from './fonts.js'
import { healthz, metrics, readyz } from './health.js'
import { history } from './history.js'
import { identity } from './identity.js'
import {
  name,
  nameNonce,
  nameSuggestions,
  namesOfAddress,
  registerName,
  updateNameAddress,
  updateNameAttributes,
} from './names.js'
import { nftImage, nfts } from './nfts.js'
import { onrampBuyOptions, onrampBuyQuotes, onrampOptions, onrampQuote } from './onramp.js'
import {
  onrampMultiQuotes,
  onrampOrder,
  onrampProviderProperties,
  onrampProviders,
  onrampUrl,
  onrampWebhook,
  onrampWidget,
} from './onrampOrders.js'
import { onrampSandboxPage, onrampSandboxPay } from './onrampSandbox.js'
import { apiPage, openApi } from './openapi.js'
import { origins } from './origins.js'
import { price } from './price.js'
import { appConfig, projectLimits } from './projectInfo.js'
import {
  activateSession,
  createSession,
  revokeSession,
  sessionContext,
  sessions,
  signWithSession,
} from './sessions.js'
import {
  authenticate,
  authKeys,
  authMetadata,
  authNonce,
  authRefresh,
  authSession,
  authSignOut,
} from './signIn.js'
import { supportedChains } from './supportedChains.js'
import { attest, attestation, verifyPage, verifyScript } from './verify.js'
import { jsonRpc, walletRpc } from './walletRpc.js'

interface Served {
  readonly serve: (app: FastifyInstance) => void
  /** Absent: every process serves it. */
  readonly roles?: readonly Role[]
  /** What a project may have switched off; then this is refused. */
  readonly feature?: Feature
}

const served = {
  healthz: { serve: healthz },
  readyz: { serve: readyz },
  metrics: { serve: metrics },
  openApi: { serve: openApi },
  apiPage: { serve: apiPage },
  supportedChains: { serve: supportedChains, roles: ['api', 'rpc'] },
  chainRpc: { serve: chainRpc, roles: ['rpc'] },
  history: { serve: history, roles: ['api'], feature: 'activity' },
  balance: { serve: balance, roles: ['api'] },
  nfts: { serve: nfts, roles: ['api'] },
  nftImage: { serve: nftImage, roles: ['api'] },
  price: { serve: price, roles: ['api'] },
  walletRpc: { serve: walletRpc, roles: ['api'] },
  jsonRpc: { serve: jsonRpc, roles: ['api'] },
  identity: { serve: identity, roles: ['api'] },
  nameNonce: { serve: nameNonce, roles: ['api'] },
  nameSuggestions: { serve: nameSuggestions, roles: ['api'] },
  namesOfAddress: { serve: namesOfAddress, roles: ['api'] },
  name: { serve: name, roles: ['api'] },
  registerName: { serve: registerName, roles: ['api'] },
  updateNameAttributes: { serve: updateNameAttributes, roles: ['api'] },
  updateNameAddress: { serve: updateNameAddress, roles: ['api'] },
  ccipRead: { serve: ccipRead, roles: ['api'] },
  ccipReadPost: { serve: ccipReadPost, roles: ['api'] },
  swapTokens: { serve: swapTokens, roles: ['api'], feature: 'swap' },
  swapQuotes: { serve: swapQuotes, roles: ['api'], feature: 'swap' },
  swapAllowance: { serve: swapAllowance, roles: ['api'], feature: 'swap' },
  swapGasPrice: { serve: swapGasPrice, roles: ['api'], feature: 'swap' },
  swapTransaction: { serve: swapTransaction, roles: ['api'], feature: 'swap' },
  swapApproval: { serve: swapApproval, roles: ['api'], feature: 'swap' },
  bundler: { serve: bundler, roles: ['api'] },
  onrampUrl: { serve: onrampUrl, roles: ['api'], feature: 'onramp' },
  onrampOptions: { serve: onrampOptions, roles: ['api'], feature: 'onramp' },
  onrampBuyOptions: { serve: onrampBuyOptions, roles: ['api'], feature: 'onramp' },
  onrampQuote: { serve: onrampQuote, roles: ['api'], feature: 'onramp' },
  onrampBuyQuotes: { serve: onrampBuyQuotes, roles: ['api'], feature: 'onramp' },
  onrampProviderProperties: { serve: onrampProviderProperties, roles: ['api'], feature: 'onramp' },
  onrampProviders: { serve: onrampProviders, roles: ['api'], feature: 'onramp' },
  onrampMultiQuotes: { serve: onrampMultiQuotes, roles: ['api'], feature: 'onramp' },
  onrampWidget: { serve: onrampWidget, roles: ['api'], feature: 'onramp' },
  onrampOrder: { serve: onrampOrder, roles: ['api'] },
  onrampWebhook: { serve: onrampWebhook, roles: ['api'] },
  onrampSandboxPage: { serve: onrampSandboxPage, roles: ['api'] },
  onrampSandboxPay: { serve: onrampSandboxPay, roles: ['api'] },
  sessions: { serve: sessions, roles: ['api'] },
  createSession: { serve: createSession, roles: ['api'] },
  activateSession: { serve: activateSession, roles: ['api'] },
  sessionContext: { serve: sessionContext, roles: ['api'] },
  signWithSession: { serve: signWithSession, roles: ['api'] },
  revokeSession: { serve: revokeSession, roles: ['api'] },
  origins: { serve: origins, roles: ['api'] },
  appConfig: { serve: appConfig, roles: ['api'] },
  projectLimits: { serve: projectLimits, roles: ['api'] },
  analyticsConfig: { serve: analyticsConfig, roles: ['api'] },
  analyticsEvent: { serve: analyticsEvent, roles: ['api'] },
  analyticsBatch: { serve: analyticsBatch, roles: ['api'] },
  wallets: { serve: wallets, roles: ['api'] },
  walletImage: { serve: walletImage, roles: ['api'] },
  assetImage: { serve: assetImage, roles: ['api'] },
  currencyImage: { serve: currencyImage, roles: ['api'] },
  tokenImage: { serve: tokenImage, roles: ['api'] },
  fontStylesheet: { serve: fontStylesheet, roles: ['api'] },
  fontFile: { serve: fontFile, roles: ['api'] },
  verifyScript: { serve: verifyScript, roles: ['relay'] },
  verifyPage: { serve: verifyPage, roles: ['relay'] },
  attest: { serve: attest, roles: ['relay'] },
  attestation: { serve: attestation, roles: ['relay'] },
  authNonce: { serve: authNonce, roles: ['api'], feature: 'reown_authentication' },
  authenticate: { serve: authenticate, roles: ['api'], feature: 'reown_authentication' },
  authRefresh: { serve: authRefresh, roles: ['api'], feature: 'reown_authentication' },
  authKeys: { serve: authKeys, roles: ['api'] },
  authSession: { serve: authSession, roles: ['api'] },
  authMetadata: { serve: authMetadata, roles: ['api'] },
  authSignOut: { serve: authSignOut, roles: ['api'] },
} as const satisfies Record<EndpointName, Served>

export const servedNames = Object.keys(served) as EndpointName[] // the keys of a literal table

export function serveAll(app: FastifyInstance, roles: ReadonlySet<Role>): void {
  const chosen = servedNames.filter((name) => {
    const { roles: needed }: Served = served[name]
    return !needed || needed.some((role) => roles.has(role))
  })
  enforceFeatures(app, chosen)
  for (const name of chosen) served[name].serve(app)
  // A passage to another contract, so that the table has no entry for it.
  if (roles.has('rpc')) esplora(app)
  refuseOtherMethods(
    app,
    chosen.map((name) => endpoints[name]),
  )
}

/** After the guard, which knows the project; before the routes, which it is for. */
function enforceFeatures(app: FastifyInstance, names: readonly EndpointName[]): void {
  const features = new Map<string, Feature>()
  for (const name of names) {
    const { feature }: Served = served[name]
    const { path, aliases = [] }: Endpoint = endpoints[name]
    if (feature) for (const url of [path, ...aliases]) features.set(url, feature)
  }
  app.addHook('onRequest', (request, _, done) => {
    const feature = features.get(request.routeOptions.url ?? '')
    const isOn = !feature || !request.project || isFeatureOn(request.project, feature)
    done(isOn ? undefined : refuse('feature', `${feature} is switched off for this project`))
  })
}
