/** What the ways to connect that every page offers by itself are called. */

/** Wallets behind a relay. */
export const relayConnectorId = 'walletConnect'
export const embeddedConnectorId = 'auth'
export const embeddedName = 'Latchkey'
