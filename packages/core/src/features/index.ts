/** Features that a kit may start by itself. Bodies are chunks of their own; this list is all that a first load carries of them. */
import { defineFeature } from '../feature.js'
import { hasRelay } from '../relay/relayAddress.js'

/** The native balance of each connected account, kept in the state. */
export const balances = defineFeature({
  id: 'balances',
  isEnabled: ({ jobs }) => [...jobs.adapters.values()].some((adapter) => adapter.getBalance),
  load: () => import('./balances/balances.js'),
})

/** Sign-in with the wallet, where the app wants it (S1-04). */
export const signIn = defineFeature({
  id: 'signIn',
  isEnabled: ({ options }) => Boolean(options.siwx ?? options.siweConfig),
  load: () => import('./signIn/signIn.js'),
})

/** Wallets on phones and elsewhere, reached through a relay (S7-34). */
export const relay = defineFeature({
  id: 'relay',
  isEnabled: ({ options }) => options.enableWalletConnect && hasRelay(options),
  load: () => import('../relay/start.js'),
})

/** A wallet for who has none, by email or another service, in a frame of its own origin (S1-02). */
export const embedded = defineFeature({
  id: 'embedded',
  isEnabled: ({ options: { walletUrl, features } }) =>
    Boolean(walletUrl && (features.email || (features.socials && features.socials.length > 0))),
  load: () => import('../embedded/start.js'),
})

/** Everything that was sent, followed to its end (S9-12). */
export const transactions = defineFeature({
  id: 'transactions',
  isEnabled: () => true,
  load: () => import('./transactions/transactions.js'),
})

/** Payments that a page asks for; off unless it says so (S9-13). */
export const pay = defineFeature({
  id: 'pay',
  isEnabled: ({ options }) => options.features.pay,
  load: () => import('./pay/pay.js'),
})
