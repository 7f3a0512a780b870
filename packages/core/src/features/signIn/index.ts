/** Sign-in with the wallet, for apps: the ready one on our gateway, and the interface for a server of one's own. */
export { type GatewaySignIn, type GatewaySignInOptions, gatewaySignIn } from './gatewaySignIn.js'
export type { SiweConfig, SiweMessageInput, SiweSession, Siwx, SiwxMessage } from './siwx.js'
