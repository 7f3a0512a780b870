/**
 * What every view of the modal says, in English, and the titles of all of them; what one view says lies beside it. Other
 * languages have the same keys; slots keep their names.
 */
import { page } from './page.en.js'

export const en = {
  ...page,

  'shell.back': 'Back',
  'shell.close': 'Close',
  'shell.help': 'What is a wallet?',
  'shell.loading': 'Loading',
  'shell.retry': 'Try again',
  'shell.dismiss': 'Dismiss',
  'shell.load-failed': 'This screen could not be loaded',
  'shell.load-failed-detail': 'The connection may have dropped, or a new version was published.',
  'shell.not-built': 'No such screen',
  'shell.not-built-detail': 'The app asked for something that is not part of this release.',

  'connect.title': 'Connect wallet',
  'connect.title-in': 'Connect {namespace} wallet',
  'connect.list': 'Wallets',
  'connect.installed': 'Installed',
  'connect.connected': 'Connected',
  'connect.recent': 'Recent',
  'connect.qr': 'QR code',
  'connect.inside': 'Opens this page in its own browser',
  'connect.all': 'All wallets',
  'connect.methods': 'Ways to connect',
  'connect.or': 'or',
  'connect.collapsed': 'Continue with a wallet',
  'connect.accept': 'I accept the',
  'connect.consent': 'Accept the terms first',
  'connect.consent-detail': 'Then you can choose how to connect.',
  'connect.new': 'New to wallets?',
  'connect.learn': 'Learn how they work',
  'connect.searching': 'Looking for wallets',
  'connect.empty': 'No wallet found',
  'connect.empty-detail':
    'A wallet keeps your keys and signs for you. Install one in this browser and it appears here by itself.',
  'connect.empty-learn': 'What is a wallet?',
  'connect.empty-hint': 'No wallet found in this browser',
  // S8-10
  'connect.email-failed': 'Unable to load email login dependency',
  'connect.off': 'Wallets are switched off',
  'connect.off-detail': 'This app offers no way to connect a wallet.',
  'connect.legal-before': 'By connecting you agree to the',
  'connect.legal-and': 'and the',
  'connect.terms': 'Terms of Service',
  'connect.privacy': 'Privacy Policy',

  'connecting.unknown': 'Connect wallet',
  'connecting.gone': 'This wallet is gone',
  'connecting.gone-detail': 'It was removed or switched off. Choose another one, or reload the page.',

  'relay.title': 'WalletConnect',
  'relay.any': 'your wallet',

  'all.title': 'All wallets',

  'account.title': 'Account',
  'account.copy-failed': 'Could not copy',
  'account.network-unknown': 'Unknown network',
  'account.explorer': 'View on {explorer}',
  'activity.title': 'Activity',
  'account.new-tab': 'opens in a new tab',

  'send.title': 'Send',
  'send.title-token': 'Choose token',
  'send.title-preview': 'Review',
  'receive.title': 'Receive',

  'settings.title': 'Account details',
  'settings.wallet': 'Wallet',

  'names.title': 'Choose a name',

  'buy.title': 'Buy',

  'swap.title': 'Swap',
  'swap.title-from': 'Swap from',
  'swap.title-to': 'Swap to',
  'swap.title-preview': 'Review swap',

  'signin.title': 'Sign in',

  'profile.title': 'Wallets',

  'networks.title': 'Choose network',
  'networks.unsupported-title': 'Switch network',

  'switch.title': 'Switch network',
  'switch.failed': 'Could not switch',

  'network-help.title': 'What is a network?',
  'network-help.done': 'Got it',

  'get.title': 'Get a wallet',
  'get.lead': 'A few that many people use, in alphabetical order. Nobody paid to be here.',
  'get.more': 'Compare all wallets',

  'downloads.title': 'Get {wallet}',

  'wallets.title': 'What is a wallet?',
  'wallets.find': 'Find a wallet',
  'pay.title': 'Pay',

  'email.device-title': 'Check your mail',
  'email.code-title': 'Enter the code',
  'email.update-title': 'Change email address',
  'social.title': 'Sign in',
  'social.all-title': 'All services',
  'farcaster.title': 'Farcaster',
  'approve.title': 'Confirm',
  'sessions.title': 'Permissions',
} as const
