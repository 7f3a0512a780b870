/** Sign-in with the wallet: the ready one on our gateway, and the interface for a server of one's own. */
export * from '@latchkey/core/signIn'
