/** What extensions are called by people; their keys are for programs. */

interface WalletName {
  readonly name: string
  /** As the same wallet announces itself elsewhere (EIP-6963), so that it is one wallet to the person. */
  readonly rdns?: string
}

const known: Readonly<Record<string, WalletName>> = {
  'polkadot-js': { name: 'Polkadot.js' },
  talisman: { name: 'Talisman', rdns: 'xyz.talisman' },
  'subwallet-js': { name: 'SubWallet', rdns: 'app.subwallet' },
  'fearless-wallet': { name: 'Fearless Wallet' },
  enkrypt: { name: 'Enkrypt', rdns: 'com.enkrypt' },
  polkagate: { name: 'PolkaGate' },
  onekey: { name: 'OneKey' },
}

/** Control characters, and those that turn or hide text: with them one wallet could be drawn as another. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export function walletName(key: string): WalletName {
  const own = Object.hasOwn(known, key) ? known[key] : undefined
  if (own) return own
  const words = key.replace(unseen, '').replace(/[-_]+/g, ' ').trim()
  return { name: words === '' ? 'Browser Wallet' : words[0]?.toUpperCase() + words.slice(1) }
}
