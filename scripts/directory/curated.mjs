/** What no package says and we decided by hand. Every entry here is ours, and provenance calls it `curated`. */

/** The top of the list, by how many people are known to use them across networks. Nobody paid for a place. */
export const topNames = [
  'MetaMask',
  'Trust Wallet',
  'Base (formerly Coinbase Wallet)',
  'Phantom',
  'OKX Wallet',
  'Rainbow',
  'Rabby',
  'Binance Wallet',
  'Bitget Wallet',
  'Uniswap Wallet',
  'Ledger Wallet',
  'Safe',
  'Zerion',
  'Exodus',
  'Solflare',
  'Backpack',
  'imToken',
  'TokenPocket',
  'SafePal',
  'Crypto.com Onchain',
  'Kraken Wallet',
  'Bybit Wallet',
  'GateWallet',
  'Magic Eden',
  'OneKey',
  'Brave Wallet',
  'Coin98 Super Wallet',
  'Ronin Wallet',
  'Robinhood Wallet',
  'Argent',
  'Ready',
  'Core',
  '1inch Wallet',
  'Xverse Wallet',
  'UniSat',
  'Talisman',
  'SubWallet',
  'Nova Wallet',
  'MathWallet',
  'Blockchain.com',
  'Fireblocks',
  'Keplr',
  'Enkrypt',
  'Frame Wallet',
  'Taho',
]

/** Namespaces that a wallet is known for, where no source says so. */
export const knownNamespaces = /** @type {Record<string, string[]>} */ ({
  SubWallet: ['polkadot'],
  Talisman: ['polkadot'],
  'Nova Wallet': ['polkadot'],
  'Fearless Wallet': ['polkadot'],
  Enkrypt: ['polkadot'],
  'Trust Wallet': ['solana', 'bip122'],
  'Ledger Wallet': ['solana', 'bip122', 'polkadot'],
  Leather: ['bip122'],
})

/** Ids of a public explorer that the configurations of many public apps repeat under the same name. */
export const publicIds = /** @type {Record<string, string>} */ ({
  Rainbow: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
  Rabby: '18388be9ac2d02726dbac9777c96efaac06d744b2f6d580fccdd4127a6d01fd1',
  Zerion: 'ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18',
  Fireblocks: '5864e2ced7c293ed18ac35e0db085c09ed567d67346ccb6f58a0327a75137489',
  SafePal: '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150',
  SubWallet: '9ce87712b99b3eb57396cc8621db8900ac983c712236f48fb70ad28760be3f6a',
  MathWallet: '7674bb4e353bf52886768a3ddc2a4562ce2f4191c80831291218ebd90f5f5e26',
  OneKey: '1aedbcfc1f31aade56ca34c38b0a1607b41cccfa3de93c946ef3b4ba2dfab11c',
  Wigwam: '0cb0c532b518aa842786d5167e13df22046bc9301b6677808d7134c3d7366a9d',
})

/** One wallet under two names that no shared link ties together: name in a source → name in the list. */
export const sameAs = /** @type {Record<string, string>} */ ({
  Coinbase: 'Base (formerly Coinbase Wallet)',
  'Coinbase Wallet': 'Base (formerly Coinbase Wallet)',
  Coin98: 'Coin98 Super Wallet',
  'Gate Wallet': 'GateWallet',
  Trust: 'Trust Wallet',
  Bitget: 'Bitget Wallet',
  Ledger: 'Ledger Wallet',
  'Safe{Wallet}': 'Safe',
  Xverse: 'Xverse Wallet',
  HuobiWallet: 'Huobi Wallet',
})

/** Entries that are no wallet for anybody: examples of software kits. */
export const examples = /\b(?:sample|demo|example)\b/i

/** Wallets whose makers asked not to be listed: names. Empty so far; see the guide on how to ask. */
export const takenDown = /** @type {string[]} */ ([])
