/**
 * A short list of wallets that many people use, for those who have none yet. Alphabetical, so that nobody is preferred;
 * nobody paid for a place. Only ever opened by a click.
 */

export interface KnownWallet {
  readonly id: string
  readonly name: string
  readonly rdns: string
  readonly homepage: string
  readonly chrome?: string
  readonly firefox?: string
  readonly ios?: string
  readonly android?: string
}

const chrome = (id: string) => `https://chromewebstore.google.com/detail/${id}`
const firefox = (name: string) => `https://addons.mozilla.org/firefox/addon/${name}/`
const ios = (id: string) => `https://apps.apple.com/app/${id}`
const android = (id: string) => `https://play.google.com/store/apps/details?id=${id}`

export const knownWallets: readonly KnownWallet[] = [
  {
    id: 'coinbase',
    name: 'Coinbase Wallet',
    rdns: 'com.coinbase.wallet',
    homepage: 'https://www.coinbase.com/wallet',
    chrome: chrome('hnfanknocfeofbddgcijnmhnfnkdnaad'),
    ios: ios('id1278383455'),
    android: android('org.toshi'),
  },
  {
    id: 'metamask',
    name: 'MetaMask',
    rdns: 'io.metamask',
    homepage: 'https://metamask.io',
    chrome: chrome('nkbihfbeogaeaoehlefnkodbefgpgknn'),
    firefox: firefox('ether-metamask'),
    ios: ios('id1438144202'),
    android: android('io.metamask'),
  },
  {
    id: 'rabby',
    name: 'Rabby Wallet',
    rdns: 'io.rabby',
    homepage: 'https://rabby.io',
    chrome: chrome('acmacodkjbdgmoleebolmdjonilkdbch'),
    ios: ios('id6474381673'),
    android: android('com.debank.rabbymobile'),
  },
  {
    id: 'rainbow',
    name: 'Rainbow',
    rdns: 'me.rainbow',
    homepage: 'https://rainbow.me',
    chrome: chrome('opfgelmcmbiajamepnmloijbpoleiama'),
    firefox: firefox('rainbow-extension'),
    ios: ios('id1457119021'),
    android: android('me.rainbow'),
  },
  {
    id: 'trust',
    name: 'Trust Wallet',
    rdns: 'com.trustwallet.app',
    homepage: 'https://trustwallet.com',
    chrome: chrome('egjidjbpglichdcondbcbdnbeeppgdph'),
    ios: ios('id1288339409'),
    android: android('com.wallet.crypto.trustapp'),
  },
  {
    id: 'zerion',
    name: 'Zerion',
    rdns: 'io.zerion.wallet',
    homepage: 'https://zerion.io',
    chrome: chrome('klghhnkeealcohjjanjjdaeeggmfmlpl'),
    ios: ios('id1456732565'),
    android: android('io.zerion.android'),
  },
]

export const findKnownWallet = (id: string | undefined): KnownWallet | undefined =>
  knownWallets.find((wallet) => wallet.id === id)
