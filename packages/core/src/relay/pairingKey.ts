/** Where a code that is on the screen is stored. A page that finds one there fetches the relay at once. */
export const pairingKey = 'relay.pairing'
