/** The relay: how clients open it, what they ask, what it answers and keeps, and the words of the sign protocol on top. */
export * from './relay/bounds.js'
export * from './relay/errors.js'
export * from './relay/handshake.js'
export * from './relay/idTokens.js'
export * from './relay/methods.js'
export * from './relay/pairingUri.js'
export * from './relay/protocol.js'
export * from './relay/tags.js'
