/** What scenes show in small letters that is no text of ours: words of wallets, services, shops and people. */
export const saidByOthers: readonly string[] = [
  // Wallets, servers and providers
  'The extension was updated. Reload the page and try again.',
  'That is not the code. You have 2 tries left.',
  'The server does not answer',
  'ETH is not sold in your region',
  'The card was declined',
  // The app: it shows what it likes
  'Transaction sent',
  // Units, by Intl
  '1 hour',
  // Names of wallets, networks, explorers and people
  'Base (formerly Coinbase Wallet)',
  'Crypto.com Onchain',
  'Phone wallet',
  'Used before',
  'Local chain',
  'the explorer',
  'alice-eth',
  'the-alice',
  'ada',
]
