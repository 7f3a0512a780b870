/** Features that somebody has to ask for. Apart from the others, so that a first load does not carry their names. */
import { defineFeature } from '../feature.js'

/** The list of wallets to choose from. */
export const directory = defineFeature({
  id: 'directory',
  isEnabled: () => true,
  load: () => import('./directory/directory.js'),
})

/** Names of accounts, where the app has a gateway. */
export const identity = defineFeature({
  id: 'identity',
  isEnabled: ({ options }) => options.gatewayUrl !== undefined,
  load: () => import('./identity/identity.js'),
})

/** What an account did (S3-12). */
export const activity = defineFeature({
  id: 'activity',
  isEnabled: ({ options }) => options.features.history && options.gatewayUrl !== undefined,
  load: () => import('./activity/activity.js'),
})

/** The collectibles of an account (D-06). */
export const nfts = defineFeature({
  id: 'nfts',
  isEnabled: ({ options }) => options.gatewayUrl !== undefined,
  load: () => import('./nfts/nfts.js'),
})

/** Everything an account holds, with prices where the app has a gateway. */
export const tokens = defineFeature({
  id: 'tokens',
  isEnabled: ({ options, jobs }) =>
    options.gatewayUrl !== undefined || [...jobs.adapters.values()].some((adapter) => adapter.getBalance),
  load: () => import('./tokens/tokens.js'),
})

/** Buying with a card or a bank, where the app has a gateway (S7-18). */
export const onramp = defineFeature({
  id: 'onramp',
  isEnabled: ({ options }) => options.features.onramp && options.gatewayUrl !== undefined,
  load: () => import('./onramp/onramp.js'),
})

/** Registering a name for an account (S4-21). */
export const names = defineFeature({
  id: 'names',
  isEnabled: ({ options }) => options.gatewayUrl !== undefined,
  load: () => import('./names/names.js'),
})

/** Sending tokens (S4-20). */
export const send = defineFeature({
  id: 'send',
  isEnabled: ({ options }) => options.features.send,
  load: () => import('./send/send.js'),
})

/** Swapping one token for another, where the app has a gateway (S7-06). */
export const swaps = defineFeature({
  id: 'swaps',
  isEnabled: ({ options }) => options.features.swaps && options.gatewayUrl !== undefined,
  load: () => import('./swaps/swaps.js'),
})
