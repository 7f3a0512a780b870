/** What a page needs in order to check for itself what a Bitcoin wallet signed. */
export { isSignedByBitcoin, messageDigest } from './bitcoin.js'
export {
  type BitcoinAddress,
  type BitcoinScript,
  p2pkh,
  p2sh,
  p2wpkh,
  p2wsh,
  readBitcoinAddress,
} from './bitcoinAddress.js'
export { hash160, isEcdsa, isSchnorr, sha256, taggedHash, twice } from './bitcoinCrypto.js'
export { isSame, join } from './bytes.js'
