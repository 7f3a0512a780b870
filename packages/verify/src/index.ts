/** Who signed a message, for servers: no network of its own, no state, the same answer everywhere. */
export { isSignedByBitcoin } from './bitcoin.js'
export { CallReverted, ethereumSigner, isSignedByEthereum, type RunCode } from './ethereum.js'
export { isSignedByPolkadot } from './polkadot.js'
export {
  type ReadSessionTokenInput,
  readSessionToken,
  type SessionClaims,
  type SessionKeys,
} from './sessionToken.js'
export type { Signed } from './signed.js'
export { isSignedBySolana } from './solana.js'
export { type VerifiedSignIn, type VerifySignInInput, verifySignIn } from './verifySignIn.js'
