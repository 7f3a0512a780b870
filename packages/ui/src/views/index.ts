/** Every view by its id. All but the first one that most people meet are loaded when they are first shown. */
import type { ViewId } from '@latchkey/spec/views'
import { selectConnectorById } from '../select.js'
import { View as Connect } from './Connect.js'
import { loadAllWallets } from './loadAllWallets.js'
import { namespaceNames } from './networkGroups.js'
import { selectRelayConnector } from './pairing.js'
import { defineView, type View } from './view.js'

export const views = {
  Connect: defineView({
    title: ({ t, data: { namespace } }) =>
      namespace ? t('connect.title-in', { namespace: namespaceNames[namespace] }) : t('connect.title'),
    offersGuide: true,
    // Most people meet it first: it comes with the shell.
    chunk: { View: Connect },
    load: async () => ({ View: Connect }),
  }),
  AllWallets: defineView({
    title: ({ t }) => t('all.title'),
    load: loadAllWallets,
  }),
  ConnectingWalletConnect: defineView({
    title: ({ t, state, data }) => data.wallet?.name ?? selectRelayConnector(state)?.name ?? t('relay.title'),
    load: () => import('./ConnectingWalletConnect.js'),
  }),
  ConnectingWalletConnectBasic: defineView({
    title: ({ t, state }) => selectRelayConnector(state)?.name ?? t('relay.title'),
    load: () => import('./ConnectingWalletConnectBasic.js'),
  }),
  ConnectingExternal: defineView({
    title: ({ t, state, data }) =>
      selectConnectorById(state, data.connectorId, data.namespace)?.name ?? t('connecting.unknown'),
    load: () => import('./ConnectingExternal.js'),
  }),
  ConnectingMultiChain: defineView({
    title: ({ t, state, data }) =>
      selectConnectorById(state, data.connectorId, data.namespace)?.name ?? t('connecting.unknown'),
    load: () => import('./ConnectingMultiChain.js'),
  }),
  Account: defineView({
    title: ({ t }) => t('account.title'),
    load: () => import('./Account.js'),
  }),
  Transactions: defineView({
    title: ({ t }) => t('activity.title'),
    load: () => import('./account/Transactions.js'),
  }),
  Networks: defineView({
    title: ({ t }) => t('networks.title'),
    load: () => import('./Networks.js'),
  }),
  SwitchNetwork: defineView({
    title: ({ t, state, data }) =>
      state.networks.find(({ caipNetworkId }) => caipNetworkId === data.networkId)?.name ?? t('switch.title'),
    load: () => import('./SwitchNetwork.js'),
  }),
  WhatIsANetwork: defineView({
    title: ({ t }) => t('network-help.title'),
    load: () => import('./WhatIsANetwork.js'),
  }),
  ProfileWallets: defineView({
    title: ({ t }) => t('profile.title'),
    load: () => import('./ProfileWallets.js'),
  }),
  AccountSettings: defineView({
    title: ({ t }) => t('settings.title'),
    load: () => import('./AccountSettings.js'),
  }),
  RegisterAccountName: defineView({
    title: ({ t }) => t('names.title'),
    load: () => import('./names/RegisterAccountName.js'),
  }),
  RegisterAccountNameSuccess: defineView({
    title: ({ data }) => data.name ?? '',
    load: () => import('./names/RegisterAccountNameSuccess.js'),
  }),
  Swap: defineView({
    title: ({ t }) => t('swap.title'),
    load: () => import('./swap/Swap.js'),
  }),
  SwapSelectToken: defineView({
    title: ({ t, data }) => t(data.swapSide === 'to' ? 'swap.title-to' : 'swap.title-from'),
    load: () => import('./swap/SwapSelectToken.js'),
  }),
  SwapPreview: defineView({
    title: ({ t }) => t('swap.title-preview'),
    load: () => import('./swap/SwapPreview.js'),
  }),
  OnRampProviders: defineView({
    title: ({ t }) => t('buy.title'),
    load: () => import('./onramp/OnRampProviders.js'),
  }),
  WalletSend: defineView({
    title: ({ t }) => t('send.title'),
    load: () => import('./send/WalletSend.js'),
  }),
  WalletSendSelectToken: defineView({
    title: ({ t }) => t('send.title-token'),
    load: () => import('./send/WalletSendSelectToken.js'),
  }),
  WalletSendPreview: defineView({
    title: ({ t }) => t('send.title-preview'),
    load: () => import('./send/WalletSendPreview.js'),
  }),
  WalletReceive: defineView({
    title: ({ t }) => t('receive.title'),
    load: () => import('./receive/WalletReceive.js'),
  }),
  GetWallet: defineView({
    title: ({ t }) => t('get.title'),
    load: () => import('./GetWallet.js'),
  }),
  Downloads: defineView({
    title: ({ t, data }) =>
      data.name === undefined ? t('get.title') : t('downloads.title', { wallet: data.name }),
    load: () => import('./Downloads.js'),
  }),
  UnsupportedChain: defineView({
    title: ({ t }) => t('networks.unsupported-title'),
    load: () => import('./UnsupportedChain.js'),
  }),
  WhatIsAWallet: defineView({
    title: ({ t }) => t('wallets.title'),
    load: () => import('./WhatIsAWallet.js'),
  }),
  SIWXSignMessage: defineView({
    title: ({ t }) => t('signin.title'),
    load: () => import('./signIn/SignMessage.js'),
  }),
  // D-05: the same screen, for the older option.
  ConnectingSiwe: defineView({
    title: ({ t }) => t('signin.title'),
    load: () => import('./signIn/SignMessage.js'),
  }),
  EmailVerifyDevice: defineView({
    title: ({ t }) => t('email.device-title'),
    load: () => import('./embedded/EmailVerifyDevice.js'),
  }),
  EmailVerifyOtp: defineView({
    title: ({ t }) => t('email.code-title'),
    load: () => import('./embedded/EmailVerifyOtp.js'),
  }),
  UpdateEmail: defineView({
    title: ({ t }) => t('email.update-title'),
    load: () => import('./embedded/UpdateEmail.js'),
  }),
  ConnectSocials: defineView({
    title: ({ t }) => t('social.all-title'),
    load: () => import('./embedded/ConnectSocials.js'),
  }),
  ConnectingSocial: defineView({
    title: ({ t }) => t('social.title'),
    load: () => import('./embedded/ConnectingSocial.js'),
  }),
  ConnectingFarcaster: defineView({
    title: ({ t }) => t('farcaster.title'),
    load: () => import('./embedded/ConnectingFarcaster.js'),
  }),
  ApproveTransaction: defineView({
    title: ({ t }) => t('approve.title'),
    hidesBack: true,
    load: () => import('./embedded/ApproveTransaction.js'),
  }),
  SmartSessions: defineView({
    title: ({ t }) => t('sessions.title'),
    load: () => import('./embedded/SmartSessions.js'),
  }),
  Pay: defineView({
    title: ({ t }) => t('pay.title'),
    load: () => import('./pay/Pay.js'),
  }),
} satisfies Record<ViewId, View>

/** `undefined` for a name that no view has: the types keep it out, plain JavaScript does not. */
export function findView(id: ViewId): View | undefined {
  return Object.hasOwn(views, id) ? views[id] : undefined
}
