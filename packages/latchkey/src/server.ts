/** For the servers of apps: who signed a message, and whom a session token speaks for. Needs no gateway. */
export { readSignIn, type SignInData, type SignInExpected, writeSignIn } from '@latchkey/spec/signIn'
export * from '@latchkey/verify'
