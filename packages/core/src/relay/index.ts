/** The wallet protocol over a relay. A chunk of its own: nothing of it is loaded before somebody connects that way. */
export { type AuthInput, authMessage, authSessions, createAuth } from './auth.js'
export type { Socket, SocketEvent } from './connection.js'
export type { GenericProvider } from './genericSession.js'
export type {
  RelayAccount,
  RelayAuthRequest,
  RelayLink,
  RelayLinkEvent,
  RelayRequest,
  RelaySignIn,
  RelayWallet,
} from './link.js'
export { type ProposalNamespace, type ProposalNamespaces, proposalFor } from './namespaces.js'
export { type OpenClientInput, openClient, type RelayEnvironment } from './openClient.js'
export type { Metadata, PairingAuth, Settled } from './pairing.js'
export { RelayPeerError } from './peerError.js'
export type { Cacao, Session, SessionNamespaces } from './schemas.js'
export type { PairInput, SignClient, SignRequest } from './signClient.js'
export type { SignEvent } from './signEvent.js'
export type { RelayStatus } from './transport.js'
