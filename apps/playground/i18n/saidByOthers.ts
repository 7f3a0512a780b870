/** What scenes show that is no text of ours: names, and words of wallets, services, shops, people and of Intl. */
const wallets = [
  'Anchor',
  'Backpack',
  'Base (formerly Coinbase Wallet)',
  'Beacon',
  'Binance Wallet',
  'Bitget Wallet',
  'Brass',
  'Brass Demo',
  'Bybit Wallet',
  'Crypto.com Onchain',
  'Demo Wallet',
  'Ember',
  'Exodus',
  'Fathom',
  'Freezing Demo',
  'GateWallet',
  'Harbor',
  'Harbor Demo',
  'Hostile Demo',
  'imToken',
  'Juniper',
  'Kraken Wallet',
  'Latchkey',
  'Ledger Wallet',
  'Lumen',
  'Magic Eden',
  'Many Demo',
  'Marrow',
  'MetaMask',
  'Multiplying Demo',
  'OKX Wallet',
  'Phantom',
  'Phone wallet',
  'Quiet Demo',
  'Quill',
  'Rabby',
  'Rabby Wallet',
  'Rainbow',
  'Safe',
  'SafePal',
  'Satchel Demo',
  'Sunny Demo',
  'TokenPocket',
  'Trust Wallet',
  'Uniswap Wallet',
  'Used before',
  'WalletConnect',
  'Zerion',
]

const networks = [
  'Arbitrum One',
  'Avalanche',
  'Base',
  'Bitcoin',
  'Ethereum',
  'Gnosis',
  'Local chain',
  'OP Mainnet',
  'Polkadot',
  'Polygon',
  'Sepolia',
  'Solana',
]

const assets = [
  'A token with a name that does not end where the line ends',
  'BTC',
  'Claim 5,000 now at a page you should not visit',
  'DAI',
  'DOT',
  'DUST',
  'Dai',
  'Dust',
  'ETH',
  'EUR',
  'Ether',
  'LONGSYMBOL',
  'Lantern',
  'Lanterns',
  'SOL',
  'Token',
  'USD',
  'USD Coin',
  'USDC',
  'WBTC',
  'Wrapped Bitcoin',
]

const services = [
  'Apple',
  'Brass & Sons',
  'Discord',
  'Etherscan',
  'Facebook',
  'Farcaster',
  'GitHub',
  'Google',
  'Harbor Pay',
  'Sandbox',
  'the explorer',
]

const people = ['ada', 'alice-eth', 'the-alice']

/** The app, wallets and servers show what they like. */
const sentences = [
  'ETH is not sold in your region',
  'Order 1042',
  'That is not the code. You have 2 tries left.',
  'The card was declined',
  'The extension was updated. Reload the page and try again.',
  'The server does not answer',
  'To alice.eth',
  'Transaction sent',
  'paused',
]

/** Of Intl, to which the pseudo language is English. */
const dates = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December', 'Jan', 'Feb', 'Mar', 'Apr', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  ...['at', 'AM', 'PM', 'hour'],
]

/** What is part of another stands after it. */
export const saidByOthers: readonly string[] = [
  ...[wallets, networks, assets, services, people, sentences, dates].flat(),
].sort((one, other) => other.length - one.length)
