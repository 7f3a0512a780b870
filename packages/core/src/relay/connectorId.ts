/** What the way to wallets behind a relay is called. */
export const relayConnectorId = 'walletConnect'
